// One update of one tensor by SGD, Adam or AdamW, and clipping of the gradient by its global norm.
// Scalars (bias corrections, decay) are made in double and rounded once. The readable version is
// src/reference/optimizer.h.
#pragma once

#include <cstddef>

namespace addnorm {

// Sums of squares over a tensor, in double: of what was added to the parameters, and of the parameters before
// that.
struct UpdateStats {
  double update_sq = 0.0;
  double weight_sq = 0.0;
};

// velocity = momentum * velocity + g; p -= lr * velocity, with g = grad + weight_decay * p (PyTorch's SGD).
// p, velocity, grad are (n)
UpdateStats sgd(float* p, float* velocity, const float* grad, std::size_t n, double lr, double momentum,
                double weight_decay);

struct AdamStep {
  double lr;
  double beta1;
  double beta2;
  double eps;
  double weight_decay;
  bool is_decoupled;  // AdamW (Loshchilov and Hutter 2019): p -= lr * weight_decay * p; else the decay joins
                      // the gradient
  double step;        // counted from 1, the same for all tensors of a model
};

// m = beta1 * m + (1 - beta1) * g; v = beta2 * v + (1 - beta2) * g^2;
// p -= lr / (1 - beta1^step) * m / (sqrt(v) / sqrt(1 - beta2^step) + eps)   (Kingma and Ba 2015, algorithm 1)
// Moments below 1e-30 are set to 0: a subnormal v would neither fade nor matter, and slows some processors.
// p, m, v, grad are (n)
UpdateStats adam(float* p, float* m, float* v, const float* grad, std::size_t n, const AdamStep& step);

// Sum of squares in double, so that no finite float overflows it. NaN or infinite if an element is.
double sum_of_squares(const float* x, std::size_t n);

// x *= factor, multiplied in double: a factor that clips a huge gradient to a tiny norm is no float.
void scale(float* x, std::size_t n, double factor);

}  // namespace addnorm
