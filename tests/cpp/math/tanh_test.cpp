// tanh of four floats, against the standard library in double.
#include "math/tanh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "math/bit_cast.h"
#include "ulp.h"

namespace addnorm::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

float tanh_float(float x) {
  return at_lanes([](simd::f32x4 v) { return simd::tanh(v); }, x);
}

TEST(Tanh, IsWithinTwoUlp) {
  const struct {
    float low, high;
    double max_ulps;
  } ranges[] = {{-1e-10F, 1e-10F, 0.51},
                {0.0F, 0.5F, 1.0},
                {0.5F, 0.75F, 1.5},
                {0.75F, 9.1F, 1.5},
                {-3e38F, 3e38F, 1.5}};
  for (const auto& range : ranges) {
    const auto worst = worst_error(
        tanh_float, [](double x) { return std::tanh(x); }, ulp_error<float, double>, range.low, range.high);
    EXPECT_LE(worst.error, range.max_ulps)
        << "at " << worst.at << " in " << range.low << " ... " << range.high;
  }
}

TEST(Tanh, IsOddToTheBit) {
  sweep(0.0F, 20.0F, 20000, [](float x) {
    ASSERT_EQ(bit_cast<std::uint32_t>(tanh_float(-x)), bit_cast<std::uint32_t>(-tanh_float(x))) << x;
  });
}

TEST(Tanh, TinyNumbersAreTheirOwnTanh) {
  for (const float x : {0.0F, 0x1p-149F, 1e-40F, 1e-30F, 1e-5F}) {
    EXPECT_EQ(bit_cast<std::uint32_t>(tanh_float(x)), bit_cast<std::uint32_t>(x)) << x;
    EXPECT_EQ(bit_cast<std::uint32_t>(tanh_float(-x)), bit_cast<std::uint32_t>(-x)) << x;
  }
}

TEST(Tanh, SaturatesAtOneAndNeverPassesIt) {
  for (const float x : {9.1F, 10.0F, 20.0F, 100.0F, 3e38F, kInf}) {
    EXPECT_EQ(tanh_float(x), 1.0F) << x;
    EXPECT_EQ(tanh_float(-x), -1.0F) << x;
  }
  sweep(5.0F, 12.0F, 20000, [](float x) { ASSERT_LE(tanh_float(x), 1.0F) << x; });
}

TEST(Tanh, NaNStays) {
  EXPECT_TRUE(std::isnan(tanh_float(kNaN)));
  EXPECT_TRUE(std::isnan(tanh_float(-kNaN)));
}

}  // namespace
}  // namespace addnorm::test
