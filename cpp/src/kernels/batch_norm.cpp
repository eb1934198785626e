// BatchNorm, forward and backward, four features at a time; the contract is in addnorm/batch_norm.h.
//
// Order of summation: each feature has one double that adds the rows in order.
#include "addnorm/batch_norm.h"

#include <cmath>

#include "math/f32x4.h"
#include "math/mutant.h"

namespace addnorm {

using namespace simd;

namespace {

struct FeatureStats {
  double mean[kLanes];
  double sum_sq[kLanes];  // of the centred values
};

// Mean first, then the squares of what is left, as in layer_norm.cpp and for the same reason.
template <typename Lanes>
FeatureStats feature_stats(const float* x, std::size_t n_rows, std::size_t d_model, Lanes lanes) {
  f64x4 total = splat4(0.0);
  for (std::size_t row = 0; row < n_rows; ++row) total = total + to_double(load(x + row * d_model, lanes));
  const f64x4 mean = total / splat4(static_cast<double>(n_rows));
  f64x4 squares = splat4(0.0);
  for (std::size_t row = 0; row < n_rows; ++row) {
    const f64x4 centred = to_double(load(x + row * d_model, lanes)) - mean;
    squares = squares + centred * centred;
  }
  FeatureStats stats;
  store(stats.mean, mean);
  store(stats.sum_sq, squares);
  return stats;
}

std::size_t count(Whole) {
  return kLanes;
}
std::size_t count(Tail tail) {
  return tail.n;
}

f64x4 load_doubles(const double* p, Whole) {
  return load(p);
}
f64x4 load_doubles(const double* p, Tail tail) {
  return {pair(p[0], tail.n > 1 ? p[1] : 0.0), pair(tail.n > 2 ? p[2] : 0.0, 0.0)};
}

template <typename Lanes>
f32x4 scale_and_shift(f32x4 x_hat, const float* gamma, const float* beta, std::size_t i, Lanes lanes) {
  if (gamma != nullptr) x_hat = x_hat * load(gamma + i, lanes);
  return beta != nullptr ? x_hat + load(beta + i, lanes) : x_hat;
}

float move_towards(float running, double value) {
  if (is_mutant<"running statistics without memory">()) return static_cast<float>(value);
  return static_cast<float>((1.0 - kBatchNormMomentum) * static_cast<double>(running) +
                            kBatchNormMomentum * value);
}

}  // namespace

void batch_norm(float* out, double* mean, double* rstd, float* running_mean, float* running_var,
                const float* x, const float* gamma, const float* beta, std::size_t n_rows,
                std::size_t d_model, float eps) {
  const double n = static_cast<double>(n_rows);
  const double n_unbiased = is_mutant<"running variance biased">() ? n : n - 1.0;
  for_each_group(d_model, [&](std::size_t i, auto lanes) {
    const FeatureStats stats = feature_stats(x + i, n_rows, d_model, lanes);
    for (std::size_t lane = 0; lane < count(lanes); ++lane) {
      mean[i + lane] = stats.mean[lane];
      rstd[i + lane] = 1.0 / std::sqrt(stats.sum_sq[lane] / n + static_cast<double>(eps));
      // Normalisation divides by n; the running variance, an estimate of the population's, by n - 1.
      if (running_mean != nullptr)
        running_mean[i + lane] = move_towards(running_mean[i + lane], stats.mean[lane]);
      if (running_var != nullptr)
        running_var[i + lane] = move_towards(running_var[i + lane], stats.sum_sq[lane] / n_unbiased);
    }
    const f64x4 feature_mean = load_doubles(mean + i, lanes);
    const f64x4 feature_rstd = load_doubles(rstd + i, lanes);
    for (std::size_t row = 0; row < n_rows; ++row) {
      const f64x4 centred = to_double(load(x + row * d_model + i, lanes)) - feature_mean;
      store(out + row * d_model + i, scale_and_shift(to_float(centred * feature_rstd), gamma, beta, i, lanes),
            lanes);
    }
  });
}

void batch_norm_evaluate(float* out, const float* x, const float* gamma, const float* beta,
                         const float* running_mean, const float* running_var, std::size_t n_rows,
                         std::size_t d_model, float eps) {
  for_each_group(d_model, [&](std::size_t i, auto lanes) {
    double rstd[kLanes] = {};
    for (std::size_t lane = 0; lane < count(lanes); ++lane) {
      rstd[lane] = 1.0 / std::sqrt(static_cast<double>(running_var[i + lane]) + static_cast<double>(eps));
    }
    const f64x4 feature_mean = to_double(load(running_mean + i, lanes));
    const f64x4 feature_rstd = load(rstd);
    for (std::size_t row = 0; row < n_rows; ++row) {
      const f64x4 centred = to_double(load(x + row * d_model + i, lanes)) - feature_mean;
      store(out + row * d_model + i, scale_and_shift(to_float(centred * feature_rstd), gamma, beta, i, lanes),
            lanes);
    }
  });
}

void batch_norm_backward(float* dx, float* dgamma, float* dbeta, const float* dy, const float* x,
                         const float* gamma, const double* mean, const double* rstd, std::size_t n_rows,
                         std::size_t d_model) {
  const double n = static_cast<double>(n_rows);
  for_each_group(d_model, [&](std::size_t i, auto lanes) {
    const f64x4 feature_mean = load_doubles(mean + i, lanes);
    const f64x4 feature_rstd = load_doubles(rstd + i, lanes);
    const auto x_hat = [&](std::size_t row) {
      return (to_double(load(x + row * d_model + i, lanes)) - feature_mean) * feature_rstd;
    };

    // gamma is the same in all rows, so mean(t) = gamma * mean(dy) and mean(t * x_hat) = gamma * mean(dy *
    // x_hat).
    f64x4 sum_dy = splat4(0.0);
    f64x4 sum_dy_x_hat = splat4(0.0);
    for (std::size_t row = 0; row < n_rows; ++row) {
      const f64x4 dy_i = to_double(load(dy + row * d_model + i, lanes));
      sum_dy = sum_dy + dy_i;
      sum_dy_x_hat = sum_dy_x_hat + dy_i * x_hat(row);
    }
    if (dgamma != nullptr) store(dgamma + i, load(dgamma + i, lanes) + to_float(sum_dy_x_hat), lanes);
    if (dbeta != nullptr) store(dbeta + i, load(dbeta + i, lanes) + to_float(sum_dy), lanes);

    // dx = gamma * rstd * (dy - mean(dy) - x_hat * mean(dy * x_hat)), means over rows.
    const f64x4 mean_dy = sum_dy / splat4(n);
    const f64x4 mean_dy_x_hat = sum_dy_x_hat / splat4(n);
    const f64x4 gain = gamma != nullptr ? to_double(load(gamma + i, lanes)) * feature_rstd : feature_rstd;
    for (std::size_t row = 0; row < n_rows; ++row) {
      const f64x4 dy_i = to_double(load(dy + row * d_model + i, lanes));
      const f64x4 centred = dy_i - mean_dy - x_hat(row) * mean_dy_x_hat;
      store(dx + row * d_model + i, to_float(gain * centred), lanes);
    }
  });
}

}  // namespace addnorm
