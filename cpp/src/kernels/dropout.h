// Dropout (Srivastava et al. 2014), inverted: what is kept is multiplied by 1 / (1 - p), so evaluation
// changes nothing. A mask is not stored: element i of a site at a step is a function of (key, i), and the
// backward pass asks again. The readable version is src/reference/dropout.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace addnorm {

// One site at one step. p in [0, 1] is the chance that a value is dropped; p = 0 is the identity and p = 1
// gives zeros.
struct Dropout {
  float p = 0.0F;
  std::uint64_t key = 0;

  [[nodiscard]] bool is_active() const { return p > 0.0F; }
};

// out[i] = x[i] * mask(first + i), mask being 0 or 1 / (1 - p). The backward pass is the same function
// applied to the gradient.
//
// out, x are (n); out may be x
// first is the index of x[0] within the site, so that a site can be worked on piece by piece
void dropout(float* out, const float* x, std::size_t n, Dropout site, std::uint64_t first = 0);

}  // namespace addnorm
