// RMSNorm, forward and backward, one row at a time; the contract is in addnorm/rms_norm.h.
//
// Order of summation: as in layer_norm.cpp.
#include "addnorm/rms_norm.h"

#include <cmath>

#include "kernels/row_sums.h"
#include "math/mutant.h"

namespace addnorm {

using namespace simd;

void rms_norm(float* out, double* rstd, const float* x, const float* gamma, std::size_t n_rows,
              std::size_t d_model, float eps) {
  const double inverse_width = 1.0 / static_cast<double>(d_model);
  for (std::size_t row = 0; row < n_rows; ++row) {
    const float* x_row = x + row * d_model;
    float* out_row = out + row * d_model;
    const double sum_sq = sum_row(d_model, [&](std::size_t i, auto lanes) {
      const f64x4 x_i = to_double(load(x_row + i, lanes));
      return x_i * x_i;
    });
    const double row_rstd = 1.0 / std::sqrt(sum_sq * inverse_width + static_cast<double>(eps));
    if (rstd != nullptr) rstd[row] = row_rstd;
    for_each_group(d_model, [&](std::size_t i, auto lanes) {
      const f32x4 x_hat = to_float(to_double(load(x_row + i, lanes)) * splat4(row_rstd));
      store(out_row + i, gamma != nullptr ? x_hat * load(gamma + i, lanes) : x_hat, lanes);
    });
  }
}

void rms_norm_backward(float* dx, float* dgamma, const float* dy, const float* x, const float* gamma,
                       const double* rstd, std::size_t n_rows, std::size_t d_model) {
  const double inverse_width = 1.0 / static_cast<double>(d_model);
  for (std::size_t row = 0; row < n_rows; ++row) {
    const float* x_row = x + row * d_model;
    const float* dy_row = dy + row * d_model;
    float* dx_row = dx + row * d_model;
    const auto t = [&](f32x4 dy_i, std::size_t i, auto lanes) {
      return to_double(gamma != nullptr ? dy_i * load(gamma + i, lanes) : dy_i);
    };

    // First the mean of t * x_hat, with t = dy * gamma, and what the row adds to the gradient of gamma.
    const double sum_t_x_hat = sum_row(d_model, [&](std::size_t i, auto lanes) {
      const f32x4 dy_i = load(dy_row + i, lanes);
      const f64x4 x_hat = to_double(load(x_row + i, lanes)) * splat4(rstd[row]);
      if (dgamma != nullptr) store(dgamma + i, load(dgamma + i, lanes) + dy_i * to_float(x_hat), lanes);
      return t(dy_i, i, lanes) * x_hat;
    });
    const double mean_t_x_hat = is_mutant<"RMSNorm: x_hat term lost">() ? 0.0 : sum_t_x_hat * inverse_width;

    // Then dx = rstd * (t - x_hat * mean(t * x_hat)), taken apart as in layer_norm.cpp: rstd * t + slope * x.
    const double slope = -rstd[row] * rstd[row] * mean_t_x_hat;
    for_each_group(d_model, [&](std::size_t i, auto lanes) {
      const f64x4 t_i = t(load(dy_row + i, lanes), i, lanes);
      const f64x4 x_i = to_double(load(x_row + i, lanes));
      store(dx_row + i, to_float(splat4(rstd[row]) * t_i + splat4(slope) * x_i), lanes);
    });
  }
}

}  // namespace addnorm
