// Every word of the SIMD vocabulary against plain scalar arithmetic, lane by lane and to the bit (NaN matches
// NaN).
#include "math/f32x4.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "math/bit_cast.h"

namespace addnorm::test {
namespace {

using simd::f32x4;
using simd::f64x4;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kValues[] = {0.0F,    -0.0F,    1.0F,        -1.0F,  1.5F,   0.1F,      3.0F,       -7.25F,
                             1e-20F,  -1e20F,   16777217.0F, 1e-38F, 1e-40F, 0x1p-149F, -0x1p-149F, 0x1p-126F,
                             3.4e38F, -3.4e38F, kInf,        -kInf,  kNaN,   -kNaN};

std::uint32_t bits(float x) {
  return bit_cast<std::uint32_t>(x);
}

// Equal to the bit; any NaN is like any other, since processors differ in its sign and payload.
bool same(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || bits(a) == bits(b);
}

f32x4 of(float a, float b, float c, float d) {
  const float lanes[] = {a, b, c, d};
  return simd::load(lanes);
}

// Compares got(a, b) with want(a, b) for all pairs of kValues, each pair in each lane.
template <typename Got, typename Want, typename Same>
void expect_lanes(const char* name, Got got, Want want, Same equal) {
  for (const float x : kValues) {
    for (const float y : kValues) {
      for (int at = 0; at < 4; ++at) {
        float a[] = {2.0F, 3.0F, 5.0F, 7.0F};
        float b[] = {11.0F, 13.0F, 17.0F, 19.0F};
        a[at] = x;
        b[at] = y;
        const f32x4 result = got(simd::load(a), simd::load(b));
        for (int i = 0; i < 4; ++i) {
          ASSERT_TRUE(equal(simd::lane(result, i), want(a[i], b[i])))
              << name << "(" << a[i] << ", " << b[i] << ") in lane " << i << " gives "
              << simd::lane(result, i) << ", not " << want(a[i], b[i]);
        }
      }
    }
  }
}

bool same_bits(float a, float b) {
  return bits(a) == bits(b);
}
float of_bits(std::uint32_t b) {
  return bit_cast<float>(b);
}

TEST(F32x4, ArithmeticRoundsLikeScalarArithmetic) {
  expect_lanes(
      "+", [](f32x4 a, f32x4 b) { return a + b; }, [](float a, float b) { return a + b; }, same);
  expect_lanes(
      "-", [](f32x4 a, f32x4 b) { return a - b; }, [](float a, float b) { return a - b; }, same);
  expect_lanes(
      "*", [](f32x4 a, f32x4 b) { return a * b; }, [](float a, float b) { return a * b; }, same);
  expect_lanes(
      "/", [](f32x4 a, f32x4 b) { return a / b; }, [](float a, float b) { return a / b; }, same);
  expect_lanes(
      "sqrt", [](f32x4 a, f32x4) { return simd::sqrt(a); }, [](float a, float) { return std::sqrt(a); },
      same);
}

TEST(F32x4, MaxAndMinKeepANaNOfTheFirstOperandAndPassOverOneOfTheSecond) {
  expect_lanes(
      "max", [](f32x4 a, f32x4 b) { return simd::max(a, b); }, [](float a, float b) { return a < b ? b : a; },
      same_bits);
  expect_lanes(
      "min", [](f32x4 a, f32x4 b) { return simd::min(a, b); }, [](float a, float b) { return b < a ? b : a; },
      same_bits);

  const f32x4 relu = simd::max(of(kNaN, -1.0F, 2.0F, -0.0F), simd::zero());
  EXPECT_TRUE(std::isnan(simd::lane(relu, 0)));
  EXPECT_EQ(simd::lane(relu, 1), 0.0F);
  EXPECT_EQ(simd::lane(relu, 2), 2.0F);
  EXPECT_EQ(simd::lane(relu, 3), 0.0F);
}

TEST(F32x4, MasksAreAllOnesOrAllZeros) {
  expect_lanes(
      "less", [](f32x4 a, f32x4 b) { return simd::less(a, b); },
      [](float a, float b) { return of_bits(a < b ? 0xFFFFFFFFU : 0U); }, same_bits);
  expect_lanes(
      "less_equal", [](f32x4 a, f32x4 b) { return simd::less_equal(a, b); },
      [](float a, float b) { return of_bits(a <= b ? 0xFFFFFFFFU : 0U); }, same_bits);
  expect_lanes(
      "select", [](f32x4 a, f32x4 b) { return simd::select(simd::less(a, b), a, b); },
      [](float a, float b) { return a < b ? a : b; }, same_bits);
}

TEST(F32x4, BitOperations) {
  expect_lanes(
      "bit_and", [](f32x4 a, f32x4 b) { return simd::bit_and(a, b); },
      [](float a, float b) { return of_bits(bits(a) & bits(b)); }, same_bits);
  expect_lanes(
      "bit_or", [](f32x4 a, f32x4 b) { return simd::bit_or(a, b); },
      [](float a, float b) { return of_bits(bits(a) | bits(b)); }, same_bits);
  expect_lanes(
      "bit_xor", [](f32x4 a, f32x4 b) { return simd::bit_xor(a, b); },
      [](float a, float b) { return of_bits(bits(a) ^ bits(b)); }, same_bits);
  expect_lanes(
      "int_add", [](f32x4 a, f32x4 b) { return simd::int_add(a, b); },
      [](float a, float b) { return of_bits(bits(a) + bits(b)); }, same_bits);
  expect_lanes(
      "int_shl23", [](f32x4 a, f32x4) { return simd::int_shl23(a); },
      [](float a, float) { return of_bits(bits(a) << 23); }, same_bits);
  expect_lanes(
      "abs", [](f32x4 a, f32x4) { return simd::abs(a); },
      [](float a, float) { return of_bits(bits(a) & 0x7FFFFFFFU); }, same_bits);
  expect_lanes(
      "splat_bits", [](f32x4, f32x4) { return simd::splat_bits(0x80000001U); },
      [](float, float) { return of_bits(0x80000001U); }, same_bits);
}

// (1 + e)^2 rounds to 1 + 2 e; a fused multiply-add would leave e^2 where the written code leaves 0. The
// operands are volatile, so that the compiler cannot compute the answer itself.
volatile float one_and_a_bit = 1.0F + 0x1p-12F;
volatile double one_and_a_bit_double = 1.0 + 0x1p-27;
constexpr float kSquare = 1.0F + 0x1p-11F;
constexpr double kSquareDouble = 1.0 + 0x1p-26;

TEST(F32x4, NothingIsFused) {
  const f32x4 x = simd::splat(one_and_a_bit);
  EXPECT_EQ(simd::lane(x * x - simd::splat(kSquare), 0), 0.0F);
  EXPECT_EQ(simd::lane(simd::splat(-kSquare) + x * x, 3), 0.0F);
  const f64x4 y = simd::splat4(one_and_a_bit_double);
  EXPECT_EQ(simd::sum(y * y - simd::splat4(kSquareDouble)), 0.0);
}

TEST(F32x4, NothingIsFusedInPlainArithmetic) {
  const float x = one_and_a_bit;
  const float rest = x * x - kSquare;
  EXPECT_EQ(rest, 0.0F);
  const double y = one_and_a_bit_double;
  const double rest_double = y * y - kSquareDouble;
  EXPECT_EQ(rest_double, 0.0);
}

TEST(F32x4, DoublesAreWidenedExactlyAndRoundedToNearest) {
  const float x[] = {1.1F, -0x1p-149F, 3.4e38F, -0.0F};
  const f64x4 wide = simd::to_double(simd::load(x));
  const double lanes[] = {simd::lane0(wide.low), simd::lane1(wide.low), simd::lane0(wide.high),
                          simd::lane1(wide.high)};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(lanes[i], static_cast<double>(x[i])) << i;

  // Ties go to even, and what is too large becomes infinity; volatile keeps the compiler from rounding in our
  // place.
  volatile double values[] = {1.0 + 0x1p-24, 1.0 + 0x3p-24, 1e39, -0x1p-150, 0x1.8p-149, -1e-50, 0.1, 3.5e38};
  for (int i = 0; i + 1 < 8; i += 2) {
    const double a = values[i];
    const double b = values[i + 1];
    const f32x4 narrow = simd::to_float(f64x4{simd::splat(a), simd::splat(b)});
    EXPECT_TRUE(same(simd::lane(narrow, 0), static_cast<float>(a))) << a;
    EXPECT_TRUE(same(simd::lane(narrow, 1), static_cast<float>(a))) << a;
    EXPECT_TRUE(same(simd::lane(narrow, 2), static_cast<float>(b))) << b;
    EXPECT_TRUE(same(simd::lane(narrow, 3), static_cast<float>(b))) << b;
  }
}

TEST(F32x4, DoubleArithmeticGoesLaneByLane) {
  const double a[] = {1.0, -2.0, 3e300, 4e-300};
  const double b[] = {0.1, 0.2, -0.3, 0.7};
  const f64x4 x = simd::load(a);
  const f64x4 y = simd::load(b);
  const auto expect = [&](f64x4 got, auto scalar) {
    double lanes[4];
    simd::store(lanes, got);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(lanes[i], scalar(a[i], b[i])) << i;
  };
  expect(x + y, [](double p, double q) { return p + q; });
  expect(x - y, [](double p, double q) { return p - q; });
  expect(x * y, [](double p, double q) { return p * q; });
  expect(x / y, [](double p, double q) { return p / q; });
  expect(f64x4{simd::pair(a[0], a[1]), simd::pair(a[2], a[3])}, [](double p, double) { return p; });
}

TEST(F32x4, KeepSetsTheLanesPastTheEndToZero) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t n = 1; n <= 4; ++n) {
    double lanes[4];
    for (std::size_t i = 0; i < 4; ++i) lanes[i] = i < n ? static_cast<double>(i + 1) : nan;
    double kept[4];
    const f64x4 x = simd::load(lanes);
    simd::store(kept, n < 4 ? simd::keep(x, simd::Tail{n}) : simd::keep(x, simd::Whole{}));
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_EQ(kept[i], i < n ? lanes[i] : 0.0) << n << " lanes, lane " << i;
  }
}

