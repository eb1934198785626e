// What of a random stream is too long for its header; the contract is in random.h.
#include "math/random.h"

#include <cmath>

#include "math/log.h"
#include "math/sincos.h"

namespace addnorm {
namespace {

// FNV-1a with 64 bits.
std::uint64_t hash(std::string_view name) {
  std::uint64_t state = 0xCBF29CE484222325U;
  for (const char c : name) state = (state ^ static_cast<unsigned char>(c)) * 0x00000100000001B3U;
  return state;
}

// The seed is mixed before the name joins it and again after: neither a small step of the seed nor a similar
// name leaves two keys near each other. For one name different seeds never meet.
std::uint64_t key_of(double seed, std::string_view name) {
  assert(seed >= 0.0 && seed < 0x1p53);
  const auto whole = static_cast<std::uint64_t>(seed);
  assert(static_cast<double>(whole) == seed);
  return mix(RandomStream(whole).bits(0) ^ hash(name));
}

}  // namespace

RandomStream::RandomStream(double seed, std::string_view name) : key_(key_of(seed, name)) {}

double RandomStream::normal(std::uint64_t i) const {
  const std::uint64_t first = i & ~std::uint64_t{1};
  // 1 - u lies in (0, 1], where the logarithm is finite.
  const double radius = std::sqrt(-2.0 * math::log(1.0 - uniform_double(first)));
  const double angle = 6.283185307179586 * uniform_double(first + 1);
  return radius * (i == first ? math::cos(angle) : math::sin(angle));
}

}  // namespace addnorm
