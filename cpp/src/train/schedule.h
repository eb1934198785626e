// The learning rate of a step, steps counted from 1. The readable version is src/reference/schedule.h.
//
// constant: lr. linear: lr * min(1, step / warmup). cosine: linear warm-up, then half a cosine from lr to 0
// at total_steps. inverseSqrt: linear warm-up, then lr * sqrt(warmup / step); without warm-up lr /
// sqrt(step). noam: d_model^-1/2 * min(step^-1/2, step * warmup^-3/2) (Vaswani et al. 2017, eq. 3), which
// does not use lr. A warm-up of 0 is none.
#pragma once

#include <cstddef>

#include "addnorm/config.h"

namespace addnorm {

double learning_rate(const ScheduleConfig& schedule, double lr, double step, std::size_t d_model);

}  // namespace addnorm
