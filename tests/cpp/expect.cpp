#include "expect.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>

#include "math/bit_cast.h"

namespace addnorm::test {
namespace {

std::string lengths_differ(std::size_t actual, std::size_t expected) {
  return std::to_string(actual) + " elements, expected " + std::to_string(expected);
}

std::string elements_differ(std::size_t i, double actual, double expected, const std::string& how) {
  std::ostringstream text;
  text.precision(17);
  text << "[" << i << "] is " << actual << ", expected " << expected << how;
  return text.str();
}

void report(const std::string& mismatch, const std::string& what, const char* file, int line) {
  if (!mismatch.empty()) ADD_FAILURE_AT(file, line) << what << ": " << mismatch;
}

// A float's place in the order of all floats: neighbours differ by 1.
std::int64_t order_of(float x) {
  const std::int32_t bits = bit_cast<std::int32_t>(x);
  return bits >= 0 ? std::int64_t{bits} : std::int64_t{std::numeric_limits<std::int32_t>::min()} - bits;
}

}  // namespace

std::vector<double> to_double(std::span<const float> x) {
  return {x.begin(), x.end()};
}

std::vector<float> to_float(std::span<const double> x) {
  std::vector<float> result;
  for (const double x_i : x) result.push_back(static_cast<float>(x_i));
  return result;
}

bool is_close(double actual, double expected, double atol, double rtol) {
  if (std::isnan(expected)) return std::isnan(actual);
  if (std::isinf(expected)) return actual == expected;
  return std::abs(actual - expected) <= atol + rtol * std::abs(expected);
}

std::int64_t ulp_distance(float a, float b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<std::int64_t>::max();
  return std::abs(order_of(a) - order_of(b));
}

std::string close_mismatch(std::span<const double> actual, std::span<const double> expected, double atol,
                           double rtol) {
  if (actual.size() != expected.size()) return lengths_differ(actual.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (is_close(actual[i], expected[i], atol, rtol)) continue;
    std::ostringstream how;
    how << " within " << atol << " + " << rtol << " * |expected|, off by "
        << std::abs(actual[i] - expected[i]);
    return elements_differ(i, actual[i], expected[i], how.str());
  }
  return {};
}

std::string relative_l2_mismatch(std::span<const double> actual, std::span<const double> expected,
                                 double tolerance, double floor) {
  if (actual.size() != expected.size()) return lengths_differ(actual.size(), expected.size());
  double difference_sq = 0.0;
  double expected_sq = 0.0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::isfinite(expected[i])) {
      difference_sq += (actual[i] - expected[i]) * (actual[i] - expected[i]);
      expected_sq += expected[i] * expected[i];
    } else if (!is_close(actual[i], expected[i], 0.0, 0.0)) {
      return elements_differ(i, actual[i], expected[i], "");
    }
  }
  const double difference = std::sqrt(difference_sq);
  const double norm = std::sqrt(expected_sq);
  if (difference <= tolerance * norm + floor) return {};

  std::ostringstream text;
  text << "differs by a norm of " << difference << ", allowed is " << tolerance << " * " << norm << " + "
       << floor;
  std::size_t worst = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double worst_difference = std::abs(actual[worst] - expected[worst]);
    if (std::isnan(actual[i]) || std::abs(actual[i] - expected[i]) > worst_difference) worst = i;
  }
  return text.str() + "; at worst " + elements_differ(worst, actual[worst], expected[worst], "");
}

std::string bits_mismatch(std::span<const float> actual, std::span<const float> expected) {
  if (actual.size() != expected.size()) return lengths_differ(actual.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(actual[i]) && std::isnan(expected[i])) continue;
    if (bit_cast<std::uint32_t>(actual[i]) == bit_cast<std::uint32_t>(expected[i])) continue;
    return elements_differ(i, double{actual[i]}, double{expected[i]}, " to the bit");
  }
  return {};
}

void expect_close(std::span<const double> actual, std::span<const double> expected, double atol, double rtol,
                  const std::string& what, const char* file, int line) {
  report(close_mismatch(actual, expected, atol, rtol), what, file, line);
}

void expect_close(std::span<const float> actual, std::span<const double> expected, double atol, double rtol,
                  const std::string& what, const char* file, int line) {
  expect_close(to_double(actual), expected, atol, rtol, what, file, line);
}

void expect_relative_l2(std::span<const double> actual, std::span<const double> expected, double tolerance,
                        const std::string& what, double floor, const char* file, int line) {
  report(relative_l2_mismatch(actual, expected, tolerance, floor), what, file, line);
}

void expect_relative_l2(std::span<const float> actual, std::span<const double> expected, double tolerance,
                        const std::string& what, double floor, const char* file, int line) {
  expect_relative_l2(to_double(actual), expected, tolerance, what, floor, file, line);
}

void expect_same_bits(std::span<const float> actual, std::span<const float> expected, const std::string& what,
                      const char* file, int line) {
  report(bits_mismatch(actual, expected), what, file, line);
}

}  // namespace addnorm::test
