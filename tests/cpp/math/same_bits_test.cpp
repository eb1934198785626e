// The functions of src/math give the same bits on every back end: each is run over a fixed sweep, and a hash
// of the results is compared with the one written here. A change of a polynomial changes hashes on purpose;
// nothing else may.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "math/bit_cast.h"
#include "math/exp.h"
#include "math/f32x4.h"
#include "math/log.h"
#include "math/normal_cdf.h"
#include "math/random.h"
#include "math/sincos.h"
#include "math/tanh.h"

namespace addnorm::test {
namespace {

using simd::f32x4;

// FNV-1a over 64-bit words. All NaN count alike, since processors differ in their sign and payload.
class Hash {
 public:
  void add(float x) { add_word(std::isnan(x) ? 0x7FC00000U : bit_cast<std::uint32_t>(x)); }
  void add(double x) { add_word(std::isnan(x) ? 0x7FF8000000000000U : bit_cast<std::uint64_t>(x)); }
  void add_word(std::uint64_t word) { state_ = (state_ ^ word) * 0x00000100000001B3U; }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xCBF29CE484222325U;
};

// Over 2^16 floats spread evenly over all bit patterns, special values, subnormals and both signs among them.
template <typename F>
std::uint64_t hash_of_lanes(F f) {
  Hash hash;
  for (std::uint32_t i = 0; i < 0x10000U; i += 4) {
    float x[4];
    for (std::uint32_t lane = 0; lane < 4; ++lane) x[lane] = bit_cast<float>((i + lane) * 0x10001U);
    float y[4];
    simd::store(y, f(simd::load(x)));
    for (const float value : y) hash.add(value);
  }
  return hash.value();
}

// The same for a double function, over 2^16 doubles; and over as many floats from -20 to 20, where most of
// the work is done.
template <typename F>
std::uint64_t hash_of_doubles(F f) {
  Hash hash;
  for (std::uint64_t i = 0; i < 0x10000U; ++i) {
    hash.add(f(bit_cast<double>(i * 0x0001000100010001U)));
    hash.add(f((static_cast<double>(i) - 32768.0) / 1638.4));
  }
  return hash.value();
}

template <typename F>
std::uint64_t hash_of_draws(F f) {
  Hash hash;
  for (std::uint64_t i = 0; i < 0x4000U; ++i) hash.add(f(i));
  return hash.value();
}

// A neighbour of x, so that two-operand words meet operands of like and of unlike size.
f32x4 other(f32x4 x) {
  return simd::bit_xor(x, simd::splat_bits(0x81234567U));
}

f32x4 through_doubles(f32x4 x) {
  const simd::f64x4 wide = simd::to_double(x);
  return simd::to_float(wide * wide - simd::splat4(0.1) / wide + simd::to_double(other(x)));
}

f32x4 sums(f32x4 x) {
  return simd::splat(simd::sum(x) + static_cast<float>(simd::sum(simd::to_double(x))) + simd::max_lane(x));
}

void expect_hash(const char* name, std::uint64_t actual, std::uint64_t pinned) {
  EXPECT_EQ(actual, pinned) << name << " hashes to 0x" << std::hex << std::uppercase << actual << " on "
                            << simd::backend();
}

TEST(SameBits, VocabularyOfFourLanes) {
  expect_hash("+", hash_of_lanes([](f32x4 x) { return x + other(x); }), 0xE49895EF745D0105U);
  expect_hash("-", hash_of_lanes([](f32x4 x) { return x - other(x); }), 0xEE7C7B18E2947D84U);
  expect_hash("*", hash_of_lanes([](f32x4 x) { return x * other(x); }), 0x2D95DCED4B780F3EU);
  expect_hash("/", hash_of_lanes([](f32x4 x) { return x / other(x); }), 0xAFC01DC2F110CC79U);
  expect_hash("sqrt", hash_of_lanes([](f32x4 x) { return simd::sqrt(x); }), 0x0D9408ECCB2177F1U);
  expect_hash("max", hash_of_lanes([](f32x4 x) { return simd::max(x, other(x)); }), 0x99C01C3310C33F25U);
  expect_hash("min", hash_of_lanes([](f32x4 x) { return simd::min(x, other(x)); }), 0x07EE9A3DED1AD325U);
  expect_hash("doubles", hash_of_lanes(through_doubles), 0xD2BDC78C43DE5F94U);
  expect_hash("sums", hash_of_lanes(sums), 0x8F469CAA8D5C59D5U);
}

TEST(SameBits, FunctionsOfFourLanes) {
  expect_hash("exp", hash_of_lanes([](f32x4 x) { return simd::exp(x); }), 0x17FEAC1E6C9FAD68U);
  expect_hash("exp_of_nonpositive", hash_of_lanes([](f32x4 x) { return simd::exp_of_nonpositive(x); }),
              0xD8B29BD9D6C2C43EU);
  expect_hash("tanh", hash_of_lanes([](f32x4 x) { return simd::tanh(x); }), 0xD58BAA7878C6A5AEU);
  expect_hash("normal_cdf", hash_of_lanes([](f32x4 x) { return simd::normal_cdf(x); }), 0xF0F6D5C3666240E2U);
  expect_hash("normal_pdf", hash_of_lanes([](f32x4 x) { return simd::normal_pdf(x); }), 0xDA8782EF3E8043DAU);
}

TEST(SameBits, FunctionsOfADouble) {
  expect_hash("exp", hash_of_doubles(math::exp), 0xC614E74F6C8E7103U);
  expect_hash("log", hash_of_doubles(math::log), 0x3B59C1BF7DBBB121U);
  expect_hash("sin", hash_of_doubles(math::sin), 0x0F3CA9C86470A72EU);
  expect_hash("cos", hash_of_doubles(math::cos), 0xA4E7803205884A43U);
}

TEST(SameBits, RandomDraws) {
  const RandomStream stream(42, "same bits");
  expect_hash("uniform", hash_of_draws([&](std::uint64_t i) { return stream.uniform(i); }),
              0x32FD372CB8753302U);
  expect_hash("uniform_double", hash_of_draws([&](std::uint64_t i) { return stream.uniform_double(i); }),
              0x210646452D50F217U);
  expect_hash("normal", hash_of_draws([&](std::uint64_t i) { return stream.normal(i); }),
              0x5C7D84667EF418AEU);
  const auto below = [&](std::uint64_t i) { return static_cast<double>(stream.below(i, 97)); };
  expect_hash("below", hash_of_draws(below), 0x3B915A7F8C872325U);
}

}  // namespace
}  // namespace addnorm::test
