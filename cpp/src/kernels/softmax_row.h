// Softmax of one row: what attention and the loss have in common.
#pragma once

#include <limits>

#include "kernels/row_sums.h"
#include "math/exp.h"
#include "math/mutant.h"

namespace addnorm {

// What is subtracted from a row so that no exponential overflows, from the largest of each of four lanes: the
// largest of all, or 0 where that is -infinity. A NaN may be passed over; the sum of exponentials has it.
inline float softmax_offset(simd::f32x4 largest) {
  if (is_mutant<"softmax without the maximum">()) return 0.0F;
  const float max = simd::max_lane(largest);
  return max == -std::numeric_limits<float>::infinity() ? 0.0F : max;
}

inline float softmax_offset(const float* x, std::size_t n) {
  constexpr float kLowest = -std::numeric_limits<float>::infinity();
  simd::f32x4 largest = simd::splat(kLowest);
  std::size_t i = 0;
  for (; i + simd::kLanes <= n; i += simd::kLanes) largest = simd::max(largest, simd::load(x + i));
  if (i < n) largest = simd::max(largest, simd::load_n(x + i, n - i, kLowest));
  return softmax_offset(largest);
}

// out = exp(scale * (x - max)), and its sum in double. out may be x. scale > 0, max is that of x.
inline double exp_row(float* out, const float* x, std::size_t n, float max, float scale) {
  return sum_row(n, [&](std::size_t i, auto lanes) {
    const simd::f32x4 e =
        simd::exp_of_nonpositive((simd::load(x + i, lanes) - simd::splat(max)) * simd::splat(scale));
    simd::store(out + i, e, lanes);
    return simd::to_double(e);
  });
}

// What the exponentials of a row are multiplied with to add up to 1. Of a row of nothing but -infinity it is
// 0: there is nothing to attend to.
inline float softmax_factor(double total) {
  return total == 0.0 ? 0.0F : static_cast<float>(1.0 / total);
}

// out = softmax(scale * x); a row of nothing but -infinity gives zeros. out may be x.
inline void softmax_row(float* out, const float* x, std::size_t n, float scale) {
  const simd::f32x4 factor = simd::splat(softmax_factor(exp_row(out, x, n, softmax_offset(x, n), scale)));
  simd::for_each_group(n, [&](std::size_t i, auto lanes) {
    simd::store(out + i, simd::load(out + i, lanes) * factor, lanes);
  });
}

}  // namespace addnorm
