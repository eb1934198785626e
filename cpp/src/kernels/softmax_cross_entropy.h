// Softmax of rows, and mean cross-entropy from logits by log-sum-exp, never as the logarithm of a softmax.
// The readable version in double is src/reference/softmax_cross_entropy.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace addnorm {

// Targets below 0 are not predicted: they enter neither loss nor gradient nor accuracy.
inline constexpr std::int32_t kIgnoreIndex = -1;

// out = exp(x - max(x)) / sum, row by row; out may be x. A NaN anywhere in a row makes the whole row NaN; a
// row of nothing but -infinity has nothing to attend to and gives zeros.
//
// out, x are (n_rows, width), width > 0
void softmax(float* out, const float* x, std::size_t n_rows, std::size_t width);

struct CrossEntropy {
  double loss;            // mean over the targets >= 0, in nats; 0 if there is none
  std::size_t n_targets;  // targets >= 0
  std::size_t n_correct;  // of those, rows whose largest logit (the first of equals) is the target's
};

// dlogits = (softmax(logits) - one_hot(target)) / n_targets, zero in rows without a target.
//
// dlogits, logits are (n_rows, vocab_size); dlogits may be null if not wanted, or logits
// targets are (n_rows), each < vocab_size
CrossEntropy softmax_cross_entropy(float* dlogits, const float* logits, const std::int32_t* targets,
                                   std::size_t n_rows, std::size_t vocab_size);

}  // namespace addnorm
