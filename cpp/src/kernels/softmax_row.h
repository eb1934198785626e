// What the softmaxes of attention and of the loss have in common: what is subtracted from a row, and what its
// exponentials are multiplied with.
#pragma once

#include <limits>

#include "math/f32x4.h"
#include "math/mutant.h"

namespace addnorm {

// What is subtracted from a row so that no exponential overflows, from the largest of each of four lanes: the
// largest of all, or 0 where that is -infinity. A NaN may be passed over; the sum of exponentials has it.
inline float softmax_offset(simd::f32x4 largest) {
  if (is_mutant<"softmax without the maximum">()) return 0.0F;
  const float max = simd::max_lane(largest);
  return max == -std::numeric_limits<float>::infinity() ? 0.0F : max;
}

// What the exponentials of a row are multiplied with to add up to 1. Of a row of nothing but -infinity it is
// 0: there is nothing to attend to.
inline float softmax_factor(double total) {
  return total == 0.0 ? 0.0F : static_cast<float>(1.0 / total);
}

}  // namespace addnorm
