// std::bit_cast, which the standard library of Emscripten 3.1.6 does not have yet.
#pragma once

#include <cstring>
#include <type_traits>

namespace addnorm {

template <typename To, typename From>
inline To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
                std::is_trivially_copyable_v<From>);
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

}  // namespace addnorm
