// log of a double, against the standard library in higher precision.
#include "math/log.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "math/exp.h"
#include "ulp.h"

namespace addnorm::test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(Log, IsWithinOneUlp) {
  const struct {
    double low, high;
  } ranges[] = {{0.5, 2.0},     {0.99, 1.01},           {1e-3, 1.0},         {1.0, 1e3},
                {0x1p-53, 1.0}, {0x1p-1074, 0x1p-1022}, {0x1p-1022, 1.7e308}};
  for (const auto& range : ranges) {
    const auto worst = worst_error(
        math::log, [](double x) { return std::log(static_cast<long double>(x)); },
        ulp_error<double, long double>, range.low, range.high);
    EXPECT_LE(worst.error, 1.0) << "at " << worst.at << " in " << range.low << " ... " << range.high;
  }
}

TEST(Log, AtTheEdges) {
  EXPECT_EQ(math::log(1.0), 0.0);
  EXPECT_EQ(math::log(2.0), 0x1.62e42fefa39efp-1);
  EXPECT_EQ(math::log(0.0), -kInf);
  EXPECT_EQ(math::log(-0.0), -kInf);
  EXPECT_EQ(math::log(kInf), kInf);
  for (const double x : {-1.0, -0x1p-1074, -kInf, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_TRUE(std::isnan(math::log(x))) << x;
  }
}

TEST(Log, UndoesExp) {
  sweep(-700.0, 700.0, 20000,
        [](double x) { ASSERT_NEAR(math::log(math::exp(x)), x, 2.3e-16 * std::max(1.0, std::abs(x))) << x; });
}

}  // namespace
}  // namespace addnorm::test
