// Softmax of rows, and mean cross-entropy from logits by log-sum-exp, never as the logarithm of a softmax.
// The fast version is src/kernels/softmax_cross_entropy.cpp.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "reference/vector.h"

namespace addnorm::reference {

// The largest of n > 0 numbers; NaN if one of them is.
inline double largest(const double* x, std::size_t n) {
  double result = x[0];
  for (std::size_t i = 1; i < n; ++i) {
    if (x[i] > result || std::isnan(x[i])) result = x[i];
  }
  return result;
}

// out = exp(x - max(x)) / sum, row by row: the maximum keeps exp from overflowing and cancels. x is (n_rows,
// width).
inline Vector softmax(const Vector& x, std::size_t n_rows, std::size_t width) {
  Vector out(n_rows * width);
  for (std::size_t row = 0; row < n_rows; ++row) {
    const double* x_row = x.data() + row * width;
    double* out_row = out.data() + row * width;
    const double max = largest(x_row, width);
    if (max == -std::numeric_limits<double>::infinity()) continue;
    double sum = 0.0;
    for (std::size_t i = 0; i < width; ++i) {
      out_row[i] = std::exp(x_row[i] - max);
      sum += out_row[i];
    }
    for (std::size_t i = 0; i < width; ++i) out_row[i] /= sum;
  }
  return out;
}

struct CrossEntropy {
  double loss = 0.0;          // mean over the targets >= 0, in nats; 0 if there is none
  std::size_t n_targets = 0;  // targets >= 0
  std::size_t n_correct = 0;  // of those, rows whose largest logit (the first of equals) is the target's
  Vector dlogits;  // (n_rows, vocab_size): (softmax - one_hot) / n_targets, 0 in rows without a target
};

// logits are (n_rows, vocab_size); targets are (n_rows), below 0 where nothing is to be predicted.
inline CrossEntropy softmax_cross_entropy(const Vector& logits, const std::vector<std::int32_t>& targets,
                                          std::size_t n_rows, std::size_t vocab_size) {
  CrossEntropy result;
  result.dlogits.assign(n_rows * vocab_size, 0.0);
  for (const std::int32_t target : targets) result.n_targets += target >= 0 ? 1 : 0;
  if (result.n_targets == 0) return result;

  const double n_targets = static_cast<double>(result.n_targets);
  const Vector probabilities = softmax(logits, n_rows, vocab_size);
  for (std::size_t row = 0; row < n_rows; ++row) {
    if (targets[row] < 0) continue;
    const std::size_t target = static_cast<std::size_t>(targets[row]);
    const double* x_row = logits.data() + row * vocab_size;

    // loss = log(sum exp(x)) - x[target], with the maximum taken out of the sum.
    const double max = largest(x_row, vocab_size);
    double sum = 0.0;
    for (std::size_t i = 0; i < vocab_size; ++i) sum += std::exp(x_row[i] - max);
    result.loss += (max - x_row[target] + std::log(sum)) / n_targets;

    std::size_t predicted = 0;
    for (std::size_t i = 1; i < vocab_size; ++i) {
      if (x_row[i] > x_row[predicted]) predicted = i;
    }
    result.n_correct += predicted == target ? 1 : 0;

    for (std::size_t i = 0; i < vocab_size; ++i) {
      const double one_hot = i == target ? 1.0 : 0.0;
      result.dlogits[row * vocab_size + i] = (probabilities[row * vocab_size + i] - one_hot) / n_targets;
    }
  }
  return result;
}

}  // namespace addnorm::reference
