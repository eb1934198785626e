// Memory with poison on both sides, to catch a kernel that writes outside its output or lets what lies after
// its input into its result. Where the address sanitizer watches, reading it is a fault as well.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "address_sanitizer.h"

namespace addnorm::test {

// Two poisons: a NaN that nobody else makes, and a number so large that it spoils any sum it enters but
// passes for a number.
inline constexpr std::uint32_t kPoisonNan = 0x7FC0DEAD;
inline constexpr std::uint32_t kPoisonLarge = 0x7149F2CA;  // 1e30

// n numbers between two guards of 64 words each, starting `offset` floats after a multiple of 16 bytes. The
// numbers are poison as well until written. Its end is a test: broken guards fail it.
template <typename T>
class GuardedBuffer {
 public:
  explicit GuardedBuffer(std::size_t n, std::size_t offset = 0, std::uint32_t poison = kPoisonNan)
      : n_(n), poison_(poison), n_words_(2 * kGuardWords + n * kWords + kAlignment) {
    words_ = std::make_unique<std::byte[]>(n_words_ * sizeof poison);
    for (std::size_t i = 0; i < n_words_; ++i) write_word(i);
    const auto address = reinterpret_cast<std::uintptr_t>(words_.get());
    const std::size_t to_multiple = (16 - address % 16) % 16 / sizeof poison;
    first_ = kGuardWords + to_multiple + offset;
    const std::size_t end = first_ + n * kWords;
    forbid_memory(words_.get(), first_ * sizeof poison);
    forbid_memory(words_.get() + end * sizeof poison, (n_words_ - end) * sizeof poison);
  }

  GuardedBuffer(std::span<const T> values, std::size_t offset = 0, std::uint32_t poison = kPoisonNan)
      : GuardedBuffer(values.size(), offset, poison) {
    if (n_ > 0) std::memcpy(data(), values.data(), n_ * sizeof(T));
  }

  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;
  ~GuardedBuffer() { EXPECT_TRUE(check()); }

  [[nodiscard]] T* data() { return reinterpret_cast<T*>(words_.get() + first_ * sizeof poison_); }
  [[nodiscard]] const T* data() const {
    return reinterpret_cast<const T*>(words_.get() + first_ * sizeof poison_);
  }
  [[nodiscard]] std::size_t size() const { return n_; }
  [[nodiscard]] std::span<const T> span() const { return {data(), n_}; }

  // Whether all words before and after the numbers are still poison. From here on they may be touched.
  [[nodiscard]] ::testing::AssertionResult check() const {
    allow_memory(words_.get(), n_words_ * sizeof poison_);
    for (std::size_t i = 0; i < n_words_; ++i) {
      if (i >= first_ && i < first_ + n_ * kWords) continue;
      std::uint32_t word = 0;
      std::memcpy(&word, words_.get() + i * sizeof word, sizeof word);
      if (word == poison_) continue;
      const auto place = static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(first_);
      return ::testing::AssertionFailure()
             << "memory outside of a buffer of " << n_ << " was written, word " << place;
    }
    return ::testing::AssertionSuccess();
  }

 private:
  static constexpr std::size_t kGuardWords = 64;
  static constexpr std::size_t kAlignment = 8;  // words to spare for alignment and offset
  static constexpr std::size_t kWords = sizeof(T) / sizeof(std::uint32_t);

  void write_word(std::size_t i) { std::memcpy(words_.get() + i * sizeof poison_, &poison_, sizeof poison_); }

  std::size_t n_;
  std::uint32_t poison_;
  std::size_t n_words_;
  std::size_t first_ = 0;  // word of the first number
  std::unique_ptr<std::byte[]> words_;
};

using GuardedFloats = GuardedBuffer<float>;
using GuardedDoubles = GuardedBuffer<double>;

}  // namespace addnorm::test
