// The "Add" of Add & Norm: y = a * x + b * branch, and what flows back. The fast version is
// src/kernels/residual.cpp.
#pragma once

#include "reference/vector.h"

namespace addnorm::reference {

// A residual gain of 0 means that there is no residual: nothing of x, not even a NaN, comes through.
inline Vector residual_add(const Vector& x, const Vector& branch, double residual_gain, double branch_gain) {
  Vector out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    out[i] = (residual_gain == 0.0 ? 0.0 : residual_gain * x[i]) + branch_gain * branch[i];
  }
  return out;
}

struct ResidualGradients {
  Vector dx;
  Vector dbranch;
  double dbranch_gain = 0.0;
};

// The gradient reaches x by a way of its own, whatever the branch does: why deep residual networks learn (He
// et al. 2016).
inline ResidualGradients residual_add_backward(const Vector& dy, const Vector& branch, double residual_gain,
                                               double branch_gain) {
  ResidualGradients result{Vector(dy.size()), Vector(dy.size())};
  for (std::size_t i = 0; i < dy.size(); ++i) {
    result.dx[i] = residual_gain == 0.0 ? 0.0 : residual_gain * dy[i];
    result.dbranch[i] = branch_gain * dy[i];
    result.dbranch_gain += dy[i] * branch[i];
  }
  return result;
}

}  // namespace addnorm::reference
