// The measure itself, which the tests of src/math rely on.
#include "ulp.h"

#include <gtest/gtest.h>

#include <limits>

namespace addnorm::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

TEST(Ulp, CountsUnitsInTheLastPlaceOfTheReference) {
  EXPECT_EQ(ulp_error(1.0F, 1.0), 0.0);
  EXPECT_EQ(ulp_error(1.0F + 0x1p-23F, 1.0), 1.0);
  EXPECT_EQ(ulp_error(1.0F, 1.0 + 0x1p-24), 0.5);
  EXPECT_EQ(ulp_error(-1.5F, -1.5 + 0x1p-22), 2.0);
  EXPECT_EQ(ulp_error(0.0F, 0x1p-149), 1.0);
  EXPECT_EQ(ulp_error(0x1p-149F, 0.0), 1.0);
  EXPECT_EQ(ulp_error(1.0 + 0x1p-52, 1.0), 1.0);
}

TEST(Ulp, NaNAndInfinityMatchOnlyThemselves) {
  EXPECT_EQ(ulp_error(kNaN, static_cast<double>(kNaN)), 0.0);
  EXPECT_EQ(ulp_error(kNaN, 0.0), kInf);
  EXPECT_EQ(ulp_error(0.0F, static_cast<double>(kNaN)), kInf);
  EXPECT_EQ(ulp_error(kInf, 1e39), 0.0);
  EXPECT_EQ(ulp_error(-kInf, 1e39), kInf);
  EXPECT_EQ(ulp_error(3e38F, 1e39), kInf);
  EXPECT_EQ(ulp_error(kInf, 3e38), kInf);
}

TEST(Ulp, TheWorstOfManyIsKeptAndNaNIsWorstOfAll) {
  Worst<float> worst;
  for (const float error : {1.0F, 3.0F, 2.0F}) worst.take(error, error * 10);
  EXPECT_EQ(worst.error, 3.0);
  EXPECT_EQ(worst.at, 30.0F);
  worst.take(kNaN, 7.0F);
  worst.take(kInf, 8.0F);
  EXPECT_TRUE(std::isnan(worst.error));
  EXPECT_EQ(worst.at, 7.0F);
}

TEST(Ulp, ASweepStaysBetweenItsEndsAndReachesBoth) {
  int count = 0;
  float lowest = kInf;
  float highest = -kInf;
  int tiny = 0;
  sweep(-3e38F, 2e38F, 10000, [&](float x) {
    ++count;
    lowest = std::min(lowest, x);
    highest = std::max(highest, x);
    tiny += std::abs(x) < 1e-30F ? 1 : 0;
  });
  EXPECT_EQ(count, 10000);
  EXPECT_EQ(lowest, -3e38F);
  EXPECT_EQ(highest, 2e38F);
  EXPECT_GT(tiny, 500);
}

}  // namespace
}  // namespace addnorm::test
