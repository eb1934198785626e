// Sine and cosine of a double, absolute error below 2e-16, from own arithmetic (+ - * and bit moves), so that
// every machine gives the same bits.
#pragma once

namespace addnorm::math {

// The largest angle that is answered, in radians: 2^20.
inline constexpr double kMaxAngle = 1048576.0;

// NaN for NaN, for infinities and beyond kMaxAngle: no answer rather than one with fewer digits.
double sin(double x);
double cos(double x);

}  // namespace addnorm::math
