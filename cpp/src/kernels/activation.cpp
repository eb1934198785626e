// Activations, element by element; the contract is in activation.h.
#include "kernels/activation.h"

#include "math/exp.h"
#include "math/f32x4.h"
#include "math/mutant.h"
#include "math/normal_cdf.h"

namespace addnorm {

using namespace simd;

namespace {

// gelu_tanh(x) = x / 2 * (1 + tanh(u)) with u = sqrt(2 / pi) * (x + 0.044715 x^3), which is x / (1 + exp(-2
// u)): in this form nothing cancels where tanh is near -1.
constexpr float kTwoSqrt2OverPi = 1.5957691216F;
constexpr float kCubic = 0.044715F;

// Beyond 20 the gate is 0 or 1 to the last bit; holding x there keeps its cube from overflowing. A NaN stays.
f32x4 hold(f32x4 x) {
  return min(max(x, splat(-20.0F)), splat(20.0F));
}

// 1 / (1 + exp(-2 u)), of a held x.
f32x4 gelu_tanh_gate(f32x4 x) {
  const f32x4 one = splat(1.0F);
  return one / (one + exp(splat(-kTwoSqrt2OverPi) * x * (one + splat(kCubic) * x * x)));
}

template <typename F>
void map(float* out, const float* x, std::size_t n, F f) {
  for_each_group(n, [&](std::size_t i, auto lanes) { store(out + i, f(load(x + i, lanes)), lanes); });
}

template <typename F>
void map_backward(float* dx, const float* dy, const float* x, std::size_t n, F derivative) {
  for_each_group(n, [&](std::size_t i, auto lanes) {
    store(dx + i, load(dy + i, lanes) * derivative(load(x + i, lanes)), lanes);
  });
}

}  // namespace

void activation(float* out, const float* x, std::size_t n, Activation kind) {
  switch (kind) {
    case Activation::kRelu:
      map(out, x, n, [](f32x4 v) { return max(v, zero()); });
      break;
    case Activation::kGelu:
      map(out, x, n, [](f32x4 v) { return v * normal_cdf(v); });
      break;
    case Activation::kGeluTanh:
      map(out, x, n, [](f32x4 v) { return v * gelu_tanh_gate(hold(v)); });
      break;
  }
}

void activation_backward(float* dx, const float* dy, const float* x, std::size_t n, Activation kind) {
  switch (kind) {
    case Activation::kRelu:
      // Where x <= 0 the gradient is dropped, not multiplied by 0. A NaN in x is not <= 0 and lets the
      // gradient pass.
      for_each_group(n, [&](std::size_t i, auto lanes) {
        store(dx + i, select(less_equal(load(x + i, lanes), zero()), zero(), load(dy + i, lanes)), lanes);
      });
      break;
    case Activation::kGelu:
      map_backward(dx, dy, x, n, [](f32x4 v) {
        if (is_mutant<"gelu's gradient without the density">()) return normal_cdf(v);
        return normal_cdf(v) + v * normal_pdf(v);
      });
      break;
    case Activation::kGeluTanh:
      map_backward(dx, dy, x, n, [](f32x4 v) {
        const f32x4 one = splat(1.0F);
        const f32x4 held = hold(v);
        const f32x4 gate = gelu_tanh_gate(held);
        const f32x4 two_du = splat(kTwoSqrt2OverPi) * (one + splat(3.0F * kCubic) * held * held);
        return gate + held * gate * (one - gate) * two_du;
      });
      break;
  }
}

}  // namespace addnorm
