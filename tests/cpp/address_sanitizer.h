// Memory that must not be touched, where the address sanitizer watches; elsewhere nothing happens.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define ADDNORM_HAS_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDNORM_HAS_ADDRESS_SANITIZER 1
#endif
#endif

#ifdef ADDNORM_HAS_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace addnorm::test {

#ifdef ADDNORM_HAS_ADDRESS_SANITIZER
inline constexpr bool kHasAddressSanitizer = true;
inline void forbid_memory(const void* p, std::size_t n_bytes) {
  __asan_poison_memory_region(p, n_bytes);
}
inline void allow_memory(const void* p, std::size_t n_bytes) {
  __asan_unpoison_memory_region(p, n_bytes);
}
inline bool is_forbidden(const void* p) {
  return __asan_address_is_poisoned(p) != 0;
}
#else
inline constexpr bool kHasAddressSanitizer = false;
inline void forbid_memory(const void*, std::size_t) {}
inline void allow_memory(const void*, std::size_t) {}
inline bool is_forbidden(const void*) {
  return false;
}
#endif

}  // namespace addnorm::test
