// The learning rate of every schedule against the reference, step by step.
#include "train/schedule.h"

#include <gtest/gtest.h>

#include <cmath>

#include "expect.h"
#include "reference/schedule.h"

namespace addnorm::test {
namespace {

constexpr ScheduleKind kSchedules[] = {ScheduleKind::kConstant, ScheduleKind::kLinear, ScheduleKind::kCosine,
                                       ScheduleKind::kInverseSqrt, ScheduleKind::kNoam};

TEST(Schedule, IsTheReferenceAtEveryStep) {
  for (const ScheduleKind kind : kSchedules) {
    for (const double warmup : {0.0, 1.0, 4.0, 200.0, 5000.0}) {
      for (const double total_steps : {1.0, 100.0, 1000.0}) {
        const ScheduleConfig schedule = {kind, warmup, total_steps};
        for (double step = 1.0; step <= 1200.0; ++step) {
          const double expected = reference::learning_rate(schedule, 5e-3, 32, step);
          const double rate = learning_rate(schedule, 5e-3, step, 32);
          ASSERT_TRUE(is_close(rate, expected, 1e-17, 1e-12))
              << static_cast<int>(kind) << ", warm-up " << warmup << ", step " << step << ": " << rate << " "
              << expected;
          ASSERT_TRUE(std::isfinite(rate) && rate >= 0.0);
        }
      }
    }
  }
}

// The first step already does something, and the peak is the learning rate itself.
TEST(Schedule, LinearWarmUpStartsAtAFractionAndEndsAtTheWhole) {
  const double expected[] = {0.025, 0.05, 0.075, 0.1, 0.1};
  for (int step = 1; step <= 5; ++step) {
    EXPECT_NEAR(learning_rate({ScheduleKind::kLinear, 4, 1000}, 0.1, step, 32), expected[step - 1], 1e-16)
        << step;
  }
  EXPECT_EQ(learning_rate({ScheduleKind::kLinear, 4, 1000}, 0.1, 4, 32), 0.1);
  EXPECT_EQ(learning_rate({ScheduleKind::kLinear, 0, 1000}, 0.1, 1, 32), 0.1);
}

TEST(Schedule, WarmUpsRiseAndDecaysFall) {
  for (const ScheduleKind kind : kSchedules) {
    for (double step = 1.0; step < 300.0; ++step) {
      const ScheduleConfig schedule = {kind, 50, 250};
      const double now = learning_rate(schedule, 0.1, step, 32);
      const double next = learning_rate(schedule, 0.1, step + 1.0, 32);
      if (kind == ScheduleKind::kConstant) {
        EXPECT_EQ(next, now);
      } else if (step < 50.0) {
        EXPECT_GT(next, now) << static_cast<int>(kind) << " " << step;
      } else {
        EXPECT_LE(next, now) << static_cast<int>(kind) << " " << step;
      }
    }
  }
}

}  // namespace
}  // namespace addnorm::test
