// How far results lie from a reference in units in the last place, and the worst of many: what the tests of
// src/math measure with. A NaN or infinity that should not be there, or is missing, counts as infinitely far.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "math/bit_cast.h"
#include "math/f32x4.h"

namespace addnorm::test {

// |got - want| in units of the last place that a T of want's size has; subnormals share the unit of the
// smallest normal.
template <typename T, typename Reference>
double ulp_error(T got, Reference want) {
  constexpr double kInfinitelyFar = std::numeric_limits<double>::infinity();
  if (std::isnan(want) || std::isnan(got)) return std::isnan(want) && std::isnan(got) ? 0.0 : kInfinitelyFar;
  const T rounded = static_cast<T>(want);
  if (std::isinf(rounded) || std::isinf(got)) return got == rounded ? 0.0 : kInfinitelyFar;
  using Limits = std::numeric_limits<T>;
  int exponent = Limits::min_exponent;
  if (want != 0) std::frexp(want, &exponent);
  const Reference ulp = std::ldexp(Reference{1}, std::max(exponent, Limits::min_exponent) - Limits::digits);
  return static_cast<double>(std::abs(static_cast<Reference>(got) - want) / ulp);
}

template <typename T>
struct Worst {
  double error = 0.0;
  T at = 0;

  void take(double new_error, T x) {
    if (std::isnan(error) || new_error <= error) return;  // A NaN is the worst there is, and stays.
    error = new_error;
    at = x;
  }
};

// Calls body(x) for n numbers from low to high, half of them evenly spaced by value and half by bit pattern,
// so that small numbers get their share, and both ends among them.
template <typename T, typename Body>
void sweep(T low, T high, int n, Body body) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  // Counts the numbers of type T upwards from 0, negative ones downwards.
  const auto rank = [](T x) {
    const auto magnitude = static_cast<double>(bit_cast<Bits>(std::abs(x)));
    return std::signbit(x) ? -magnitude : magnitude;
  };
  const auto of_rank = [](double r) {
    const T magnitude = bit_cast<T>(static_cast<Bits>(std::abs(r)));
    return r < 0 ? -magnitude : magnitude;
  };
  body(low);
  body(high);
  for (int i = 1; i < n / 2; ++i) {
    const double part = static_cast<double>(i) / (n / 2);
    body(static_cast<T>((1 - part) * low + part * high));
    body(std::clamp(of_rank(rank(low) + part * (rank(high) - rank(low))), low, high));
  }
}

// The value of a four-lane function at one point.
template <typename F>
float at_lanes(F f, float x) {
  return simd::lane(f(simd::splat(x)), 0);
}

// The largest error(f(x), reference(x)) over a sweep.
template <typename T, typename F, typename R, typename E>
Worst<T> worst_error(F f, R reference, E error, T low, T high, int n = 40000) {
  Worst<T> worst;
  sweep(low, high, n, [&](T x) { worst.take(error(f(x), reference(x)), x); });
  return worst;
}

}  // namespace addnorm::test
