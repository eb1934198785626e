// LayerNorm over the last axis (Ba, Kiros and Hinton 2016, eq. 3 and 4), as one would write it on a
// blackboard. The fast version is src/kernels/layer_norm.cpp.
#pragma once

#include <cmath>

#include "reference/vector.h"

namespace addnorm::reference {

struct LayerNorm {
  Vector y;     // (n_rows, d_model)
  Vector mean;  // (n_rows)
  Vector rstd;  // (n_rows), 1 / sqrt(var + eps)
};

// x is (n_rows, d_model); gamma, beta are (d_model) or empty for 1 and 0
inline LayerNorm layer_norm(const Vector& x, const Vector& gamma, const Vector& beta, std::size_t n_rows,
                            std::size_t d_model, double eps) {
  const double d = static_cast<double>(d_model);
  LayerNorm result{Vector(n_rows * d_model), Vector(n_rows), Vector(n_rows)};
  for (std::size_t row = 0; row < n_rows; ++row) {
    const double* x_row = x.data() + row * d_model;
    double* y_row = result.y.data() + row * d_model;

    // The mean of the row.
    double mean = 0.0;
    for (std::size_t i = 0; i < d_model; ++i) mean += x_row[i];
    mean /= d;

    // Its variance, the biased one: divided by d_model, not by d_model - 1.
    double var = 0.0;
    for (std::size_t i = 0; i < d_model; ++i) var += (x_row[i] - mean) * (x_row[i] - mean);
    var /= d;

    // eps stands inside the root.
    const double rstd = 1.0 / std::sqrt(var + eps);

    // Normalise, then apply gain and shift.
    for (std::size_t i = 0; i < d_model; ++i) {
      const double x_hat = (x_row[i] - mean) * rstd;
      y_row[i] = gain_at(gamma, i) * x_hat + shift_at(beta, i);
    }
    result.mean[row] = mean;
    result.rstd[row] = rstd;
  }
  return result;
}

struct LayerNormGradients {
  Vector dx;      // (n_rows, d_model)
  Vector dgamma;  // (d_model), summed over rows
  Vector dbeta;   // (d_model), summed over rows
};

// The mean and the variance depend on every element of the row, so each dx_i feels all dy of its row:
// with t = dy * gamma, dx = rstd * (t - mean(t) - x_hat * mean(t * x_hat)).
inline LayerNormGradients layer_norm_backward(const Vector& dy, const Vector& x, const Vector& gamma,
                                              const Vector& mean, const Vector& rstd, std::size_t n_rows,
                                              std::size_t d_model) {
  const double d = static_cast<double>(d_model);
  LayerNormGradients result{Vector(n_rows * d_model), Vector(d_model), Vector(d_model)};
  for (std::size_t row = 0; row < n_rows; ++row) {
    const double* x_row = x.data() + row * d_model;
    const double* dy_row = dy.data() + row * d_model;
    double* dx_row = result.dx.data() + row * d_model;

    // Two means over the row: of t, and of t * x_hat.
    double mean_t = 0.0;
    double mean_t_x_hat = 0.0;
    for (std::size_t i = 0; i < d_model; ++i) {
      const double x_hat = (x_row[i] - mean[row]) * rstd[row];
      const double t = dy_row[i] * gain_at(gamma, i);
      mean_t += t;
      mean_t_x_hat += t * x_hat;
    }
    mean_t /= d;
    mean_t_x_hat /= d;

    for (std::size_t i = 0; i < d_model; ++i) {
      const double x_hat = (x_row[i] - mean[row]) * rstd[row];
      const double t = dy_row[i] * gain_at(gamma, i);
      dx_row[i] = rstd[row] * (t - mean_t - x_hat * mean_t_x_hat);
      result.dgamma[i] += dy_row[i] * x_hat;
      result.dbeta[i] += dy_row[i];
    }
  }
  return result;
}

}  // namespace addnorm::reference
