// Schedules; the contract is in schedule.h.
#include "train/schedule.h"

#include <algorithm>
#include <cmath>

#include "math/mutant.h"
#include "math/sincos.h"

namespace addnorm {

namespace {

constexpr double kPi = 3.141592653589793;

double warm_up(double step, double warmup) {
  if (is_mutant<"warm-up off by one">()) return step < warmup ? (step - 1.0) / warmup : 1.0;
  return step < warmup ? step / warmup : 1.0;
}

double cosine(const ScheduleConfig& schedule, double step) {
  if (step < schedule.warmup) return warm_up(step, schedule.warmup);
  if (step >= schedule.total_steps) return 0.0;
  const double progress = (step - schedule.warmup) / (schedule.total_steps - schedule.warmup);
  return 0.5 * (1.0 + math::cos(kPi * progress));
}

}  // namespace

double learning_rate(const ScheduleConfig& schedule, double lr, double step, std::size_t d_model) {
  const double warmup = schedule.warmup;
  switch (schedule.kind) {
    case ScheduleKind::kConstant:
      return lr;
    case ScheduleKind::kLinear:
      return lr * warm_up(step, warmup);
    case ScheduleKind::kCosine:
      return lr * cosine(schedule, step);
    case ScheduleKind::kInverseSqrt:
      return step < warmup ? lr * step / warmup : lr * std::sqrt(std::max(warmup, 1.0) / step);
    case ScheduleKind::kNoam: {
      const double decay = 1.0 / std::sqrt(step);
      const double rise = warmup > 0.0 ? step / (warmup * std::sqrt(warmup)) : decay;
      return std::min(decay, rise) / std::sqrt(static_cast<double>(d_model));
    }
  }
  return lr;
}

}  // namespace addnorm
