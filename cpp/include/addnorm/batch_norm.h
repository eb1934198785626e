// BatchNorm over rows (Ioffe and Szegedy 2015, algorithm 1), here for the contrast with LayerNorm: its
// statistics belong to a feature and come from all rows of the batch, so a row's output depends on its
// neighbours. The readable version in double is src/reference/batch_norm.h.
#pragma once

#include <cstddef>

namespace addnorm {

// How much of the newest batch goes into the running statistics: running = (1 - 0.1) * running + 0.1 * batch.
inline constexpr double kBatchNormMomentum = 0.1;

// Training: y = gamma * (x - mean) * rstd + beta with mean and biased variance of each feature over all rows;
// the running mean and the running (unbiased) variance move towards the batch's.
//
// out, x are (n_rows, d_model); out may be x
// mean, rstd are (d_model), written, what the backward pass needs
// running_mean, running_var are (d_model), updated
// gamma, beta are (d_model) or null for 1 and 0
// n_rows > 1, d_model > 0, eps > 0
void batch_norm(float* out, double* mean, double* rstd, float* running_mean, float* running_var,
                const float* x, const float* gamma, const float* beta, std::size_t n_rows,
                std::size_t d_model, float eps);

// Evaluation: the same formula with the running statistics; rows are independent and one row is enough.
void batch_norm_evaluate(float* out, const float* x, const float* gamma, const float* beta,
                         const float* running_mean, const float* running_var, std::size_t n_rows,
                         std::size_t d_model, float eps);

// Backward of the training form. With t = dy * gamma and means over rows:
// dx = rstd * (t - mean(t) - x_hat * mean(t * x_hat)). dgamma and dbeta are added to what stands there; dx is
// written.
//
// dx, dy, x are (n_rows, d_model); dx may be dy or x
// dgamma, dbeta, gamma, mean, rstd are (d_model); gamma may be null for 1, dgamma and dbeta null if not
// wanted
void batch_norm_backward(float* dx, float* dgamma, float* dbeta, const float* dy, const float* x,
                         const float* gamma, const double* mean, const double* rstd, std::size_t n_rows,
                         std::size_t d_model);

}  // namespace addnorm
