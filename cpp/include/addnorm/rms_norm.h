// RMSNorm over the last axis (Zhang and Sennrich 2019, eq. 4): LayerNorm without centring and without beta.
// The readable version in double is src/reference/rms_norm.h.
#pragma once

#include <cstddef>

namespace addnorm {

// y = gamma * x * rstd with rstd = 1 / sqrt(mean(x^2) + eps), row by row. Sums are kept in double.
//
// out, x are (n_rows, d_model); out may be x
// rstd is (n_rows) or null if not wanted
// gamma is (d_model) or null for 1
// d_model > 0, eps > 0
void rms_norm(float* out, double* rstd, const float* x, const float* gamma, std::size_t n_rows,
              std::size_t d_model, float eps);

// With t = dy * gamma: dx = rstd * (t - x_hat * mean(t * x_hat)), x_hat = x * rstd.
// dgamma is summed over rows and added to what stands there; dx is written.
//
// dx, dy, x are (n_rows, d_model); dx may be dy or x
// dgamma, gamma are (d_model); dgamma may be null if not wanted, gamma null for 1
// rstd is what the forward pass wrote, (n_rows)
void rms_norm_backward(float* dx, float* dgamma, const float* dy, const float* x, const float* gamma,
                       const double* rstd, std::size_t n_rows, std::size_t d_model);

}  // namespace addnorm
