// Entropy, against the standard library in double.
#include "math/entropy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect.h"
#include "inputs.h"

namespace addnorm::test {
namespace {

double expected_entropy(std::span<const float> p) {
  double total = 0.0;
  for (const double p_i : to_double(p)) total -= p_i > 0.0 ? p_i * std::log(p_i) : 0.0;
  return total;
}

TEST(Entropy, OfAnyProbabilitiesIsThatOfTheLogarithmInDouble) {
  for (const std::size_t n : kSizes) {
    for (const double exponent : {1.0, 3.0, 12.0}) {
      std::vector<float> p = uniform(n, n, 0.0, 1.0);
      for (float& p_i : p) p_i = static_cast<float>(std::pow(p_i, exponent));
      EXPECT_TRUE(is_close(math::entropy(p.data(), n), expected_entropy(p), 1e-7, 5e-7))
          << n << " " << exponent;
    }
  }
}

// Each number by itself, through every power of two that a float has.
TEST(Entropy, OfOneNumberIsRightFromTheSmallestFloatTo1) {
  for (int exponent = -149; exponent < 0; ++exponent) {
    for (const double mantissa : {1.0, 1.2, 1.41421, 1.41422, 1.7, 1.9999999}) {
      const float p = static_cast<float>(std::ldexp(mantissa, exponent));
      // Of subnormal numbers it is nothing that a sum could notice.
      const double atol = exponent < -126 ? 1e-35 : 0.0;
      EXPECT_TRUE(is_close(math::entropy(&p, 1), expected_entropy({&p, 1}), atol, 4e-7)) << p;
    }
  }
}

TEST(Entropy, OfNAlikeIsTheLogarithmOfN) {
  for (const std::size_t n : kSizes) {
    const std::vector<float> p(n, static_cast<float>(1.0 / static_cast<double>(n)));
    EXPECT_TRUE(is_close(math::entropy(p.data(), n), std::log(static_cast<double>(n)), 0.0, 5e-7)) << n;
  }
}

TEST(Entropy, OfWhatIsCertainIs0ToTheBit) {
  for (const std::size_t n : kSizes) {
    for (const std::size_t at : {std::size_t{0}, n / 2, n - 1}) {
      std::vector<float> p(n, 0.0F);
      p[at] = 1.0F;
      const double entropy = math::entropy(p.data(), n);
      EXPECT_EQ(entropy, 0.0);
      EXPECT_FALSE(std::signbit(entropy));
    }
  }
  EXPECT_EQ(math::entropy(nullptr, 0), 0.0);
}

TEST(Entropy, WithANanIsNan) {
  for (const std::size_t n : kSizes) {
    std::vector<float> p(n, 0.5F);
    p[n / 2] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(std::isnan(math::entropy(p.data(), n))) << n;
  }
}

}  // namespace
}  // namespace addnorm::test
