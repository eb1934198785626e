// BatchNorm over rows (Ioffe and Szegedy 2015, algorithm 1). Beside layer_norm.h it shows the one difference:
// here the mean and the variance belong to a feature and run over all rows, so a row's output depends on its
// neighbours. The fast version is src/kernels/batch_norm.cpp.
#pragma once

#include <cmath>

#include "reference/vector.h"

namespace addnorm::reference {

struct BatchNorm {
  Vector y;             // (n_rows, d_model)
  Vector mean;          // (d_model)
  Vector rstd;          // (d_model), 1 / sqrt(var + eps)
  Vector running_mean;  // (d_model), moved towards the batch's
  Vector running_var;   // (d_model), the same with the unbiased variance
};

// Training. x is (n_rows, d_model), n_rows > 1; gamma, beta are (d_model) or empty for 1 and 0.
// running = (1 - momentum) * running + momentum * batch.
inline BatchNorm batch_norm(const Vector& x, const Vector& gamma, const Vector& beta,
                            const Vector& running_mean, const Vector& running_var, std::size_t n_rows,
                            std::size_t d_model, double eps, double momentum) {
  const double n = static_cast<double>(n_rows);
  BatchNorm result{Vector(n_rows * d_model), Vector(d_model), Vector(d_model), running_mean, running_var};
  for (std::size_t i = 0; i < d_model; ++i) {
    double mean = 0.0;
    for (std::size_t row = 0; row < n_rows; ++row) mean += x[row * d_model + i];
    mean /= n;

    double sum_sq = 0.0;
    for (std::size_t row = 0; row < n_rows; ++row) {
      const double centred = x[row * d_model + i] - mean;
      sum_sq += centred * centred;
    }
    // Biased to normalise with, unbiased to remember: the published algorithm, and what PyTorch does.
    const double biased_var = sum_sq / n;
    const double unbiased_var = sum_sq / (n - 1.0);

    const double rstd = 1.0 / std::sqrt(biased_var + eps);
    for (std::size_t row = 0; row < n_rows; ++row) {
      const double x_hat = (x[row * d_model + i] - mean) * rstd;
      result.y[row * d_model + i] = gain_at(gamma, i) * x_hat + shift_at(beta, i);
    }
    result.mean[i] = mean;
    result.rstd[i] = rstd;
    result.running_mean[i] = (1.0 - momentum) * running_mean[i] + momentum * mean;
    result.running_var[i] = (1.0 - momentum) * running_var[i] + momentum * unbiased_var;
  }
  return result;
}

// Evaluation: the running statistics stand in for the batch's, and a row is on its own. Returns y.
inline Vector batch_norm_evaluate(const Vector& x, const Vector& gamma, const Vector& beta,
                                  const Vector& running_mean, const Vector& running_var, std::size_t n_rows,
                                  std::size_t d_model, double eps) {
  Vector y(n_rows * d_model);
  for (std::size_t row = 0; row < n_rows; ++row) {
    for (std::size_t i = 0; i < d_model; ++i) {
      const double x_hat = (x[row * d_model + i] - running_mean[i]) / std::sqrt(running_var[i] + eps);
      y[row * d_model + i] = gain_at(gamma, i) * x_hat + shift_at(beta, i);
    }
  }
  return y;
}

struct BatchNormGradients {
  Vector dx;      // (n_rows, d_model)
  Vector dgamma;  // (d_model)
  Vector dbeta;   // (d_model)
};

// Backward of training: layer_norm_backward with the roles of row and feature exchanged, means over rows.
inline BatchNormGradients batch_norm_backward(const Vector& dy, const Vector& x, const Vector& gamma,
                                              const Vector& mean, const Vector& rstd, std::size_t n_rows,
                                              std::size_t d_model) {
  const double n = static_cast<double>(n_rows);
  BatchNormGradients result{Vector(n_rows * d_model), Vector(d_model), Vector(d_model)};
  for (std::size_t i = 0; i < d_model; ++i) {
    double mean_t = 0.0;
    double mean_t_x_hat = 0.0;
    for (std::size_t row = 0; row < n_rows; ++row) {
      const double x_hat = (x[row * d_model + i] - mean[i]) * rstd[i];
      const double dy_i = dy[row * d_model + i];
      mean_t += dy_i * gain_at(gamma, i);
      mean_t_x_hat += dy_i * gain_at(gamma, i) * x_hat;
      result.dgamma[i] += dy_i * x_hat;
      result.dbeta[i] += dy_i;
    }
    mean_t /= n;
    mean_t_x_hat /= n;

    for (std::size_t row = 0; row < n_rows; ++row) {
      const double x_hat = (x[row * d_model + i] - mean[i]) * rstd[i];
      const double t = dy[row * d_model + i] * gain_at(gamma, i);
      result.dx[row * d_model + i] = rstd[i] * (t - mean_t - x_hat * mean_t_x_hat);
    }
  }
  return result;
}

}  // namespace addnorm::reference
