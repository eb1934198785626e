// The activations of the feed-forward sub-layer, each with its derivative: relu, gelu with erf (Hendrycks and
// Gimpel 2016, eq. 1) and its tanh form (eq. 2). The fast version is src/kernels/activation.cpp.
#pragma once

#include <cmath>
#include <numbers>

#include "addnorm/config.h"
#include "reference/vector.h"

namespace addnorm::reference {

// 0 up to 0 and x above; NaN is neither and stays.
inline double relu(double x) {
  return x < 0.0 ? 0.0 : x;
}
// 0 up to 0 and 1 above; a NaN lets the gradient pass, as in PyTorch.
inline double relu_derivative(double x) {
  return x <= 0.0 ? 0.0 : 1.0;
}

// The normal distribution: the chance to be below x, and its density at x.
inline double normal_cdf(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}
inline double normal_density(double x) {
  return std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi);
}

// x times the chance that a normal number is below it.
inline double gelu(double x) {
  return x * normal_cdf(x);
}
inline double gelu_derivative(double x) {
  return normal_cdf(x) + x * normal_density(x);
}

// The same with the chance approximated by (1 + tanh u) / 2.
inline double gelu_tanh_inner(double x) {
  return std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x);
}
inline double gelu_tanh(double x) {
  return 0.5 * x * (1.0 + std::tanh(gelu_tanh_inner(x)));
}
inline double gelu_tanh_derivative(double x) {
  const double tanh = std::tanh(gelu_tanh_inner(x));
  const double inner_derivative = std::sqrt(2.0 / std::numbers::pi) * (1.0 + 3.0 * 0.044715 * x * x);
  return 0.5 * (1.0 + tanh) + 0.5 * x * (1.0 - tanh * tanh) * inner_derivative;
}

inline double activation(double x, Activation kind) {
  switch (kind) {
    case Activation::kRelu:
      return relu(x);
    case Activation::kGelu:
      return gelu(x);
    case Activation::kGeluTanh:
      return gelu_tanh(x);
  }
  return 0.0;
}

inline double activation_derivative(double x, Activation kind) {
  switch (kind) {
    case Activation::kRelu:
      return relu_derivative(x);
    case Activation::kGelu:
      return gelu_derivative(x);
    case Activation::kGeluTanh:
      return gelu_tanh_derivative(x);
  }
  return 0.0;
}

inline Vector activation(const Vector& x, Activation kind) {
  Vector out;
  for (const double x_i : x) out.push_back(activation(x_i, kind));
  return out;
}

// dx = dy * derivative(x), x being the input of the forward pass.
inline Vector activation_backward(const Vector& dy, const Vector& x, Activation kind) {
  Vector dx(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) dx[i] = dy[i] * activation_derivative(x[i], kind);
  return dx;
}

}  // namespace addnorm::reference
