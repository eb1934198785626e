// What this program asks for, by new, malloc or any other way, is counted, and can be made to run out.
#pragma once

#include <cstddef>

namespace addnorm::test {

// False where the counting calls cannot be put in place: without glibc, or under a sanitizer, which has its
// own. Then nothing runs out either.
bool allocations_are_counted();

std::size_t n_allocations();

// Bytes that were asked for and not given back.
std::size_t n_live_bytes();

// While one of these lives, memory is as scarce as in a module that cannot grow: what does not fit into
// n_bytes beside what the program held before is refused.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t n_bytes);
  ~MemoryBudget();
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  // The least budget above this one with which a request that was refused would have been met; 0 if none was.
  [[nodiscard]] std::size_t next() const;
};

}  // namespace addnorm::test