TEST(F32x4, SumsAreTakenInTheWrittenOrder) {
  // (lane 0 + lane 2) + (lane 1 + lane 3): with 1 lost beside 1e9, each order of these four gives another
  // result.
  EXPECT_EQ(simd::sum(of(1e9F, 1.0F, -1e9F, 1.0F)), 2.0F);
  EXPECT_EQ(simd::sum(of(1e9F, -1e9F, 1.0F, 1.0F)), 0.0F);
  EXPECT_EQ(simd::sum(of(1.0F, 1e9F, 1.0F, -1e9F)), 2.0F);
  EXPECT_EQ(simd::sum(of(1e9F, 1.0F, 1.0F, -1e9F)), 0.0F);
  const auto sum_of = [](double a, double b, double c, double d) {
    const double lanes[] = {a, b, c, d};
    return simd::sum(simd::load(lanes));
  };
  EXPECT_EQ(sum_of(1e18, 1, -1e18, 1), 2.0);
  EXPECT_EQ(sum_of(1e18, -1e18, 1, 1), 0.0);
  EXPECT_EQ(sum_of(1, 1e18, 1, -1e18), 2.0);
  EXPECT_EQ(sum_of(1e18, 1, 1, -1e18), 0.0);
}

TEST(F32x4, MaxLaneIsTheLargestWhereverItStands) {
  for (int at = 0; at < 4; ++at) {
    float lanes[] = {1.0F, -2.0F, -kInf, 3.0F};
    lanes[at] = 4.0F;
    EXPECT_EQ(simd::max_lane(simd::load(lanes)), 4.0F) << at;
  }
  EXPECT_EQ(simd::max_lane(of(-kInf, -kInf, -kInf, -1e30F)), -1e30F);
  EXPECT_EQ(simd::max_lane(of(-kInf, -kInf, -kInf, -kInf)), -kInf);
}

