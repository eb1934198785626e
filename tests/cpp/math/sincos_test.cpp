// sin and cos of a double, against the standard library in higher precision.
#include "math/sincos.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "ulp.h"

namespace addnorm::test {
namespace {

double absolute_error(double got, long double want) {
  return static_cast<double>(std::abs(got - want));
}

TEST(SinCos, AbsoluteErrorIsSmallForEveryAngle) {
  for (const double bound : {1e-3, 0.8, 2.0 * std::numbers::pi, 1e3, 1e5, math::kMaxAngle}) {
    const auto sine = worst_error(
        math::sin, [](double x) { return std::sin(static_cast<long double>(x)); }, absolute_error, -bound,
        bound);
    EXPECT_LE(sine.error, 2e-16 + 1e-17) << "sin at " << sine.at;
    const auto cosine = worst_error(
        math::cos, [](double x) { return std::cos(static_cast<long double>(x)); }, absolute_error, -bound,
        bound);
    EXPECT_LE(cosine.error, 2e-16 + 1e-17) << "cos at " << cosine.at;
  }
}

TEST(SinCos, PositionsAreWhereTheReductionIsHardest) {
  Worst<double> worst;
  for (int position = 0; position <= 100000; position += 7) {
    const double x = position;
    worst.take(absolute_error(math::sin(x), std::sin(static_cast<long double>(x))), x);
    // Next to the zeros of the sine.
    const double zero = std::numbers::pi * position;
    worst.take(absolute_error(math::sin(zero), std::sin(static_cast<long double>(zero))), zero);
  }
  EXPECT_LE(worst.error, 2e-16 + 1e-17) << "at " << worst.at;
}

TEST(SinCos, AtTheEdges) {
  EXPECT_EQ(math::sin(0.0), 0.0);
  EXPECT_EQ(math::cos(0.0), 1.0);
  EXPECT_EQ(math::sin(0x1p-1074), 0x1p-1074);
  EXPECT_NEAR(math::cos(std::numbers::pi), -1.0, 1e-16);
  EXPECT_NEAR(math::sin(std::numbers::pi / 2), 1.0, 1e-16);
  EXPECT_NEAR(math::sin(-std::numbers::pi / 2), -1.0, 1e-16);
}

TEST(SinCos, NoAnswerForWhatHasNone) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  for (const double x : {kInf, -kInf, std::numeric_limits<double>::quiet_NaN(), 1048577.0, -1e300}) {
    EXPECT_TRUE(std::isnan(math::sin(x))) << x;
    EXPECT_TRUE(std::isnan(math::cos(x))) << x;
  }
}

TEST(SinCos, SquaresAddUpToOne) {
  sweep(-100.0, 100.0, 20000, [](double x) {
    ASSERT_NEAR(math::sin(x) * math::sin(x) + math::cos(x) * math::cos(x), 1.0, 1e-15) << x;
  });
}

}  // namespace
}  // namespace addnorm::test
