// LayerNorm, forward and backward, a few rows at a time; the contract is in addnorm/layer_norm.h.
//
// Order of summation: four double lanes, element i going into lane i mod 4, combined as (0 + 2) + (1 + 3).
// The tail is the same lanes padded with zeros. dgamma and dbeta go on from what is there, row after row.
#include "addnorm/layer_norm.h"

#include <algorithm>
#include <cmath>

#include "math/f32x4.h"
#include "math/mutant.h"

namespace addnorm {

using namespace simd;

namespace {

// Rows whose sums are made together. A row ends in a chain of additions, a division and a root; those of
// several rows go on at the same time.
constexpr std::size_t kRowsTogether = 8;

// Sums over a row of the distances of its numbers from an origin, and of their squares.
struct RowSums {
  double distance, square;

  RowSums() = default;
  RowSums(const float* x, std::size_t d_model, double origin) {
    f64x4 distances = splat4(0.0);
    f64x4 squares = splat4(0.0);
    for_each_group(d_model, [&](std::size_t i, auto lanes) {
      const f64x4 distance_i = keep(to_double(load(x + i, lanes)) - splat4(origin), lanes);
      distances = distances + distance_i;
      squares = squares + distance_i * distance_i;
    });
    distance = sum(distances);
    square = sum(squares);
  }
};

// mean and rstd of up to kRowsTogether rows, from one pass over each with its first number for an origin.
// With zero for one, the squares would cancel on rows with a large mean. Where the first number is four
// standard deviations or more from the mean they would still lose digits, and the sums are made once more
// about the mean: so a variance is right to 17 times the rounding of its sums. Equal numbers have a variance
// of exactly 0.
void row_stats(double* mean, double* rstd, const float* x, std::size_t n_rows, std::size_t d_model,
               double eps) {
  const double width = static_cast<double>(d_model);
  const double inverse_width = 1.0 / width;
  const bool is_about_zero = is_mutant<"variance from the squares of the numbers themselves">();
  const auto first_number = [&](std::size_t row) {
    return is_about_zero ? 0.0 : static_cast<double>(x[row * d_model]);
  };
  RowSums sums[kRowsTogether];
  for (std::size_t row = 0; row < n_rows; ++row)
    sums[row] = RowSums(x + row * d_model, d_model, first_number(row));
  for (std::size_t row = 0; row < n_rows; ++row) {
    double origin = first_number(row);
    double mean_distance = sums[row].distance * inverse_width;
    double centred = sums[row].square - sums[row].distance * mean_distance;
    const bool is_outlier = sums[row].distance * mean_distance > 16.0 * centred;
    if (is_outlier && !is_about_zero && !is_mutant<"an outlier serves as origin">()) {
      origin += mean_distance;
      const RowSums again(x + row * d_model, d_model, origin);
      mean_distance = again.distance * inverse_width;
      centred = again.square - again.distance * mean_distance;
    }
    const double var = centred * (is_mutant<"unbiased variance">() ? 1.0 / (width - 1.0) : inverse_width);
    mean[row] = origin + mean_distance;
    rstd[row] = 1.0 / std::sqrt(var + eps);
    if (is_mutant<"eps outside the root">()) rstd[row] = 1.0 / (std::sqrt(var) + eps);
  }
}

// x_hat stays double until it is stored: the two means of the backward pass nearly cancel dy where x
// dominates a row.
f64x4 normalise(f32x4 x, f64x4 mean, f64x4 rstd) {
  return (to_double(x) - mean) * rstd;
}

}  // namespace

void layer_norm(float* out, double* mean, double* rstd, const float* x, const float* gamma, const float* beta,
                std::size_t n_rows, std::size_t d_model, float eps) {
  for (std::size_t first = 0; first < n_rows; first += kRowsTogether) {
    const std::size_t n = std::min(kRowsTogether, n_rows - first);
    double block_mean[kRowsTogether];
    double block_rstd[kRowsTogether];
    row_stats(block_mean, block_rstd, x + first * d_model, n, d_model, static_cast<double>(eps));
    if (mean != nullptr) std::copy_n(block_mean, n, mean + first);
    if (rstd != nullptr) std::copy_n(block_rstd, n, rstd + first);
    layer_norm_again(out + first * d_model, x + first * d_model, gamma, beta, block_mean, block_rstd, n,
                     d_model);
  }
}

// One function for all who call it: the module is to stay small.
[[gnu::noinline]] void layer_norm_again(float* out, const float* x, const float* gamma, const float* beta,
                                        const double* mean, const double* rstd, std::size_t n_rows,
                                        std::size_t d_model) {
  for (std::size_t row = 0; row < n_rows; ++row) {
    const float* x_row = x + row * d_model;
    float* out_row = out + row * d_model;
    const f64x4 row_mean = splat4(mean[row]);
    const f64x4 row_rstd = splat4(rstd[row]);
    const std::size_t width = is_mutant<"tail of a row lost">() ? d_model - d_model % kLanes : d_model;
    for_each_group(width, [&](std::size_t i, auto lanes) {
      f32x4 y = to_float(normalise(load(x_row + i, lanes), row_mean, row_rstd));
      if (gamma != nullptr)
        y = y * (is_mutant<"gamma indexed by row">() ? splat(gamma[row % d_model]) : load(gamma + i, lanes));
      if (beta != nullptr) y = y + load(beta + i, lanes);
      store(out_row + i, y, lanes);
    });
  }
}

void layer_norm_backward(float* dx, float* dgamma, float* dbeta, const float* dy, const float* x,
                         const float* gamma, const double* mean, const double* rstd, std::size_t n_rows,
                         std::size_t d_model) {
  const double inverse_width = 1.0 / static_cast<double>(d_model);
  if (is_mutant<"dgamma overwritten">() && dgamma != nullptr) std::fill_n(dgamma, d_model, 0.0F);
  for (std::size_t first = 0; first < n_rows; first += kRowsTogether) {
    const std::size_t end = std::min(first + kRowsTogether, n_rows);
    const auto t = [&](f32x4 dy_i, std::size_t i, auto lanes) {
      return to_double(gamma != nullptr ? dy_i * load(gamma + i, lanes) : dy_i);
    };

    // First the two means of each row, of t = dy * gamma and of t * x_hat, and what the row adds to the
    // gradients of the parameters.
    double mean_t[kRowsTogether];
    double mean_t_x_hat[kRowsTogether];
    for (std::size_t row = first; row < end; ++row) {
      f64x4 sum_t = splat4(0.0);
      f64x4 sum_t_x_hat = splat4(0.0);
      for_each_group(d_model, [&](std::size_t i, auto lanes) {
        const f32x4 dy_i = load(dy + row * d_model + i, lanes);
        const f64x4 x_hat =
            normalise(load(x + row * d_model + i, lanes), splat4(mean[row]), splat4(rstd[row]));
        const f32x4 x_hat_rounded = to_float(x_hat);
        const f64x4 x_hat_for_mean =
            is_mutant<"x_hat rounded on the way back">() ? to_double(x_hat_rounded) : x_hat;
        const f64x4 t_i = t(dy_i, i, lanes);
        sum_t = sum_t + keep(t_i, lanes);
        sum_t_x_hat = sum_t_x_hat + keep(t_i * x_hat_for_mean, lanes);
        if (dgamma != nullptr) store(dgamma + i, load(dgamma + i, lanes) + dy_i * x_hat_rounded, lanes);
        if (dbeta != nullptr) store(dbeta + i, load(dbeta + i, lanes) + dy_i, lanes);
      });
      mean_t[row - first] = sum(sum_t) * inverse_width;
      if (is_mutant<"mean term lost">()) mean_t[row - first] = 0.0;
      if (is_mutant<"mean term subtracted twice">()) mean_t[row - first] *= 2.0;
      mean_t_x_hat[row - first] = sum(sum_t_x_hat) * inverse_width;
    }

    // Then dx = rstd * (t - mean(t) - x_hat * mean(t * x_hat)), with what a row has in common multiplied out:
    // dx = rstd * t + (slope * (x - mean) + offset).
    for (std::size_t row = first; row < end; ++row) {
      const double slope = -rstd[row] * rstd[row] * mean_t_x_hat[row - first];
      const double offset = -rstd[row] * mean_t[row - first];
      for_each_group(d_model, [&](std::size_t i, auto lanes) {
        const f64x4 t_i = t(load(dy + row * d_model + i, lanes), i, lanes);
        const f64x4 centred = to_double(load(x + row * d_model + i, lanes)) - splat4(mean[row]);
        const f64x4 dx_i = splat4(rstd[row]) * t_i + (splat4(slope) * centred + splat4(offset));
        store(dx + row * d_model + i, to_float(dx_i), lanes);
      });
    }
  }
}

}  // namespace addnorm
