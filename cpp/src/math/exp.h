// e^x: of four floats (error below 1 ulp everywhere, subnormal results too) and of one double (below 1 ulp).
// Own arithmetic, + - * and bit moves only, so that every back end gives the same bits; infinities, overflow
// and underflow come out as IEEE says, and NaN stays NaN. Constants: fit.py, whose polynomial is off by at
// most 2^-28.
#pragma once

#include "math/f32x4.h"

namespace addnorm::simd {

// Added to a float below 2^22, leaves the nearest whole number n in the low bits of the sum's bit pattern.
inline f32x4 rounder() {
  return splat(12582912.0F);
}  // 1.5 * 2^23

// 2^n for the n held as n + rounder(), -126 <= n <= 127; and 0 for n = -127.
inline f32x4 power_of_two(f32x4 n_rounded) {
  return int_add(int_shl23(n_rounded), splat_bits(0x3F800000U));
}

// The whole number nearest to x / ln 2, as n + rounder().
inline f32x4 rounded_exponent(f32x4 x) {
  return x * splat(1.44269504F) + rounder();
}

// e^r, |r| <= ln 2 / 2. The polynomial is summed in pairs, so that fewer steps wait for one another.
inline f32x4 exp_of_rest(f32x4 r) {
  const f32x4 r2 = r * r;
  const f32x4 low = splat(0.166665211F) * r + splat(0.49999994F);
  const f32x4 high = splat(0.00836874545F) * r + splat(0.041668389F);
  const f32x4 tail = (splat(0.00138145406F) * r2 + high) * r2 + low;
  return splat(1.0F) + (r + r2 * tail);
}

// 2^n e^r, for whole |n| <= 152 and |r| <= ln 2 / 2. Two factors, each an ordinary float, make 2^n: the
// product with the first is exact, so that a subnormal result is rounded once.
inline f32x4 scaled_exp(f32x4 n, f32x4 r) {
  const f32x4 half_rounded = n * splat(0.5F) + rounder();
  const f32x4 rest_rounded = (n - (half_rounded - rounder())) + rounder();
  return exp_of_rest(r) * power_of_two(half_rounded) * power_of_two(rest_rounded);
}

// ln 2 in two parts; the first has 15 bits, so that its product with n is exact.
inline f32x4 ln2_high() {
  return splat(0.693145752F);
}
inline f32x4 ln2_low() {
  return splat(1.42860677e-06F);
}

inline f32x4 exp(f32x4 x) {
  // Outside these bounds the result is 0 or infinity already.
  const f32x4 bounded = min(max(x, splat(-105.0F)), splat(89.0F));
  const f32x4 n = rounded_exponent(bounded) - rounder();
  return scaled_exp(n, (bounded - n * ln2_high()) - n * ln2_low());
}

// e^x for x <= 0, within 1 ulp and with less work than exp(): what softmax needs, which divides by a sum of
// at least 1. Below -126.5 ln 2 = -87.683, among the subnormal floats, it is 0. NaN stays NaN, since the
// polynomial is NaN then, whatever it is multiplied with.
inline f32x4 exp_of_nonpositive(f32x4 x) {
  const f32x4 bounded = max(x, splat(-88.0F));
  const f32x4 rounded = rounded_exponent(bounded);
  const f32x4 n = rounded - rounder();
  return exp_of_rest((bounded - n * ln2_high()) - n * ln2_low()) * power_of_two(rounded);
}

}  // namespace addnorm::simd

namespace addnorm::math {

double exp(double x);

}  // namespace addnorm::math
