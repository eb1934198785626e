// Optimisers; the contract is in optimizer.h.
//
// Each element is updated by itself, so only the two sums of squares have an order: that of row_sums.h.
#include "kernels/optimizer.h"

#include <cmath>
#include <cstdint>

#include "kernels/row_sums.h"
#include "math/mutant.h"

namespace addnorm {

using namespace simd;

namespace {

// Two sums at once over what an update did.
struct StatsSum {
  f64x4 update_sq = splat4(0.0);
  f64x4 weight_sq = splat4(0.0);

  template <typename Lanes>
  void add(f32x4 update, f32x4 p, Lanes lanes) {
    update_sq = update_sq + keep(to_double(update) * to_double(update), lanes);
    weight_sq = weight_sq + keep(to_double(p) * to_double(p), lanes);
  }
  [[nodiscard]] UpdateStats result() const { return {sum(update_sq), sum(weight_sq)}; }
};

// base to the power of a whole number, by squaring: the same products on every machine.
double power(double base, double exponent) {
  double result = 1.0;
  for (std::uint64_t n = static_cast<std::uint64_t>(exponent); n > 0; n >>= 1) {
    if (n & 1) result *= base;
    base *= base;
  }
  return result;
}

f32x4 flush_tiny(f32x4 moment) {
  if (is_mutant<"moments flushed while they matter">())
    return select(less(abs(moment), splat(1e-20F)), zero(), moment);
  return select(less(abs(moment), splat(1e-30F)), zero(), moment);
}

}  // namespace

UpdateStats sgd(float* p, float* velocity, const float* grad, std::size_t n, double lr, double momentum,
                double weight_decay) {
  const f32x4 rate = splat(static_cast<float>(lr));
  const f32x4 keep_velocity = splat(static_cast<float>(momentum));
  const f32x4 decay = splat(static_cast<float>(weight_decay));
  const bool has_decay = weight_decay != 0.0;
  StatsSum stats;
  for_each_group(n, [&](std::size_t i, auto lanes) {
    const f32x4 p_i = load(p + i, lanes);
    f32x4 g = load(grad + i, lanes);
    if (has_decay) g = g + decay * p_i;
    if (is_mutant<"SGD weighs the gradient by 1 - momentum">()) g = g - keep_velocity * g;
    const f32x4 v = flush_tiny(keep_velocity * load(velocity + i, lanes) + g);
    const f32x4 update = rate * v;
    store(velocity + i, v, lanes);
    store(p + i, p_i - update, lanes);
    stats.add(update, p_i, lanes);
  });
  return stats.result();
}

UpdateStats adam(float* p, float* m, float* v, const float* grad, std::size_t n, const AdamStep& step) {
  const f32x4 beta1 = splat(static_cast<float>(step.beta1));
  const f32x4 beta2 = splat(static_cast<float>(step.beta2));
  const f32x4 one_minus_beta1 = splat(static_cast<float>(1.0 - step.beta1));
  const f32x4 one_minus_beta2 = splat(static_cast<float>(1.0 - step.beta2));
  const double n_steps = is_mutant<"Adam without bias correction">() ? 1e9 : step.step;
  const bool is_decoupled = step.is_decoupled && !is_mutant<"AdamW decays through the gradient">();
  const f32x4 rate = splat(static_cast<float>(step.lr / (1.0 - power(step.beta1, n_steps))));
  const f32x4 root_correction = splat(static_cast<float>(std::sqrt(1.0 - power(step.beta2, n_steps))));
  const double decay_rate = is_mutant<"AdamW's decay without the learning rate">() ? 1.0 : step.lr;
  const f32x4 eps = splat(static_cast<float>(step.eps));
  const f32x4 joined_decay = splat(static_cast<float>(is_decoupled ? 0.0 : step.weight_decay));
  const f32x4 decoupled_decay =
      splat(static_cast<float>(is_decoupled ? decay_rate * step.weight_decay : 0.0));
  const bool has_decay = step.weight_decay != 0.0;
  StatsSum stats;
  for_each_group(n, [&](std::size_t i, auto lanes) {
    const f32x4 p_i = load(p + i, lanes);
    f32x4 g = load(grad + i, lanes);
    if (has_decay) g = g + joined_decay * p_i;
    const f32x4 m_i = flush_tiny(beta1 * load(m + i, lanes) + one_minus_beta1 * g);
    const f32x4 v_i = flush_tiny(beta2 * load(v + i, lanes) + one_minus_beta2 * (g * g));
    f32x4 update = rate * m_i / (sqrt(v_i) / root_correction + eps);
    if (is_mutant<"Adam's eps inside the root">())
      update = rate * m_i / sqrt(v_i / (root_correction * root_correction) + eps);
    if (is_mutant<"Adam's eps before the bias correction">())
      update = rate * m_i / ((sqrt(v_i) + eps) / root_correction);
    if (has_decay) update = update + decoupled_decay * p_i;
    store(m + i, m_i, lanes);
    store(v + i, v_i, lanes);
    store(p + i, p_i - update, lanes);
    stats.add(update, p_i, lanes);
  });
  return stats.result();
}

double sum_of_squares(const float* x, std::size_t n) {
  return sum_row(n, [&](std::size_t i, auto lanes) {
    const f64x4 x_i = to_double(load(x + i, lanes));
    return x_i * x_i;
  });
}

void scale(float* x, std::size_t n, double factor) {
  for_each_group(n, [&](std::size_t i, auto lanes) {
    store(x + i, to_float(to_double(load(x + i, lanes)) * splat4(factor)), lanes);
  });
}

}  // namespace addnorm
