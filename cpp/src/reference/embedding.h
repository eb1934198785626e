// Token and position embedding: the input of the first block, and the sinusoidal positions of Vaswani et al.
// 2017, section 3.5. The fast version is src/kernels/embedding.cpp.
#pragma once

#include <cmath>
#include <cstdint>

#include "reference/vector.h"

namespace addnorm::reference {

// out[b, t] = scale * (tok_embedding[tokens[b, t]] + pos_embedding[t]), (batch, seq_len, d_model).
// pos_embedding is (at least seq_len, d_model) or empty for none.
inline Vector embedding(const Vector& tok_embedding, const Vector& pos_embedding,
                        const std::vector<std::int32_t>& tokens, std::size_t seq_len, std::size_t d_model,
                        double scale) {
  Vector out(tokens.size() * d_model);
  for (std::size_t row = 0; row < tokens.size(); ++row) {
    const std::size_t token = static_cast<std::size_t>(tokens[row]);
    const std::size_t t = row % seq_len;
    for (std::size_t i = 0; i < d_model; ++i) {
      out[row * d_model + i] =
          scale * (tok_embedding[token * d_model + i] + shift_at(pos_embedding, t * d_model + i));
    }
  }
  return out;
}

struct EmbeddingGradients {
  Vector dtok_embedding;  // (vocab_size, d_model)
  Vector dpos_embedding;  // (n_ctx, d_model)
};

// Every row that was looked up gets scale * dout of each place it was looked up for.
inline EmbeddingGradients embedding_backward(const Vector& dout, const std::vector<std::int32_t>& tokens,
                                             std::size_t vocab_size, std::size_t n_ctx, std::size_t seq_len,
                                             std::size_t d_model, double scale) {
  EmbeddingGradients result{Vector(vocab_size * d_model), Vector(n_ctx * d_model)};
  for (std::size_t row = 0; row < tokens.size(); ++row) {
    const std::size_t token = static_cast<std::size_t>(tokens[row]);
    const std::size_t t = row % seq_len;
    for (std::size_t i = 0; i < d_model; ++i) {
      result.dtok_embedding[token * d_model + i] += scale * dout[row * d_model + i];
      result.dpos_embedding[t * d_model + i] += scale * dout[row * d_model + i];
    }
  }
  return result;
}

// out[t, 2i] = sin(t / 10000^(2i / d_model)) and out[t, 2i + 1] = cos of the same, each divided by scale,
// (n_ctx, d_model).
inline Vector sinusoidal_positions(std::size_t n_ctx, std::size_t d_model, double scale) {
  Vector out(n_ctx * d_model);
  for (std::size_t t = 0; t < n_ctx; ++t) {
    for (std::size_t i = 0; i < d_model; ++i) {
      const double pair = static_cast<double>(i - i % 2);
      const double angle = static_cast<double>(t) / std::pow(10000.0, pair / static_cast<double>(d_model));
      out[t * d_model + i] = (i % 2 == 0 ? std::sin(angle) : std::cos(angle)) / scale;
    }
  }
  return out;
}

}  // namespace addnorm::reference
