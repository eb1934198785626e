#include "inputs.h"

#include <limits>

namespace addnorm::test {
namespace {

// splitmix64 (Steele, Lea and Flood 2014): the i-th number of a stream.
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t z = seed * 0xD1342543DE82EF95ULL + (i + 1) * 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

// In [0, 1).
double random_unit(std::uint64_t seed, std::uint64_t i) {
  return static_cast<double>(random_bits(seed, i) >> 11) * 0x1p-53;
}

std::vector<float> scaled_normal(std::size_t n, std::uint64_t seed, float scale, float shift) {
  std::vector<float> x = normal(n, seed);
  for (float& x_i : x) x_i = x_i * scale + shift;
  return x;
}

std::vector<float> offset_1000(std::size_t n, std::uint64_t seed) {
  return scaled_normal(n, seed, 1.0F, 1000.0F);
}
std::vector<float> tiny(std::size_t n, std::uint64_t seed) {
  return scaled_normal(n, seed, 1e-20F, 0.0F);
}
std::vector<float> huge(std::size_t n, std::uint64_t seed) {
  return scaled_normal(n, seed, 1e30F, 0.0F);
}
std::vector<float> all_equal(std::size_t n, std::uint64_t) {
  return std::vector<float>(n, 0.1F);
}

std::vector<float> one_nan(std::size_t n, std::uint64_t seed) {
  std::vector<float> x = normal(n, seed);
  x[n / 2] = std::numeric_limits<float>::quiet_NaN();
  return x;
}

std::vector<float> one_inf(std::size_t n, std::uint64_t seed) {
  std::vector<float> x = normal(n, seed);
  x[n / 2] = std::numeric_limits<float>::infinity();
  return x;
}

}  // namespace

std::vector<float> uniform(std::size_t n, std::uint64_t seed, double low, double high) {
  std::vector<float> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(low + (high - low) * random_unit(seed, i));
  return x;
}

std::vector<float> normal(std::size_t n, std::uint64_t seed) {
  std::vector<float> x(n);
  for (std::size_t i = 0; i < n; ++i) {
    double sum = -6.0;
    for (std::size_t j = 0; j < 12; ++j) sum += random_unit(seed, 12 * i + j);
    x[i] = static_cast<float>(sum);
  }
  return x;
}

std::vector<std::int32_t> whole_numbers(std::size_t n, std::uint64_t seed, std::int32_t below) {
  std::vector<std::int32_t> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<std::int32_t>(below * random_unit(seed, i));
  return x;
}

const std::vector<InputKind> kInputKinds = {
    {"normal", normal, true},       {"offset 1000", offset_1000, true}, {"tiny", tiny, true},
    {"huge", huge, true},           {"one NaN", one_nan, false},        {"one Inf", one_inf, false},
    {"all equal", all_equal, true},
};

std::string describe(std::size_t n, const InputKind& kind, const Place& place) {
  return "n = " + std::to_string(n) + ", " + kind.name + ", offset " + std::to_string(place.offset) +
         (place.poison == kPoisonNan ? ", NaN around" : ", 1e30 around");
}

}  // namespace addnorm::test
