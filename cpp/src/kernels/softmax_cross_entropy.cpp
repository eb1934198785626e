// Softmax and cross-entropy, row by row; the contract is in softmax_cross_entropy.h.
//
// Order of summation: a row's exponentials as in row_sums.h, the rows' losses in order, in double.
#include "kernels/softmax_cross_entropy.h"

#include <algorithm>

#include "kernels/softmax_row.h"
#include "math/log.h"
#include "math/mutant.h"

namespace addnorm {

using namespace simd;

void softmax(float* out, const float* x, std::size_t n_rows, std::size_t width) {
  for (std::size_t row = 0; row < n_rows; ++row) softmax_row(out + row * width, x + row * width, width, 1.0F);
}

namespace {

// Index of the largest logit, the first of equals; vocab_size (no token) if one is NaN.
std::size_t predicted_token(const float* logits, std::size_t vocab_size) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < vocab_size; ++i) {
    if (logits[i] != logits[i]) return vocab_size;
    if (logits[i] > logits[best]) best = i;
  }
  return best;
}

double sum_of_exp(const float* x, std::size_t n, float max) {
  return sum_row(n, [&](std::size_t i, auto lanes) {
    return to_double(exp_of_nonpositive(load(x + i, lanes) - splat(max)));
  });
}

}  // namespace

CrossEntropy softmax_cross_entropy(float* dlogits, const float* logits, const std::int32_t* targets,
                                   std::size_t n_rows, std::size_t vocab_size) {
  CrossEntropy result = {0.0, 0, 0};
  for (std::size_t row = 0; row < n_rows; ++row) result.n_targets += targets[row] >= 0 ? 1 : 0;
  const std::size_t n = is_mutant<"ignored targets counted in the mean">() ? n_rows : result.n_targets;
  const double weight = n > 0 ? 1.0 / static_cast<double>(n) : 0.0;
  double total_loss = 0.0;
  for (std::size_t row = 0; row < n_rows; ++row) {
    const float* x = logits + row * vocab_size;
    float* dx = dlogits != nullptr ? dlogits + row * vocab_size : nullptr;
    if (targets[row] < 0) {
      if (dx != nullptr) std::fill(dx, dx + vocab_size, 0.0F);
      continue;
    }
    const std::size_t target = static_cast<std::size_t>(targets[row]);
    result.n_correct += predicted_token(x, vocab_size) == target ? 1 : 0;

    // -log softmax(x)[target] = log(sum(exp(x - max))) - (x[target] - max)
    const float max = softmax_offset(x, vocab_size);
    const float target_logit = x[target];
    const double total =
        dx != nullptr ? exp_row(dx, x, vocab_size, max, 1.0F) : sum_of_exp(x, vocab_size, max);
    const double target_score = static_cast<double>(target_logit) - static_cast<double>(max);
    total_loss += is_mutant<"loss as the logarithm of a softmax">()
                      ? -math::log(math::exp(target_score) / total)
                      : math::log(total) - target_score;
    if (dx == nullptr) continue;

    const f32x4 factor = splat(static_cast<float>(weight / total));
    for_each_group(vocab_size,
                   [&](std::size_t i, auto lanes) { store(dx + i, load(dx + i, lanes) * factor, lanes); });
    dx[target] -= static_cast<float>(weight);
  }
  result.loss = total_loss * weight;
  return result;
}

}  // namespace addnorm
