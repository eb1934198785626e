// What the reference works on: doubles in a vector, a matrix row by row. Nothing here is meant to be fast.
#pragma once

#include <cstddef>
#include <vector>

namespace addnorm::reference {

using Vector = std::vector<double>;

// gamma[i], or 1 where there is no gamma (an empty vector).
inline double gain_at(const Vector& gamma, std::size_t i) {
  return gamma.empty() ? 1.0 : gamma[i];
}

// beta[i], or 0 where there is no beta.
inline double shift_at(const Vector& beta, std::size_t i) {
  return beta.empty() ? 0.0 : beta[i];
}

}  // namespace addnorm::reference
