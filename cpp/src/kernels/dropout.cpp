// Dropout; the contract is in dropout.h.
#include "kernels/dropout.h"

#include "math/mutant.h"
#include "math/random.h"

namespace addnorm {

void dropout(float* out, const float* x, std::size_t n, Dropout site, std::uint64_t first) {
  const RandomStream stream(site.key);
  const double kept = is_mutant<"dropout without 1 / (1 - p)">() ? 1.0 : 1.0 - static_cast<double>(site.p);
  const float scale = static_cast<float>(1.0 / kept);
  // What is dropped is 0 and not x * 0, so that p = 1 gives zeros for every x.
  for (std::size_t i = 0; i < n; ++i) out[i] = stream.uniform(first + i) < site.p ? 0.0F : x[i] * scale;
}

}  // namespace addnorm
