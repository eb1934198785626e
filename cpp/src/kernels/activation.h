// The activations of the feed-forward sub-layer: relu, gelu with erf (Hendrycks and Gimpel 2016, eq. 1) and
// its tanh form (eq. 2). NaN stays NaN. The readable version in double is src/reference/activation.h.
#pragma once

#include <cstddef>

#include "addnorm/config.h"

namespace addnorm {

// out, x are (n); out may be x
void activation(float* out, const float* x, std::size_t n, Activation kind);

// dx = dy * derivative(x), with relu'(0) = 0.
// dx, dy, x are (n), x being the input of the forward pass, or for relu its output, which is 0 where the
// input is 0 or less; dx may be dy or x
void activation_backward(float* dx, const float* dy, const float* x, std::size_t n, Activation kind);

}  // namespace addnorm
