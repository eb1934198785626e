#include "allocations.h"

#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "address_sanitizer.h"

#if defined(__GLIBC__) && !defined(ADDNORM_HAS_ADDRESS_SANITIZER)

#include <malloc.h>

namespace {
std::atomic<std::size_t> count{0};
std::atomic<std::size_t> live{0};
std::atomic<std::size_t> limit{SIZE_MAX};
std::atomic<std::size_t> refused{SIZE_MAX};  // the smallest total that a refused request would have made

// Whether a request of this size, with this much given back for it, may be met.
bool has_room(std::size_t n_bytes, std::size_t n_given_back = 0) {
  const std::size_t total = live - n_given_back + n_bytes;
  if (total <= limit) return true;
  if (total < refused) refused = total;
  return false;
}

// As an allocator rounds, so that what is measured when memory comes and when it goes agrees.
void* counted(void* p) {
  ++count;
  live += malloc_usable_size(p);
  return p;
}
}  // namespace

// glibc's own allocator under the names it keeps for programs that put something in front of it. new and
// delete end here too.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t n, std::size_t size);
void* __libc_realloc(void* p, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* p);

void* malloc(std::size_t size) noexcept {
  return has_room(size) ? counted(__libc_malloc(size)) : nullptr;
}
void* calloc(std::size_t n, std::size_t size) noexcept {
  return has_room(n * size) ? counted(__libc_calloc(n, size)) : nullptr;
}
void* realloc(void* p, std::size_t size) noexcept {
  const std::size_t size_before = malloc_usable_size(p);
  if (!has_room(size, size_before)) return nullptr;
  void* moved = __libc_realloc(p, size);
  if (moved != nullptr || size == 0) live -= size_before;
  return counted(moved);
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return has_room(size) ? counted(__libc_memalign(alignment, size)) : nullptr;
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return memalign(alignment, size);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t size) noexcept {
  *p = memalign(alignment, size);
  return *p == nullptr ? 12 : 0;  // ENOMEM
}
void free(void* p) noexcept {
  live -= malloc_usable_size(p);
  __libc_free(p);
}
}

namespace addnorm::test {
bool allocations_are_counted() {
  return true;
}
std::size_t n_allocations() {
  return count;
}
std::size_t n_live_bytes() {
  return live;
}

namespace {
std::size_t before_budget = 0;
}

MemoryBudget::MemoryBudget(std::size_t n_bytes) {
  before_budget = live;
  refused = SIZE_MAX;
  limit = before_budget + n_bytes;
}
MemoryBudget::~MemoryBudget() {
  limit = SIZE_MAX;
}
std::size_t MemoryBudget::next() const {
  return refused == SIZE_MAX ? 0 : refused - before_budget;
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
std::size_t n_live_bytes() {
  return 0;
}
MemoryBudget::MemoryBudget(std::size_t) {}
MemoryBudget::~MemoryBudget() = default;
std::size_t MemoryBudget::next() const {
  return 0;
}
}  // namespace addnorm::test

#endif
