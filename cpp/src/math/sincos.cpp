// Sine and cosine; the contract is in sincos.h.
#include "math/sincos.h"

#include <cstddef>
#include <cstdint>
#include <limits>

#include "math/bit_cast.h"
#include "math/constants.h"

namespace addnorm::math {
namespace {

// Taylor on |r| <= pi / 4, to r^17 and r^18: what is left out is below 2^-62.
double sin_near_zero(double r) {
  const double minus_square = -(r * r);
  double tail = kInverseFactorial[17];
  for (std::size_t k = 15; k >= 3; k -= 2) tail = tail * minus_square + kInverseFactorial[k];
  return r + r * (minus_square * tail);
}

double cos_near_zero(double r) {
  const double minus_square = -(r * r);
  double tail = kInverseFactorial[18];
  for (std::size_t k = 16; k >= 2; k -= 2) tail = tail * minus_square + kInverseFactorial[k];
  return 1.0 + minus_square * tail;
}

// sin(x + quarter_turns * pi / 2)
double sin_after(double x, std::uint64_t quarter_turns) {
  if (!(x >= -kMaxAngle && x <= kMaxAngle)) return std::numeric_limits<double>::quiet_NaN();

  // pi / 2 in three parts. The first two have 33 bits and n at most 20, so that their products with n are
  // exact.
  const double rounded = x * 0.6366197723675814 + kRounder;
  const double n = rounded - kRounder;
  const double r = ((x - n * 1.5707963267341256) - n * 6.077100506303966e-11) - n * 2.0222662487959506e-21;

  const std::uint64_t quadrant = (bit_cast<std::uint64_t>(rounded) + quarter_turns) & 3U;
  const double value = quadrant % 2 == 0 ? sin_near_zero(r) : cos_near_zero(r);
  return quadrant < 2 ? value : -value;
}

}  // namespace

double sin(double x) {
  return sin_after(x, 0);
}
double cos(double x) {
  return sin_after(x, 1);
}

}  // namespace addnorm::math
