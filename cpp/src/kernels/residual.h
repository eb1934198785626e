// The "Add" of Add & Norm: y = a * x + b * branch, and what flows back.
// A residual gain of 0 means that there is no residual: x is not read, so nothing of it (not even a NaN)
// comes through. The readable version in double is src/reference/residual.h.
#pragma once

#include <cstddef>

namespace addnorm {

// out, x, branch are (n); out may be x or branch. With both gains 1 it is exactly x + branch.
void residual_add(float* out, const float* x, const float* branch, float residual_gain, float branch_gain,
                  std::size_t n);

// dx = residual_gain * dy and dbranch = branch_gain * dy. Returns the sum of dy * branch, the gradient of
// branch_gain, in double; 0 where branch is null, for a gain that is not learned. dx, dbranch, dy, branch are
// (n); dx may be dy; dbranch may be dy only if dx is not
double residual_add_backward(float* dx, float* dbranch, const float* dy, const float* branch,
                             float residual_gain, float branch_gain, std::size_t n);

}  // namespace addnorm
