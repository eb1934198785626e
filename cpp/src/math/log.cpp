// log x of a double; the contract is in log.h.
#include "math/log.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "math/bit_cast.h"
#include "math/constants.h"

namespace addnorm::math {
namespace {

// 2 / (2 k + 1): the series log((1 + s) / (1 - s)) = 2 s (1 + s^2 / 3 + s^4 / 5 + ...), to s^20. What is left
// out is below 2^-59 of the result for the s met here, |s| <= 0.172.
constexpr auto kSeries = [] {
  std::array<double, 11> series{};
  for (std::size_t k = 0; k < series.size(); ++k) series[k] = 2.0 / static_cast<double>(2 * k + 1);
  return series;
}();

}  // namespace

// x = 2^n (1 + f) with 1 + f between sqrt(1/2) and sqrt(2); then log x = n ln 2 + log(1 + f).
double log(double x) {
  if (!(x > 0.0)) {
    return x == 0.0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  }
  if (x == std::numeric_limits<double>::infinity()) return x;

  double n = 0.0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 18014398509481984.0;  // 2^54
    n = -54.0;
  }
  const auto bits = bit_cast<std::uint64_t>(x);
  n += static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023);
  double mantissa = bit_cast<double>((bits & 0x000FFFFFFFFFFFFFU) | 0x3FF0000000000000U);
  if (mantissa > 1.4142135623730951) {
    mantissa *= 0.5;
    n += 1.0;
  }

  // With s = f / (2 + f), 2 s = f - s f: the leading term f is exact and only a small correction is rounded.
  const double f = mantissa - 1.0;
  const double s = f / (2.0 + f);
  const double square = s * s;
  double tail = kSeries[10];
  for (std::size_t k = 9; k >= 1; --k) tail = tail * square + kSeries[k];
  const double correction = s * (f - square * tail);
  return n * kLn2High + (f - (correction - n * kLn2Low));
}

}  // namespace addnorm::math
