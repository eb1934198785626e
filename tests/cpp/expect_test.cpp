// The tests' own tools: a comparison that lets NaN through, or a guard that does not see a write, would make
// every other test worth nothing.
#include "expect.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "guarded_buffer.h"
#include "inputs.h"
#include "math/bit_cast.h"

namespace addnorm::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(Expect, ClosenessTreatsNanAndInfinityAsWritten) {
  struct Case {
    double actual, expected, atol, rtol;
    bool is_close;
  };
  const Case cases[] = {
      {1.0, 1.0, 0.0, 0.0, true},     {1.0, 1.1, 0.05, 0.0, false},   {1.0, 1.1, 0.0, 0.1, true},
      {kNan, kNan, 0.0, 0.0, true},   {kNan, kInf, 1e9, 1e9, false},  {kInf, kNan, 1e9, 1e9, false},
      {kNan, 0.0, 1e9, 1e9, false},   {0.0, kNan, 1e9, 1e9, false},   {kInf, kInf, 0.0, 0.0, true},
      {kInf, -kInf, 1e9, 1e9, false}, {-kInf, kInf, 1e9, 1e9, false}, {kInf, 1e308, 1e9, 0.5, false},
      {1e308, kInf, 1e9, 1e9, false}, {0.0, -0.0, 0.0, 0.0, true},    {-0.0, 0.0, 0.0, 0.0, true},
      {1e-30, 0.0, 0.0, 1.0, false},  {1e-30, 0.0, 1e-29, 0.0, true}, {0.0, 1e-30, 0.0, 0.5, false},
      {-1.0, 1.0, 0.5, 0.5, false},   {kInf, 0.0, kInf, 0.0, true},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(is_close(c.actual, c.expected, c.atol, c.rtol), c.is_close)
        << c.actual << " against " << c.expected << " within " << c.atol << " + " << c.rtol;
  }
}

TEST(Expect, LengthsMustAgree) {
  const std::vector<double> two = {1.0, 2.0};
  const std::vector<double> three = {1.0, 2.0, 3.0};
  EXPECT_EQ(close_mismatch(two, three, 1e9, 1e9), "2 elements, expected 3");
  EXPECT_EQ(close_mismatch(three, two, 1e9, 1e9), "3 elements, expected 2");
  EXPECT_NE(close_mismatch({}, two, 1e9, 1e9), "");
  EXPECT_EQ(close_mismatch({}, {}, 0.0, 0.0), "");
  EXPECT_NE(relative_l2_mismatch(two, three, 1e9), "");
  EXPECT_NE(bits_mismatch(std::vector<float>{1.0F}, {}), "");
}

TEST(Expect, MessagesNameTheIndexAndBothValues) {
  const std::string text =
      close_mismatch(std::vector<double>{1.0, 2.5}, std::vector<double>{1.0, 2.0}, 0.25, 0.0);
  EXPECT_NE(text.find("[1] is 2.5, expected 2 "), std::string::npos) << text;
}

TEST(Expect, RelativeL2WeighsTheWholeVectorAndLetsNoNanThrough) {
  const std::vector<double> expected = {3.0, 4.0, 0.0};
  EXPECT_EQ(relative_l2_mismatch(std::vector<double>{3.0, 4.0, 0.04}, expected, 0.01), "");
  EXPECT_NE(relative_l2_mismatch(std::vector<double>{3.0, 4.0, 0.06}, expected, 0.01), "");
  EXPECT_EQ(relative_l2_mismatch(std::vector<double>{3.0, 4.0, 0.06}, expected, 0.01, 0.02), "");
  EXPECT_NE(relative_l2_mismatch(std::vector<double>{3.0, 4.0, kNan}, expected, 1e9), "");
  EXPECT_NE(relative_l2_mismatch(std::vector<double>{3.0, 4.0, kInf}, expected, 1e9), "");
  EXPECT_NE(relative_l2_mismatch(std::vector<double>{1e-30}, std::vector<double>{0.0}, 1e9), "");

  const std::vector<double> expected_nan = {3.0, kNan};
  EXPECT_EQ(relative_l2_mismatch(std::vector<double>{3.0, kNan}, expected_nan, 1e-9), "");
  EXPECT_NE(relative_l2_mismatch(std::vector<double>{3.0, 0.0}, expected_nan, 1e9), "");
  EXPECT_NE(relative_l2_mismatch(std::vector<double>{kNan, kNan}, expected_nan, 1e9), "");
}

TEST(Expect, BitsTellZerosApartButNotNans) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float other_nan = bit_cast<float>(0xFFC12345U);
  EXPECT_EQ(bits_mismatch(std::vector<float>{1.5F, nan}, std::vector<float>{1.5F, other_nan}), "");
  EXPECT_NE(bits_mismatch(std::vector<float>{0.0F}, std::vector<float>{-0.0F}), "");
  EXPECT_NE(bits_mismatch(std::vector<float>{1.0F}, std::vector<float>{std::nextafter(1.0F, 2.0F)}), "");
  EXPECT_NE(bits_mismatch(std::vector<float>{nan}, std::vector<float>{1.0F}), "");
  EXPECT_NE(bits_mismatch(std::vector<float>{1.0F}, std::vector<float>{nan}), "");
}

