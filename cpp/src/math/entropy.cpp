// Entropy of probabilities; the contract is in entropy.h.
#include "math/entropy.h"

#include <cstdint>

#include "math/bit_cast.h"
#include "math/f32x4.h"

namespace addnorm::math {

namespace {

constexpr std::size_t kChunk = 32;

// p ln p. p = 2^n (1 + f) with 1 + f between sqrt(1/2) and sqrt(2); with s = f / (2 + f), ln(1 + f) =
// 2 s (1 + s^2 / 3 + s^4 / 5 + ...), and what is left out is below 2^-23 of it for |s| <= 0.172. The
// logarithm of 0 comes out as some finite number, and times p as 0; that of NaN as another, and times p as
// NaN.
inline float p_log_p(float p) {
  constexpr std::uint32_t kRootOfHalf = 0x3F3504F3U;
  const std::uint32_t above_bits = bit_cast<std::uint32_t>(p) - kRootOfHalf;
  const std::int32_t above = bit_cast<std::int32_t>(above_bits);
  const float n = static_cast<float>(above >> 23);
  const float f = bit_cast<float>((above_bits & 0x007FFFFFU) + kRootOfHalf) - 1.0F;
  const float s = f / (2.0F + f);
  const float z = s * s;
  const float series = 2.0F + z * (2.0F / 3.0F + z * (2.0F / 5.0F + z * (2.0F / 7.0F)));
  return p * (n * 0.693147181F + s * series);
}

// A loop of fixed length, which compilers make vectors of, and much code: once is enough.
[[gnu::noinline]] double sum_chunk(const float* p) {
  float terms[kChunk];
  for (std::size_t i = 0; i < kChunk; ++i) terms[i] = p_log_p(p[i]);
  simd::f32x4 total = simd::zero();
  for (std::size_t i = 0; i < kChunk; i += simd::kLanes) total = total + simd::load(terms + i);
  return static_cast<double>(simd::sum(total));
}

}  // namespace

double entropy(const float* p, std::size_t n) {
  double total = 0.0;
  std::size_t i = 0;
  for (; i + kChunk <= n; i += kChunk) total += sum_chunk(p + i);
  if (i < n) {
    float rest[kChunk] = {};
    for (std::size_t j = 0; i + j < n; ++j) rest[j] = p[i + j];
    total += sum_chunk(rest);
  }
  return 0.0 - total;
}

}  // namespace addnorm::math
