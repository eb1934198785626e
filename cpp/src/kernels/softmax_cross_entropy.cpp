// Softmax and cross-entropy, row by row; the contract is in softmax_cross_entropy.h.
//
// Order of summation: a row's exponentials as in row_sums.h, the rows' losses in order, in double.
#include "kernels/softmax_cross_entropy.h"

#include <algorithm>
#include <limits>

#include "kernels/row_sums.h"
#include "kernels/softmax_row.h"
#include "math/exp.h"
#include "math/log.h"
#include "math/mutant.h"

namespace addnorm {

using namespace simd;

namespace {

float row_offset(const float* x, std::size_t n) {
  constexpr float kLowest = -std::numeric_limits<float>::infinity();
  f32x4 largest = splat(kLowest);
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) largest = max(largest, load(x + i));
  if (i < n) largest = max(largest, load_n(x + i, n - i, kLowest));
  return softmax_offset(largest);
}

// out = exp(x - offset), and its sum. out may be x.
double exp_row(float* out, const float* x, std::size_t n, float offset) {
  return sum_row(n, [&](std::size_t i, auto lanes) {
    const f32x4 e = exp_of_nonpositive(load(x + i, lanes) - splat(offset));
    store(out + i, e, lanes);
    return to_double(e);
  });
}

// The sum alone.
double sum_of_exp(const float* x, std::size_t n, float offset) {
  return sum_row(n, [&](std::size_t i, auto lanes) {
    return to_double(exp_of_nonpositive(load(x + i, lanes) - splat(offset)));
  });
}

void scale_row(float* x, std::size_t n, float factor) {
  for_each_group(n,
                 [&](std::size_t i, auto lanes) { store(x + i, load(x + i, lanes) * splat(factor), lanes); });
}

// Index of the largest logit, the first of equals; vocab_size (no token) if one is NaN.
std::size_t predicted_token(const float* logits, std::size_t vocab_size) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < vocab_size; ++i) {
    if (logits[i] != logits[i]) return vocab_size;
    if (logits[i] > logits[best]) best = i;
  }
  return best;
}

}  // namespace

void softmax(float* out, const float* x, std::size_t n_rows, std::size_t width) {
  for (std::size_t row = 0; row < n_rows; ++row, out += width, x += width)
    scale_row(out, width, softmax_factor(exp_row(out, x, width, row_offset(x, width))));
}

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
    const float max = row_offset(x, vocab_size);
    const float target_logit = x[target];
    const double total = dx != nullptr ? exp_row(dx, x, vocab_size, max) : sum_of_exp(x, vocab_size, max);
    const double target_score = static_cast<double>(target_logit) - static_cast<double>(max);
    total_loss += is_mutant<"loss as the logarithm of a softmax">()
                      ? -math::log(math::exp(target_score) / total)
                      : math::log(total) - target_score;
    if (dx == nullptr) continue;

    scale_row(dx, vocab_size, static_cast<float>(weight / total));
    dx[target] -= static_cast<float>(weight);
  }
  result.loss = total_loss * weight;
  return result;
}

}  // namespace addnorm