void expect_lanes_are(f32x4 actual, std::initializer_list<float> expected, const char* what) {
  for (int i = 0; i < 4; ++i) EXPECT_EQ(simd::lane(actual, i), expected.begin()[i]) << what << ", lane " << i;
}

TEST(F32x4, LanesChangePlacesAsTheirNamesSay) {
  const f32x4 a = of(1.0F, 2.0F, 3.0F, 4.0F);
  expect_lanes_are(simd::swap_halves(a), {3.0F, 4.0F, 1.0F, 2.0F}, "swap_halves");
  expect_lanes_are(simd::swap_neighbours(a), {2.0F, 1.0F, 4.0F, 3.0F}, "swap_neighbours");
  f32x4 rows[4];
  for (int i = 0; i < 4; ++i) {
    const float first = static_cast<float>(10 * i);
    rows[i] = of(first, first + 1.0F, first + 2.0F, first + 3.0F);
  }
  simd::transpose(rows[0], rows[1], rows[2], rows[3]);
  for (int i = 0; i < 4; ++i) {
    const float column = static_cast<float>(i);
    expect_lanes_are(rows[i], {column, column + 10.0F, column + 20.0F, column + 30.0F}, "transpose");
  }
}

TEST(F32x4, FirstLanesIsAMaskOfThem) {
  for (std::size_t n = 0; n <= 4; ++n) {
    const f32x4 mask = simd::first_lanes(n);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_EQ(bits(simd::lane(mask, static_cast<int>(i))), i < n ? ~0U : 0U) << n << " " << i;
  }
}

