// Faults that can be switched on, to see that the tests notice each of them:
//
//   if (is_mutant<"eps outside the root">()) return 1.0 / (std::sqrt(var) + eps);
//
// Only the build with ADDNORM_MUTANTS (addnorm_mutants in CMakeLists.txt) has them: there it is true while
// the environment's ADDNORM_MUTANT holds that name. In every other build it is the constant false, and
// nothing of the fault is compiled. A name stands where the fault stands and nowhere else;
// web/tools/mutants.mjs finds it there. Tests are compiled without the faults, so none may stand in a header
// that a test includes.
#pragma once

#include <cstddef>

#ifdef ADDNORM_MUTANTS
#include <cstdlib>
#include <string_view>
#endif

namespace addnorm {

// A string literal as an argument of a template.
template <std::size_t kSize>
struct MutantName {
  char text[kSize] = {};

  consteval MutantName(const char (&literal)[kSize]) {
    for (std::size_t i = 0; i < kSize; ++i) text[i] = literal[i];
  }
};

#ifdef ADDNORM_MUTANTS

// Asked once, when the program starts: a kernel asks in its innermost loop.
template <MutantName kName>
inline const bool is_chosen_mutant = [] {
  const char* chosen = std::getenv("ADDNORM_MUTANT");
  return chosen != nullptr && std::string_view(chosen) == kName.text;
}();

template <MutantName kName>
bool is_mutant() {
  return is_chosen_mutant<kName>;
}

#else

template <MutantName kName>
consteval bool is_mutant() {
  return false;
}

#endif

}  // namespace addnorm
