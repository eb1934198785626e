// LayerNorm over the last axis (Ba, Kiros and Hinton 2016, eq. 3 and 4).
// The readable version in double is src/reference/layer_norm.h; this one states its order of summation in its
// .cpp.
#pragma once

#include <cstddef>

namespace addnorm {

// y = gamma * (x - mean) * rstd + beta, row by row, with the biased variance and rstd = 1 / sqrt(var + eps).
// Sums are kept in double and the mean stays double while centring. A constant row, and so any row of width
// 1, gives beta to the bit. NaN and infinities stay in their row.
//
// out, x are (n_rows, d_model); out may be x
// mean, rstd are (n_rows) or null if not wanted
// gamma, beta are (d_model) or null for 1 and 0
// d_model > 0, eps > 0
void layer_norm(float* out, double* mean, double* rstd, const float* x, const float* gamma, const float* beta,
                std::size_t n_rows, std::size_t d_model, float eps);

// out = the y of layer_norm() once more, to the bit, from the mean and rstd that it wrote, (n_rows); the
// other arguments are as there.
void layer_norm_again(float* out, const float* x, const float* gamma, const float* beta, const double* mean,
                      const double* rstd, std::size_t n_rows, std::size_t d_model);

// With t = dy * gamma: dx = rstd * (t - mean(t) - x_hat * mean(t * x_hat)).
// dgamma and dbeta are summed over rows and added to what stands there; dx is written.
//
// dx, dy, x are (n_rows, d_model); dx may be dy or x
// dgamma, dbeta, gamma are (d_model); dgamma and dbeta may be null if not wanted, gamma null for 1
// mean, rstd are what the forward pass wrote, (n_rows)
void layer_norm_backward(float* dx, float* dgamma, float* dbeta, const float* dy, const float* x,
                         const float* gamma, const double* mean, const double* rstd, std::size_t n_rows,
                         std::size_t d_model);

}  // namespace addnorm