TEST(Expect, UlpDistanceCountsFloats) {
  const float min = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(ulp_distance(1.0F, 1.0F), 0);
  EXPECT_EQ(ulp_distance(0.0F, -0.0F), 0);
  EXPECT_EQ(ulp_distance(1.0F, std::nextafter(1.0F, 2.0F)), 1);
  EXPECT_EQ(ulp_distance(min, -min), 2);
  EXPECT_EQ(ulp_distance(1.0F, 2.0F), 1 << 23);
  EXPECT_EQ(ulp_distance(-1.0F, -2.0F), 1 << 23);
  EXPECT_EQ(ulp_distance(std::numeric_limits<float>::max(), std::numeric_limits<float>::infinity()), 1);
  EXPECT_GT(ulp_distance(1.0F, std::numeric_limits<float>::quiet_NaN()), std::int64_t{1} << 60);
}

TEST(Expect, FailuresAreReported) {
  const std::vector<double> one = {1.0};
  const std::vector<double> nan = {kNan};
  EXPECT_NONFATAL_FAILURE(expect_close(std::span<const double>(nan), one, 1e9, 1e9, "named"),
                          "named: [0] is nan");
  EXPECT_NONFATAL_FAILURE(expect_relative_l2(std::span<const double>(nan), one, 1e9, "named"),
                          "named: differs");
  EXPECT_NONFATAL_FAILURE(expect_same_bits(std::vector<float>{1.0F}, std::vector<float>{2.0F}, "named"),
                          "named: [0]");
}

TEST(GuardedBuffer, SeesAWriteOnEitherSide) {
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{5}, std::size_t{32}}) {
    for (const Place& place : kPlaces) {
      GuardedFloats buffer(n, place.offset, place.poison);
      EXPECT_TRUE(buffer.check());
      const float poison = bit_cast<float>(place.poison);
      for (const std::ptrdiff_t outside :
           {std::ptrdiff_t{-1}, std::ptrdiff_t{-64}, static_cast<std::ptrdiff_t>(n),
            static_cast<std::ptrdiff_t>(n) + 63}) {
        buffer.data()[outside] = 0.0F;
        EXPECT_FALSE(buffer.check()) << outside;
        std::memcpy(buffer.data() + outside, &poison, sizeof poison);
        EXPECT_TRUE(buffer.check()) << outside;
      }
      for (std::size_t i = 0; i < n; ++i) buffer.data()[i] = 1.0F;
      EXPECT_TRUE(buffer.check());
    }
  }
}

TEST(GuardedBuffer, MayNotBeReadOnEitherSideWhereTheAddressSanitizerWatches) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{5}, std::size_t{32}}) {
    for (const Place& place : kPlaces) {
      const GuardedFloats buffer(n, place.offset, place.poison);
      // It forbids eight bytes at a time before an address, and to the byte after one.
      EXPECT_EQ(is_forbidden(buffer.data() - 2), kHasAddressSanitizer);
      EXPECT_FALSE(is_forbidden(buffer.data()));
      EXPECT_FALSE(is_forbidden(buffer.data() + n - 1));
      EXPECT_EQ(is_forbidden(buffer.data() + n), kHasAddressSanitizer);
    }
  }
}

TEST(GuardedBuffer, StartsWhereItWasAskedTo) {
  for (const std::size_t offset : {0U, 1U, 2U, 3U}) {
    const GuardedFloats buffer(7, offset);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 16, offset * sizeof(float));
  }
}

TEST(GuardedBuffer, HoldsWhatItWasGivenAndElsePoison) {
  const GuardedFloats given(std::vector<float>{1.0F, 2.0F}, 3);
  expect_same_bits(given.span(), std::vector<float>{1.0F, 2.0F}, "given");
  const GuardedFloats empty(3);
  for (const float x : empty.span()) EXPECT_EQ(bit_cast<std::uint32_t>(x), kPoisonNan);
  EXPECT_EQ(bit_cast<float>(kPoisonLarge), 1e30F);
}

TEST(Inputs, AreWhatTheirNamesSay) {
  const std::vector<float> x = normal(10000, 1);
  double sum = 0.0;
  double sum_sq = 0.0;
  for (const float x_i : x) {
    sum += double{x_i};
    sum_sq += double{x_i} * double{x_i};
  }
  EXPECT_NEAR(sum / 10000, 0.0, 0.05);
  EXPECT_NEAR(sum_sq / 10000, 1.0, 0.05);
  EXPECT_EQ(std::set<float>(x.begin(), x.end()).size() > 9900, true);
  EXPECT_EQ(normal(5, 1), std::vector<float>(x.begin(), x.begin() + 5));
  EXPECT_NE(normal(5, 1), normal(5, 2));

  for (const InputKind& kind : kInputKinds) {
    for (const std::size_t n : {std::size_t{1}, std::size_t{6}}) {
      const std::vector<float> values = kind.make(n, 1);
      ASSERT_EQ(values.size(), n);
      for (std::size_t i = 0; i < n; ++i) {
        EXPECT_EQ(std::isfinite(values[i]), kind.is_finite || i != n / 2) << kind.name << " " << i;
      }
    }
  }
}

}  // namespace
}  // namespace addnorm::test
