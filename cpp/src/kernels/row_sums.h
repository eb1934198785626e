// How kernels sum over a row in double. A loop that does more than to sum has the same order.
#pragma once

#include "math/f32x4.h"

namespace addnorm {

// Sum over n elements of the doubles that term(offset, lanes) gives for each group of four: element i goes
// into lane i mod 4, and the lanes are combined as (0 + 2) + (1 + 3).
template <typename Term>
inline double sum_row(std::size_t n, Term term) {
  simd::f64x4 total = simd::splat4(0.0);
  simd::for_each_group(n,
                       [&](std::size_t i, auto lanes) { total = total + simd::keep(term(i, lanes), lanes); });
  return simd::sum(total);
}

}  // namespace addnorm
