// RMSNorm over the last axis (Zhang and Sennrich 2019, eq. 4): LayerNorm without centring and without beta.
// The fast version is src/kernels/rms_norm.cpp.
#pragma once

#include <cmath>

#include "reference/vector.h"

namespace addnorm::reference {

struct RmsNorm {
  Vector y;     // (n_rows, d_model)
  Vector rstd;  // (n_rows), 1 / sqrt(mean(x^2) + eps)
};

// x is (n_rows, d_model); gamma is (d_model) or empty for 1
inline RmsNorm rms_norm(const Vector& x, const Vector& gamma, std::size_t n_rows, std::size_t d_model,
                        double eps) {
  const double d = static_cast<double>(d_model);
  RmsNorm result{Vector(n_rows * d_model), Vector(n_rows)};
  for (std::size_t row = 0; row < n_rows; ++row) {
    const double* x_row = x.data() + row * d_model;
    double* y_row = result.y.data() + row * d_model;

    double mean_sq = 0.0;
    for (std::size_t i = 0; i < d_model; ++i) mean_sq += x_row[i] * x_row[i];
    mean_sq /= d;

    const double rstd = 1.0 / std::sqrt(mean_sq + eps);
    for (std::size_t i = 0; i < d_model; ++i) y_row[i] = gain_at(gamma, i) * (x_row[i] * rstd);
    result.rstd[row] = rstd;
  }
  return result;
}

struct RmsNormGradients {
  Vector dx;      // (n_rows, d_model)
  Vector dgamma;  // (d_model), summed over rows
};

// With t = dy * gamma and x_hat = x * rstd: dx = rstd * (t - x_hat * mean(t * x_hat)).
inline RmsNormGradients rms_norm_backward(const Vector& dy, const Vector& x, const Vector& gamma,
                                          const Vector& rstd, std::size_t n_rows, std::size_t d_model) {
  const double d = static_cast<double>(d_model);
  RmsNormGradients result{Vector(n_rows * d_model), Vector(d_model)};
  for (std::size_t row = 0; row < n_rows; ++row) {
    const double* x_row = x.data() + row * d_model;
    const double* dy_row = dy.data() + row * d_model;
    double* dx_row = result.dx.data() + row * d_model;

    double mean_t_x_hat = 0.0;
    for (std::size_t i = 0; i < d_model; ++i) {
      const double x_hat = x_row[i] * rstd[row];
      mean_t_x_hat += dy_row[i] * gain_at(gamma, i) * x_hat;
    }
    mean_t_x_hat /= d;

    for (std::size_t i = 0; i < d_model; ++i) {
      const double x_hat = x_row[i] * rstd[row];
      const double t = dy_row[i] * gain_at(gamma, i);
      dx_row[i] = rstd[row] * (t - x_hat * mean_t_x_hat);
      result.dgamma[i] += dy_row[i] * x_hat;
    }
  }
  return result;
}

}  // namespace addnorm::reference
