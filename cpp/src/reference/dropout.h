// Dropout (Srivastava et al. 2014), inverted, with the mask given: which values are dropped is the business
// of the fast version, src/kernels/dropout.cpp, whose mask this one takes.
#pragma once

#include "reference/vector.h"

namespace addnorm::reference {

// out[i] = x[i] * mask[i], mask being 0 where dropped and 1 / (1 - p) where kept. The backward pass is the
// same function applied to the gradient.
inline Vector dropout(const Vector& x, const Vector& mask) {
  Vector out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = mask[i] == 0.0 ? 0.0 : x[i] * mask[i];
  return out;
}

}  // namespace addnorm::reference
