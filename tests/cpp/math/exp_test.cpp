// exp of four floats and of one double, against the standard library in higher precision.
#include "math/exp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ulp.h"

namespace addnorm::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

float exp_float(float x) {
  return at_lanes([](simd::f32x4 v) { return simd::exp(v); }, x);
}

struct Range {
  double low, high, max_ulps;
};

TEST(Exp, FourFloatsAreWithinOneUlp) {
  const Range ranges[] = {
      {-1e-30, 1e-30, 0.51}, {-0.35, 0.35, 1.0},   {-1.0, 1.0, 1.0},
      {-20.0, 0.0, 1.0},     {-87.3, 88.722, 1.0},  // ordinary results
      {-104.5, -87.3, 1.0},                         // subnormal results and 0
      {-3e38, 3e38, 1.0},
  };
  for (const Range& range : ranges) {
    const auto worst = worst_error(
        exp_float, [](double x) { return std::exp(x); }, ulp_error<float, double>,
        static_cast<float>(range.low), static_cast<float>(range.high));
    EXPECT_LE(worst.error, range.max_ulps)
        << "at " << worst.at << " in " << range.low << " ... " << range.high;
  }
}

TEST(Exp, FourFloatsAtTheEdges) {
  EXPECT_EQ(exp_float(0.0F), 1.0F);
  EXPECT_EQ(exp_float(-0.0F), 1.0F);
  EXPECT_LT(exp_float(88.72F), kInf);
  EXPECT_EQ(exp_float(88.73F), kInf);
  EXPECT_EQ(exp_float(3e38F), kInf);
  EXPECT_EQ(exp_float(kInf), kInf);
  EXPECT_EQ(exp_float(-103.9F), 0x1p-149F);
  EXPECT_EQ(exp_float(-104.0F), 0.0F);
  EXPECT_EQ(exp_float(-3e38F), 0.0F);
  EXPECT_EQ(exp_float(-kInf), 0.0F);
  EXPECT_FALSE(std::signbit(exp_float(-kInf)));
  EXPECT_TRUE(std::isnan(exp_float(kNaN)));
  EXPECT_TRUE(std::isnan(exp_float(-kNaN)));
}

TEST(Exp, FourLanesDoNotMix) {
  const float x[] = {kNaN, 1.0F, -kInf, 200.0F};
  const simd::f32x4 y = simd::exp(simd::load(x));
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(ulp_error(simd::lane(y, i), static_cast<double>(exp_float(x[i]))), 0.0) << i;
  }
}

float exp_of_nonpositive(float x) {
  return at_lanes([](simd::f32x4 v) { return simd::exp_of_nonpositive(v); }, x);
}

TEST(Exp, OfNonpositiveIsWithinOneUlpWhereTheResultIsAnOrdinaryFloat) {
  const Range ranges[] = {{-1e-30, 0.0, 0.51}, {-0.35, 0.0, 1.0}, {-20.0, 0.0, 1.0}, {-87.32, 0.0, 1.0}};
  for (const Range& range : ranges) {
    const auto worst = worst_error(
        exp_of_nonpositive, [](double x) { return std::exp(x); }, ulp_error<float, double>,
        static_cast<float>(range.low), static_cast<float>(range.high));
    EXPECT_LE(worst.error, range.max_ulps)
        << "at " << worst.at << " in " << range.low << " ... " << range.high;
  }
}

TEST(Exp, OfNonpositiveAtTheEdges) {
  EXPECT_EQ(exp_of_nonpositive(0.0F), 1.0F);
  EXPECT_EQ(exp_of_nonpositive(-0.0F), 1.0F);
  EXPECT_GE(exp_of_nonpositive(-87.33F), 0x1p-126F);
  // Between the last ordinary float and 0 the result is subnormal, and off by at most their spacing.
  for (const float x : {-87.34F, -87.5F, -87.68F}) {
    EXPECT_NEAR(static_cast<double>(exp_of_nonpositive(x)), std::exp(static_cast<double>(x)), 0x1p-149);
  }
  EXPECT_EQ(exp_of_nonpositive(-87.69F), 0.0F);
  EXPECT_EQ(exp_of_nonpositive(-89.0F), 0.0F);
  EXPECT_EQ(exp_of_nonpositive(-3e38F), 0.0F);
  EXPECT_EQ(exp_of_nonpositive(-kInf), 0.0F);
  EXPECT_FALSE(std::signbit(exp_of_nonpositive(-kInf)));
  EXPECT_TRUE(std::isnan(exp_of_nonpositive(kNaN)));
  EXPECT_TRUE(std::isnan(exp_of_nonpositive(-kNaN)));
}

// Scores of -inf are how a mask may arrive; a build that assumes finite numbers gets 8.757 here.
TEST(Exp, MinusInfinityWeighsNothingInASoftmaxSum) {
  const float scores[] = {-kInf, 1.0F, 2.0F, -kInf};
  EXPECT_NEAR(simd::sum(simd::exp(simd::load(scores) - simd::splat(2.0F))), 1.36787944F, 1e-7F);
}

TEST(Exp, DoubleIsWithinOneUlp) {
  const Range ranges[] = {{-1e-300, 1e-300, 0.51},
                          {-0.35, 0.35, 1.0},
                          {-1.0, 1.0, 1.0},
                          {-700.0, 709.0, 1.0},
                          {-746.0, -700.0, 1.0}};
  for (const Range& range : ranges) {
    const auto worst = worst_error(
        math::exp, [](double x) { return std::exp(static_cast<long double>(x)); },
        ulp_error<double, long double>, range.low, range.high);
    EXPECT_LE(worst.error, range.max_ulps)
        << "at " << worst.at << " in " << range.low << " ... " << range.high;
  }
}

TEST(Exp, DoubleAtTheEdges) {
  constexpr double kDoubleInf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(math::exp(0.0), 1.0);
  EXPECT_EQ(math::exp(-0.0), 1.0);
  EXPECT_LT(math::exp(709.78), kDoubleInf);
  EXPECT_EQ(math::exp(709.79), kDoubleInf);
  EXPECT_EQ(math::exp(1e300), kDoubleInf);
  EXPECT_EQ(math::exp(kDoubleInf), kDoubleInf);
  EXPECT_EQ(math::exp(-745.1), 0x1p-1074);
  EXPECT_EQ(math::exp(-745.2), 0.0);
  EXPECT_EQ(math::exp(-1e300), 0.0);
  EXPECT_EQ(math::exp(-kDoubleInf), 0.0);
  EXPECT_TRUE(std::isnan(math::exp(std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace
}  // namespace addnorm::test
