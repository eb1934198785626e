// Softmax of one row: what attention and the loss have in common.
#pragma once

#include <limits>

#include "kernels/row_sums.h"
#include "math/exp.h"

namespace addnorm {

// Largest element: the largest of each lane, then of the lanes. A NaN may be passed over; the sum of
// exponentials has it.
inline float max_of_row(const float* x, std::size_t n) {
  constexpr float kLowest = -std::numeric_limits<float>::infinity();
  simd::f32x4 largest = simd::splat(kLowest);
  std::size_t i = 0;
  for (; i + simd::kLanes <= n; i += simd::kLanes) largest = simd::max(largest, simd::load(x + i));
  if (i < n) largest = simd::max(largest, simd::load_n(x + i, n - i, kLowest));
  return simd::max_lane(largest);
}

// out = exp(scale * (x - max)), and its sum in double. out may be x. scale > 0, max is that of x.
inline double exp_row(float* out, const float* x, std::size_t n, float max, float scale) {
  return sum_row(n, [&](std::size_t i, auto lanes) {
    const simd::f32x4 e = simd::exp((simd::load(x + i, lanes) - simd::splat(max)) * simd::splat(scale));
    simd::store(out + i, e, lanes);
    return simd::to_double(e);
  });
}

// out = softmax(scale * x). A row of nothing but -infinity has nothing to attend to and gives zeros. out may
// be x.
inline void softmax_row(float* out, const float* x, std::size_t n, float scale) {
  const float max = max_of_row(x, n);
  if (max == -std::numeric_limits<float>::infinity()) {
    bool all_lowest = true;
    for (std::size_t i = 0; i < n; ++i) all_lowest = all_lowest && x[i] == max;
    if (all_lowest) {
      for (std::size_t i = 0; i < n; ++i) out[i] = 0.0F;
      return;
    }
  }
  const double total = exp_row(out, x, n, max, scale);
  const simd::f32x4 factor = simd::splat(static_cast<float>(1.0 / total));
  simd::for_each_group(n, [&](std::size_t i, auto lanes) {
    simd::store(out + i, simd::load(out + i, lanes) * factor, lanes);
  });
}

}  // namespace addnorm
