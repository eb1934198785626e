// Generation, one token at a time with a batch of one; the contract is in addnorm/model.h.
#include <algorithm>

#include "addnorm/model.h"
#include "math/exp.h"
#include "math/mutant.h"
#include "math/random.h"
#include "model/trace.h"

namespace addnorm {

namespace {

// The n_ctx last tokens of prompt and output together, as far as there are so many. Returns how many were
// written.
std::size_t fill_window(std::int32_t* window, std::size_t n_ctx, const std::int32_t* prompt,
                        std::size_t n_prompt, const std::int32_t* out, std::size_t n_out) {
  const std::size_t n_all = n_prompt + n_out;
  const std::size_t n = std::min(n_ctx, n_all);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t at = is_mutant<"generation sees the first tokens">() ? i : n_all - n + i;
    window[i] = at < n_prompt ? prompt[at] : out[at - n_prompt];
  }
  return n;
}

// A token by its probability exp(logit / temperature): the first whose cumulated weight passes u of the
// total.
std::size_t draw(const float* logits, std::size_t vocab_size, std::size_t best, double temperature,
                 double u) {
  const auto weight = [&](std::size_t i) {
    return math::exp((static_cast<double>(logits[i]) - static_cast<double>(logits[best])) / temperature);
  };
  double total = 0.0;
  for (std::size_t i = 0; i < vocab_size; ++i) total += weight(i);
  double passed = 0.0;
  for (std::size_t i = 0; i < vocab_size; ++i) {
    passed += weight(i);
    if (passed > u * total) return i;
  }
  return best;
}

}  // namespace

GenerateStatus generate(std::int32_t* out, const Model& model, const std::int32_t* prompt,
                        std::size_t n_prompt, std::size_t max_new_tokens, double temperature, double seed) {
  const std::size_t vocab_size = model.config().vocab_size;
  const std::size_t n_ctx = model.config().n_ctx;
  const TracePointer trace = make_trace(model, 1, n_ctx);
  if (trace == nullptr || !has_room_for(n_ctx * sizeof(std::int32_t))) return GenerateStatus::kOutOfMemory;
  std::vector<std::int32_t> window(n_ctx);
  const RandomStream stream(seed, "generate");
  for (std::size_t i = 0; i < max_new_tokens; ++i) {
    const std::size_t n_drawn = is_mutant<"all tokens drawn by one number">() ? 0 : i;
    trace->seq_len = fill_window(window.data(), window.size(), prompt, n_prompt, out, i);
    const float* logits =
        forward(model, *trace, window.data(), Mode::kEvaluation) + (trace->seq_len - 1) * vocab_size;
    const bool is_finite = std::all_of(logits, logits + vocab_size, [](float x) { return x - x == 0.0F; });
    if (!is_finite) return GenerateStatus::kNotFinite;
    const std::size_t best = static_cast<std::size_t>(std::max_element(logits, logits + vocab_size) - logits);
    out[i] = static_cast<std::int32_t>(
        temperature > 0.0 ? draw(logits, vocab_size, best, temperature, stream.uniform_double(n_drawn))
                          : best);
  }
  return GenerateStatus::kDone;
}

}  // namespace addnorm
