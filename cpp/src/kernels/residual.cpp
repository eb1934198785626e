// Residual add, forward and backward; the contract is in residual.h.
#include "kernels/residual.h"

#include "kernels/row_sums.h"
#include "math/mutant.h"

namespace addnorm {

using namespace simd;

void residual_add(float* out, const float* x, const float* branch, float residual_gain, float branch_gain,
                  std::size_t n) {
  const f32x4 a = splat(residual_gain);
  const f32x4 b = splat(branch_gain);
  if (residual_gain == 0.0F) {
    for_each_group(n, [&](std::size_t i, auto lanes) { store(out + i, b * load(branch + i, lanes), lanes); });
    return;
  }
  for_each_group(n, [&](std::size_t i, auto lanes) {
    store(out + i, a * load(x + i, lanes) + b * load(branch + i, lanes), lanes);
  });
}

double residual_add_backward(float* dx, float* dbranch, const float* dy, const float* branch,
                             float residual_gain, float branch_gain, std::size_t n) {
  if (is_mutant<"residual gain lost on the way back">()) residual_gain = 1.0F;
  const f32x4 a = splat(residual_gain);
  const f32x4 b = splat(branch_gain);
  const bool has_residual = residual_gain != 0.0F;
  const auto write = [&](std::size_t i, auto lanes) {
    const f32x4 dy_i = load(dy + i, lanes);
    store(dbranch + i, b * dy_i, lanes);
    store(dx + i, has_residual ? a * dy_i : zero(), lanes);
  };
  if (branch == nullptr) {
    for_each_group(n, write);
    return 0.0;
  }
  return sum_row(n, [&](std::size_t i, auto lanes) {
    const f64x4 product = to_double(load(dy + i, lanes)) * to_double(load(branch + i, lanes));
    write(i, lanes);
    return product;
  });
}

}  // namespace addnorm
