#include "allocations.h"

#include <atomic>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define ADDNORM_HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDNORM_HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(ADDNORM_HAS_SANITIZER)

namespace {
std::atomic<std::size_t> count{0};
}

// glibc's own allocator under the names it keeps for programs that put something in front of it. new ends
// here too.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t n, std::size_t size);
void* __libc_realloc(void* p, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
  ++count;
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) noexcept {
  ++count;
  return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t size) noexcept {
  ++count;
  return __libc_realloc(p, size);
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  ++count;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++count;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t size) noexcept {
  ++count;
  *p = __libc_memalign(alignment, size);
  return *p == nullptr ? 12 : 0;  // ENOMEM
}
}

namespace addnorm::test {
bool allocations_are_counted() {
  return true;
}
std::size_t n_allocations() {
  return count;
}
}  // namespace addnorm::test

#else

namespace addnorm::test {
bool allocations_are_counted() {
  return false;
}
std::size_t n_allocations() {
  return 0;
}
}  // namespace addnorm::test

#endif
