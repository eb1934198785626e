// Constants that more than one of the double functions uses. The split one comes from fit.py.
#pragma once

#include <array>
#include <cstddef>

namespace addnorm::math {

// 1 / k! for k = 0 ... 18, each rounded once: 18! is still a whole number that a double holds.
inline constexpr auto kInverseFactorial = [] {
  std::array<double, 19> inverse{};
  double factorial = 1.0;
  inverse[0] = 1.0;
  for (std::size_t k = 1; k < inverse.size(); ++k) {
    factorial *= static_cast<double>(k);
    inverse[k] = 1.0 / factorial;
  }
  return inverse;
}();

// Added to a double below 2^51, leaves the nearest whole number in the low bits of the sum's bit pattern.
inline constexpr double kRounder = 6755399441055744.0;  // 1.5 * 2^52

// ln 2 in two parts; the first has 40 bits, so that its product with any exponent of a double is exact.
inline constexpr double kLn2High = 0.6931471805601177;
inline constexpr double kLn2Low = -1.7239444525614835e-13;

}  // namespace addnorm::math
