// The learning rate of a step, steps counted from 1: constant, linear warm-up, cosine (Loshchilov and Hutter
// 2017, eq. 5), inverse square root, and Noam (Vaswani et al. 2017, eq. 3). The version that training uses is
// src/train/schedule.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "addnorm/config.h"

namespace addnorm::reference {

// Rises to 1 within `warmup` steps, so that the first step is already 1 / warmup; 1 at once if there is no
// warm-up.
inline double warmup_factor(double step, double warmup) {
  return warmup > 0.0 ? std::min(1.0, step / warmup) : 1.0;
}

inline double learning_rate(const ScheduleConfig& schedule, double lr, double d_model, double step) {
  const double warmup = schedule.warmup;
  switch (schedule.kind) {
    case ScheduleKind::kConstant:
      return lr;
    case ScheduleKind::kLinear:
      return lr * warmup_factor(step, warmup);
    case ScheduleKind::kCosine: {
      if (step < warmup) return lr * step / warmup;
      if (step >= schedule.total_steps) return 0.0;
      const double done = (step - warmup) / (schedule.total_steps - warmup);
      return lr * 0.5 * (1.0 + std::cos(std::numbers::pi * done));
    }
    case ScheduleKind::kInverseSqrt: {
      const double peak = std::max(warmup, 1.0);
      return lr * std::min(step / peak, std::sqrt(peak / step));
    }
    case ScheduleKind::kNoam: {
      const double peak = std::max(warmup, 1.0);
      return std::min(1.0 / std::sqrt(step), step * std::pow(peak, -1.5)) / std::sqrt(d_model);
    }
  }
  return 0.0;
}

}  // namespace addnorm::reference
