// The standard normal distribution, against erfc and exp of the standard library in double.
#include "math/normal_cdf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "ulp.h"

namespace addnorm::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
// Below it results are subnormal, and their relative error grows by the nature of such numbers.
constexpr float kLastOrdinary = 12.9F;

float cdf_float(float x) {
  return at_lanes([](simd::f32x4 v) { return simd::normal_cdf(v); }, x);
}
float pdf_float(float x) {
  return at_lanes([](simd::f32x4 v) { return simd::normal_pdf(v); }, x);
}
double cdf(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}
double pdf(double x) {
  return std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi);
}

double relative_error(float got, double want) {
  return std::abs(got - want) / std::abs(want);
}

TEST(NormalCdf, RelativeErrorIsSmallInTheTailsToo) {
  const struct {
    float low, high;
    double bound;
  } ranges[] = {{-1e-6F, 1e-6F, 5e-7},
                {-1.0F, 1.0F, 5e-7},
                {-3.0F, 3.0F, 5e-7},
                {-kLastOrdinary, -3.0F, 5e-7},
                {3.0F, 1e30F, 1e-7}};
  for (const auto& range : ranges) {
    const auto worst = worst_error(cdf_float, cdf, relative_error, range.low, range.high);
    EXPECT_LE(worst.error, range.bound) << "at " << worst.at << " in " << range.low << " ... " << range.high;
  }
}

TEST(NormalCdf, SubnormalResultsAreWithinOneUlp) {
  const auto worst = worst_error(cdf_float, cdf, ulp_error<float, double>, -16.0F, -13.1F);
  EXPECT_LE(worst.error, 1.0) << "at " << worst.at;
}

TEST(NormalCdf, DensityHasASmallRelativeError) {
  for (const float bound : {1.0F, 3.0F, kLastOrdinary}) {
    const auto worst = worst_error(pdf_float, pdf, relative_error, -bound, bound);
    EXPECT_LE(worst.error, 2e-7) << "at " << worst.at;
  }
}

TEST(NormalCdf, DensityIsEven) {
  sweep(0.0F, 20.0F, 20000, [](float x) { ASSERT_EQ(pdf_float(x), pdf_float(-x)) << x; });
}

// gelu(x) = x Phi(x), and its derivative Phi(x) + x phi(x), are what these functions are for.
TEST(NormalCdf, GeluHasASmallRelativeErrorAndItsDerivativeASmallError) {
  for (const auto& [low, high] : {std::pair{-3.0F, -1e-30F}, std::pair{1e-30F, 10.0F}}) {
    const auto gelu = worst_error([](float x) { return x * cdf_float(x); },
                                  [](double x) { return x * cdf(x); }, relative_error, low, high);
    EXPECT_LE(gelu.error, 6e-7) << "at " << gelu.at;
  }
  const auto derivative = worst_error(
      [](float x) { return cdf_float(x) + x * pdf_float(x); }, [](double x) { return cdf(x) + x * pdf(x); },
      [](float got, double want) { return std::abs(got - want); }, -20.0F, 20.0F);
  EXPECT_LE(derivative.error, 5e-7) << "at " << derivative.at;
}

TEST(NormalCdf, AtTheEdges) {
  EXPECT_EQ(cdf_float(0.0F), 0.5F);
  EXPECT_EQ(cdf_float(-0.0F), 0.5F);
  for (const float far : {20.0F, 3e38F, kInf}) {
    EXPECT_EQ(cdf_float(far), 1.0F) << far;
    EXPECT_EQ(cdf_float(-far), 0.0F) << far;
    EXPECT_EQ(pdf_float(far), 0.0F) << far;
  }
  EXPECT_EQ(pdf_float(0.0F), 0.398942280F);
  for (const float nan : {kNaN, -kNaN}) {
    EXPECT_TRUE(std::isnan(cdf_float(nan)));
    EXPECT_TRUE(std::isnan(pdf_float(nan)));
  }
}

TEST(NormalCdf, StaysBetweenZeroAndOne) {
  sweep(-20.0F, 20.0F, 50000, [](float x) {
    ASSERT_GE(cdf_float(x), 0.0F) << x;
    ASSERT_LE(cdf_float(x), 1.0F) << x;
  });
}

}  // namespace
}  // namespace addnorm::test
