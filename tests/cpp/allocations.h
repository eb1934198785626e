// How often this program has asked for memory, by new, malloc or any other way.
#pragma once

#include <cstddef>

namespace addnorm::test {

// False where the counting calls cannot be put in place: without glibc, or under a sanitizer, which has its
// own.
bool allocations_are_counted();

std::size_t n_allocations();

}  // namespace addnorm::test
