// The standard normal distribution of four floats: density phi(x) and cumulative Phi(x), which is what
// gelu(x) = x Phi(x) and its derivative Phi(x) + x phi(x) need. Their *relative* errors are small in the
// tails as well: below 2e-7 and 5e-7 wherever the result is an ordinary float. Phi(-t) = e^(-t^2 / 2) u P(u)
// with u = 1 / (1 + 0.3 t); P is fitted by fit.py on 0 <= t <= 14.5 and off by at most 2^-25.4. NaN stays
// NaN.
#pragma once

#include "math/exp.h"
#include "math/f32x4.h"

namespace addnorm::simd {

// |x|, cut off where e^(-x^2 / 2) is 0 already. Both functions start from it, so that a caller of both pays
// for one exponential: the compiler sees that the two are the same.
inline f32x4 distance_from_mean(f32x4 x) {
  return min(abs(x), splat(15.0F));
}

// e^(-t^2 / 2), 0 <= t <= 15. Rounding t^2 would cost t^2 / 4 ulp, so t is cut into a part of 12 bits, whose
// square is exact, and a rest: t^2 = high^2 + (t - high)(t + high).
inline f32x4 exp_minus_half_square(f32x4 t) {
  const f32x4 high = bit_and(t, splat_bits(0xFFFFF000U));
  const f32x4 minus_half = splat(-0.5F);
  const f32x4 exponent = minus_half * (high * high);
  const f32x4 exponent_low = minus_half * ((t - high) * (t + high));
  const f32x4 n = rounded_exponent(exponent + exponent_low) - rounder();
  return scaled_exp(n, (exponent - n * ln2_high()) + (exponent_low - n * ln2_low()));
}

inline f32x4 normal_pdf(f32x4 x) {
  const f32x4 inverse_sqrt_two_pi = splat(0.398942280F);
  return inverse_sqrt_two_pi * exp_minus_half_square(distance_from_mean(x));
}

inline f32x4 normal_cdf(f32x4 x) {
  const f32x4 t = distance_from_mean(x);
  const f32x4 u = splat(1.0F) / (splat(1.0F) + splat(0.3F) * t);
  f32x4 p = splat(-0.0206234623F);
  p = p * u + splat(0.112435572F);
  p = p * u + splat(-0.228213504F);
  p = p * u + splat(0.191784412F);
  p = p * u + splat(-0.0794233903F);
  p = p * u + splat(0.096156776F);
  p = p * u + splat(0.078389667F);
  p = p * u + splat(0.110235423F);
  p = p * u + splat(0.119571812F);
  p = p * u + splat(0.119686693F);
  const f32x4 tail = exp_minus_half_square(t) * (u * p);
  return select(less(x, zero()), tail, splat(1.0F) - tail);
}

}  // namespace addnorm::simd
