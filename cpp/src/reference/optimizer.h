// One update of one tensor by SGD, Adam or AdamW, and clipping of all gradients by their global norm.
// The fast version is src/kernels/optimizer.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "addnorm/config.h"
#include "reference/vector.h"

namespace addnorm::reference {

// velocity = momentum * velocity + g; p -= lr * velocity, with g = grad + weight_decay * p.
inline void sgd(Vector& p, Vector& velocity, const Vector& grad, double lr, double momentum,
                double weight_decay) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double g = grad[i] + weight_decay * p[i];
    velocity[i] = momentum * velocity[i] + g;
    p[i] -= lr * velocity[i];
  }
}

// Adam (Kingma and Ba 2015, algorithm 1) and AdamW (Loshchilov and Hutter 2019, algorithm 2). step is counted
// from 1. Adam adds the decay to the gradient, where the moments feel it; AdamW takes it off the parameter.
inline void adam(Vector& p, Vector& m, Vector& v, const Vector& grad, const OptimizerConfig& config,
                 double lr, double weight_decay, double step) {
  const bool is_decoupled = config.kind == OptimizerKind::kAdamw;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double g = is_decoupled ? grad[i] : grad[i] + weight_decay * p[i];
    if (is_decoupled) p[i] -= lr * weight_decay * p[i];

    m[i] = config.beta1 * m[i] + (1.0 - config.beta1) * g;
    v[i] = config.beta2 * v[i] + (1.0 - config.beta2) * g * g;
    // Both moments started at 0 and are too small by these factors. What is stored stays uncorrected.
    const double m_hat = m[i] / (1.0 - std::pow(config.beta1, step));
    const double v_hat = v[i] / (1.0 - std::pow(config.beta2, step));
    p[i] -= lr * m_hat / (std::sqrt(v_hat) + config.eps);
  }
}

// Scales all gradients together so that their norm is at most max_norm (Pascanu et al. 2013, algorithm 1);
// returns the norm they had. The largest element is taken out before squaring, so nothing overflows. A
// gradient that is not finite has no norm: NaN is returned and nothing is scaled.
inline double clip_by_global_norm(std::map<std::string, Vector>& gradients, double max_norm) {
  double max = 0.0;
  for (const auto& [name, gradient] : gradients) {
    for (const double g : gradient) {
      if (!std::isfinite(g)) return std::nan("");
      max = std::max(max, std::abs(g));
    }
  }
  if (max == 0.0) return 0.0;
  double sum_sq = 0.0;
  for (const auto& [name, gradient] : gradients) {
    for (const double g : gradient) sum_sq += (g / max) * (g / max);
  }
  const double norm = max * std::sqrt(sum_sq);
  if (norm > max_norm) {
    for (auto& [name, gradient] : gradients) {
      for (double& g : gradient) g *= max_norm / norm;
    }
  }
  return norm;
}

}  // namespace addnorm::reference
