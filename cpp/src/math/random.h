// Random streams without state: draw i of a stream is a pure function of (seed, name, i), in any order, on
// any machine. The bits are those of splitmix64 (Steele, Lea and Flood 2014) with the stream's key as its
// seed; the distributions are our own, since those of <random> differ between standard libraries.
#pragma once

#include <cassert>
#include <cstdint>
#include <string_view>

namespace addnorm {

// The output function of splitmix64: a bijection of 64 bits in which each input bit touches every output bit.
inline std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

class RandomStream {
 public:
  // Different seeds or names give unrelated streams. seed is a whole number in [0, 2^53).
  RandomStream(double seed, std::string_view name);

  // The stream of a key that is itself random bits: RandomStream(steps.bits(step)) is a stream of its own for
  // each step.
  explicit RandomStream(std::uint64_t key) : key_(key) {}

  std::uint64_t key() const { return key_; }

  std::uint64_t bits(std::uint64_t i) const { return mix(key_ + (i + 1) * 0x9E3779B97F4A7C15U); }

  // Uniform in [0, 1), a multiple of 2^-24.
  float uniform(std::uint64_t i) const { return static_cast<float>(bits(i) >> 40) * 0x1p-24F; }

  // Uniform in [0, 1), a multiple of 2^-53.
  double uniform_double(std::uint64_t i) const { return static_cast<double>(bits(i) >> 11) * 0x1p-53; }

  // Mean 0 and variance 1, by Box and Muller (1958); never beyond 8.6. The draws 2 k and 2 k + 1 are the two
  // coordinates of one point, and use bits(2 k) and bits(2 k + 1).
  double normal(std::uint64_t i) const;

  // Uniform in 0 ... n - 1, n > 0: floor(bits * n / 2^64). The chance of a value differs from 1 / n by less
  // than 2^-64.
  std::uint32_t below(std::uint64_t i, std::uint32_t n) const {
    assert(n > 0);
    const std::uint64_t drawn = bits(i);
    const std::uint64_t low = (drawn & 0xFFFFFFFFU) * n;
    const std::uint64_t high = (drawn >> 32) * n;
    return static_cast<std::uint32_t>((high + (low >> 32)) >> 32);
  }

 private:
  std::uint64_t key_;
};

}  // namespace addnorm
