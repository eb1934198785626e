// RMSNorm, forward and backward, one row at a time; the contract is in addnorm/rms_norm.h.
//
// Order of summation: as in layer_norm.cpp (row_sums.h). dgamma adds the rows in order.
#include "addnorm/rms_norm.h"

#include <cmath>

#include "kernels/row_sums.h"

namespace addnorm {

using namespace simd;

void rms_norm(float* out, double* rstd, const float* x, const float* gamma, std::size_t n_rows, std::size_t d_model,
              float eps) {
  for (std::size_t row = 0; row < n_rows; ++row) {
    const float* x_row = x + row * d_model;
    float* out_row = out + row * d_model;
    const double sum_sq = sum_row(d_model, [&](std::size_t i, auto lanes) {
      const f64x4 x_i = to_double(load(x_row + i, lanes));
      return x_i * x_i;
    });
    const double row_rstd = 1.0 / std::sqrt(sum_sq / static_cast<double>(d_model) + static_cast<double>(eps));
    if (rstd != nullptr) rstd[row] = row_rstd;
    for_each_group(d_model, [&](std::size_t i, auto lanes) {
      const f32x4 x_hat = to_float(to_double(load(x_row + i, lanes)) * splat4(row_rstd));
      store(out_row + i, gamma != nullptr ? x_hat * load(gamma + i, lanes) : x_hat, lanes);
    });
  }
}

void rms_norm_backward(float* dx, float* dgamma, const float* dy, const float* x, const float* gamma,
                       const double* rstd, std::size_t n_rows, std::size_t d_model) {
  for (std::size_t row = 0; row < n_rows; ++row) {
    const float* x_row = x + row * d_model;
    const float* dy_row = dy + row * d_model;
    float* dx_row = dx + row * d_model;
    const f64x4 row_rstd = splat4(rstd[row]);

    // First the sum of t * x_hat over the row, and what the row adds to dgamma: t = dy * gamma, x_hat = x * rstd.
    const double sum_t_x_hat = sum_row(d_model, [&](std::size_t i, auto lanes) {
      const f32x4 dy_i = load(dy_row + i, lanes);
      const f32x4 x_hat = to_float(to_double(load(x_row + i, lanes)) * row_rstd);
      const f32x4 t = gamma != nullptr ? dy_i * load(gamma + i, lanes) : dy_i;
      if (dgamma != nullptr) store(dgamma + i, load(dgamma + i, lanes) + dy_i * x_hat, lanes);
      return to_double(t) * to_double(x_hat);
    });

    // Then dx = rstd * (t - x_hat * mean(t * x_hat)).
    const f64x4 mean_t_x_hat = splat4(sum_t_x_hat / static_cast<double>(d_model));
    for_each_group(d_model, [&](std::size_t i, auto lanes) {
      const f32x4 dy_i = load(dy_row + i, lanes);
      const f64x4 x_hat = to_double(load(x_row + i, lanes)) * row_rstd;
      const f32x4 t = gamma != nullptr ? dy_i * load(gamma + i, lanes) : dy_i;
      store(dx_row + i, to_float(row_rstd * (to_double(t) - x_hat * mean_t_x_hat)), lanes);
    });
  }
}

}  // namespace addnorm
