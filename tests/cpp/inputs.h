// What kernels are tried on: sizes around the lane count, and rows that have broken other implementations.
// Every input is a function of its size and seed, the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "guarded_buffer.h"

namespace addnorm::test {

inline constexpr std::size_t kSizes[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10,  11,  12,  13,  14,
                                         15, 16, 17, 18, 19, 20, 21, 22, 23, 24,  25,  26,  27,  28,
                                         29, 30, 31, 32, 33, 59, 63, 64, 65, 127, 128, 129, 197, 257};

// Evenly spread over [low, high).
std::vector<float> uniform(std::size_t n, std::uint64_t seed, double low, double high);

// Close to normal with mean 0 and variance 1: sums of twelve even numbers, so never beyond 6.
std::vector<float> normal(std::size_t n, std::uint64_t seed);

// Whole numbers in [0, below).
std::vector<std::int32_t> whole_numbers(std::size_t n, std::uint64_t seed, std::int32_t below);

struct InputKind {
  const char* name;
  std::vector<float> (*make)(std::size_t n, std::uint64_t seed);
  bool is_finite;
};

// normal; offset 1000; tiny (1e-20); huge (1e30); one NaN and one Inf at n / 2, the rest normal; all equal to
// 0.1.
extern const std::vector<InputKind> kInputKinds;

// Where a case's buffers lie and what lies around them.
struct Place {
  std::size_t offset;    // floats after a multiple of 16 bytes
  std::uint32_t poison;  // around every buffer
};

// Every offset, once with each poison.
inline constexpr Place kPlaces[] = {{0, kPoisonNan},   {1, kPoisonLarge}, {2, kPoisonNan},
                                    {3, kPoisonLarge}, {0, kPoisonLarge}, {1, kPoisonNan},
                                    {2, kPoisonLarge}, {3, kPoisonNan}};

// The case in words, for messages.
std::string describe(std::size_t n, const InputKind& kind, const Place& place);

}  // namespace addnorm::test
