// e^x of a double; the contract is in exp.h.
#include "math/exp.h"

#include <cstddef>
#include <cstdint>

#include "math/bit_cast.h"
#include "math/constants.h"

namespace addnorm::math {
namespace {

// 2^n, -1022 <= n <= 1023
double power_of_two(std::int64_t n) {
  return bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52);
}

}  // namespace

// x = n ln 2 + r with |r| <= ln 2 / 2, and e^r by Taylor to r^13, which leaves out less than 2^-57 of it.
double exp(double x) {
  if (x != x) return x;
  if (x < -746.0) return 0.0;
  if (x > 710.0) return power_of_two(1023) * power_of_two(1023);

  const double n = (x * 1.4426950408889634 + kRounder) - kRounder;
  const double r = (x - n * kLn2High) - n * kLn2Low;

  double tail = kInverseFactorial[13];
  for (std::size_t k = 12; k >= 2; --k) tail = tail * r + kInverseFactorial[k];
  const double power = 1.0 + (r + r * r * tail);

  // Two factors make 2^n: the product with the first is exact, so that a subnormal result is rounded once.
  const std::int64_t half = static_cast<std::int64_t>(n) / 2;
  return power * power_of_two(half) * power_of_two(static_cast<std::int64_t>(n) - half);
}

}  // namespace addnorm::math
