// Gradients by central differences: what every backward pass of the reference is checked against.
#pragma once

#include <functional>
#include <string>

#include "expect.h"
#include "inputs.h"
#include "reference/vector.h"

namespace addnorm::test {

using reference::Vector;

// The loss all checks use: sum of c_i * y_i with all c_i different. With equal ones the gradient of a norm is
// 0 whatever its backward pass does.
inline Vector distinct_weights(std::size_t n) {
  return to_double(uniform(n, 77, -1.0, 2.0));
}

inline double weighted_sum(const Vector& y) {
  const Vector c = distinct_weights(y.size());
  double sum = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i) sum += c[i] * y[i];
  return sum;
}

// d loss / d x, one element at a time: (loss(x + 1e-5) - loss(x - 1e-5)) / 2e-5.
inline Vector numeric_gradient(const std::function<double(const Vector&)>& loss, Vector x) {
  constexpr double kEps = 1e-5;
  Vector gradient(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double x_i = x[i];
    x[i] = x_i + kEps;
    const double above = loss(x);
    x[i] = x_i - kEps;
    const double below = loss(x);
    x[i] = x_i;
    gradient[i] = (above - below) / (2.0 * kEps);
  }
  return gradient;
}

// The floor is what is left of a difference of two losses of the order of 1.
inline void expect_gradient(const Vector& actual, const std::function<double(const Vector&)>& loss,
                            const Vector& x, const std::string& what, const char* file = __builtin_FILE(),
                            int line = __builtin_LINE()) {
  expect_relative_l2(std::span<const double>(actual), numeric_gradient(loss, x), 1e-6, what, 1e-9, file,
                     line);
}

}  // namespace addnorm::test
