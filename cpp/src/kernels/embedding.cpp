// Embeddings; the contract is in embedding.h.
#include "kernels/embedding.h"

#include "math/exp.h"
#include "math/f32x4.h"
#include "math/mutant.h"
#include "math/sincos.h"

namespace addnorm {

using namespace simd;

void embedding(float* out, const float* tok_embedding, const float* pos_embedding, const std::int32_t* tokens,
               std::size_t batch, std::size_t seq_len, std::size_t d_model, float scale) {
  for (std::size_t row = 0; row < batch * seq_len; ++row) {
    const float* tok = tok_embedding + static_cast<std::size_t>(tokens[row]) * d_model;
    const std::size_t position = (is_mutant<"positions off by one">() ? row + 1 : row) % seq_len;
    const float* pos = pos_embedding != nullptr ? pos_embedding + position * d_model : nullptr;
    float* out_row = out + row * d_model;
    for_each_group(d_model, [&](std::size_t i, auto lanes) {
      const f32x4 sum = pos != nullptr ? load(tok + i, lanes) + load(pos + i, lanes) : load(tok + i, lanes);
      store(out_row + i, splat(scale) * sum, lanes);
    });
  }
}

void embedding_backward(float* dtok_embedding, float* dpos_embedding, const float* dout,
                        const std::int32_t* tokens, std::size_t batch, std::size_t seq_len,
                        std::size_t d_model, float scale) {
  for (std::size_t row = 0; row < batch * seq_len; ++row) {
    float* dtok = dtok_embedding + static_cast<std::size_t>(tokens[row]) * d_model;
    float* dpos = dpos_embedding != nullptr ? dpos_embedding + (row % seq_len) * d_model : nullptr;
    const float* dout_row = dout + row * d_model;
    for_each_group(d_model, [&](std::size_t i, auto lanes) {
      if (is_mutant<"embedding scale lost on the way back">()) scale = 1.0F;
      const f32x4 step = splat(scale) * load(dout_row + i, lanes);
      store(dtok + i, load(dtok + i, lanes) + step, lanes);
      if (dpos != nullptr) store(dpos + i, load(dpos + i, lanes) + step, lanes);
    });
  }
}

void sinusoidal_positions(float* out, std::size_t n_ctx, std::size_t d_model, float scale) {
  constexpr double kLogOf10000 = 9.210340371976184;
  for (std::size_t t = 0; t < n_ctx; ++t) {
    for (std::size_t i = 0; i < d_model; ++i) {
      const std::size_t pair = is_mutant<"cosine of the next frequency">() ? i : i - i % 2;
      const double exponent = static_cast<double>(pair) / static_cast<double>(d_model);
      const double angle = static_cast<double>(t) * math::exp(-kLogOf10000 * exponent);
      const double value = i % 2 == 0 ? math::sin(angle) : math::cos(angle);
      out[t * d_model + i] = static_cast<float>(value / static_cast<double>(scale));
    }
  }
}

}  // namespace addnorm
