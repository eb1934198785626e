// How numbers are compared: every comparison is written so that a NaN fails it unless a NaN is expected.
// Failures are reported at the line that called, with the first index that differs and both values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace addnorm::test {

std::vector<double> to_double(std::span<const float> x);
std::vector<float> to_float(std::span<const double> x);

// |actual - expected| <= atol + rtol * |expected|. NaN is close to NaN only; an infinity to the same infinity
// only.
bool is_close(double actual, double expected, double atol, double rtol);

// How many floats lie between a and b: 0 for equal ones (-0 and 0 are), the largest number if one of them is
// NaN.
std::int64_t ulp_distance(float a, float b);

// What is wrong with a comparison, empty if nothing is: the text that the expect_ functions report.
std::string close_mismatch(std::span<const double> actual, std::span<const double> expected, double atol,
                           double rtol);
std::string relative_l2_mismatch(std::span<const double> actual, std::span<const double> expected,
                                 double tolerance, double floor = 0.0);
std::string bits_mismatch(std::span<const float> actual, std::span<const float> expected);

// Each element is close, and there are equally many.
void expect_close(std::span<const double> actual, std::span<const double> expected, double atol, double rtol,
                  const std::string& what, const char* file = __builtin_FILE(), int line = __builtin_LINE());
void expect_close(std::span<const float> actual, std::span<const double> expected, double atol, double rtol,
                  const std::string& what, const char* file = __builtin_FILE(), int line = __builtin_LINE());

// |actual - expected| <= tolerance * |expected| + floor, with the norm over all elements that are expected to
// be finite. The others must be what is expected of them. The floor is what rounding may leave where terms
// cancel.
void expect_relative_l2(std::span<const double> actual, std::span<const double> expected, double tolerance,
                        const std::string& what, double floor = 0.0, const char* file = __builtin_FILE(),
                        int line = __builtin_LINE());
void expect_relative_l2(std::span<const float> actual, std::span<const double> expected, double tolerance,
                        const std::string& what, double floor = 0.0, const char* file = __builtin_FILE(),
                        int line = __builtin_LINE());

// The same floats to the bit, the sign of zero included. One NaN is as good as another: their bits differ
// between machines.
void expect_same_bits(std::span<const float> actual, std::span<const float> expected, const std::string& what,
                      const char* file = __builtin_FILE(), int line = __builtin_LINE());

}  // namespace addnorm::test