TEST(F32x4, TailsReadAndWriteTheirLanesOnly) {
  for (std::size_t n = 0; n <= 4; ++n) {
    // Exactly n long, so that a sanitizer sees a read after the end.
    const std::vector<float> source(n, 5.0F);
    const f32x4 loaded = simd::load_n(source.data(), n, -3.0F);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_EQ(simd::lane(loaded, static_cast<int>(i)), i < n ? 5.0F : -3.0F) << n;
    EXPECT_EQ(simd::lane(simd::load_n(source.data(), n), 3), n == 4 ? 5.0F : 0.0F);

    std::uint32_t guarded[6];
    std::fill(std::begin(guarded), std::end(guarded), 0x7FC0DEADU);
    float target[6];
    std::memcpy(target, guarded, sizeof target);
    simd::store_n(target + 1, of(1.0F, 2.0F, 3.0F, 4.0F), n);
    for (std::size_t i = 0; i < 6; ++i) {
      const bool inside = i >= 1 && i <= n;
      EXPECT_EQ(bits(target[i]), inside ? bits(static_cast<float>(i)) : 0x7FC0DEADU)
          << n << " lanes, place " << i;
    }
  }
}

TEST(F32x4, LoadsAndStoresNeedNoAlignment) {
  float values[9];
  for (int i = 0; i < 9; ++i) values[i] = static_cast<float>(i);
  for (int at = 0; at < 5; ++at) {
    float out[9] = {};
    simd::store(out + at, simd::load(values + at));
    for (int i = 0; i < 9; ++i) EXPECT_EQ(out[i], i >= at && i < at + 4 ? values[i] : 0.0F);
  }
}

TEST(F32x4, GroupsCoverEachElementOnceAndTheTailTakesTheSameArithmetic) {
  for (std::size_t n = 0; n <= 17; ++n) {
    std::vector<float> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = 0.1F * static_cast<float>(i + 1);
    std::vector<float> out(n, kNaN);
    int tails = 0;
    simd::for_each_group(n, [&](std::size_t i, auto lanes) {
      if constexpr (std::is_same_v<decltype(lanes), simd::Tail>) {
        ++tails;
        EXPECT_EQ(i + lanes.n, n);
      }
      simd::store(out.data() + i, simd::load(x.data() + i, lanes) / simd::splat(3.0F), lanes);
    });
    EXPECT_EQ(tails, n % 4 == 0 ? 0 : 1);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(out[i], x[i] / 3.0F) << i << " of " << n;
  }
}

TEST(F32x4, TheBackEndIsTheOneTheBuildAskedFor) {
#if defined(ADDNORM_SCALAR) && ADDNORM_SCALAR
  EXPECT_EQ(std::string(simd::backend()), "scalar");
#elif defined(__wasm_simd128__)
  EXPECT_EQ(std::string(simd::backend()), "wasm");
#elif defined(__SSE2__)
  EXPECT_EQ(std::string(simd::backend()), "sse2");
#elif defined(__aarch64__)
  EXPECT_EQ(std::string(simd::backend()), "neon");
#endif
}

}  // namespace
}  // namespace addnorm::test
