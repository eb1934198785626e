// Activations, element by element; the contract is in activation.h.
#include "kernels/activation.h"

#include "math/f32x4.h"
#include "math/normal_cdf.h"
#include "math/tanh.h"

namespace addnorm {

using namespace simd;

namespace {

// gelu_tanh(x) = x / 2 * (1 + tanh(u)), u = sqrt(2 / pi) * (x + 0.044715 x^3)
constexpr float kSqrt2OverPi = 0.7978845608F;
constexpr float kCubic = 0.044715F;

f32x4 gelu_tanh_argument(f32x4 x) { return splat(kSqrt2OverPi) * (x + splat(kCubic) * x * x * x); }

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
      map(out, x, n, [](f32x4 v) { return splat(0.5F) * v * (splat(1.0F) + tanh(gelu_tanh_argument(v))); });
      break;
  }
}

void activation_backward(float* dx, const float* dy, const float* x, std::size_t n, Activation kind) {
  switch (kind) {
    case Activation::kRelu:
      // Where x <= 0 the gradient is dropped, not multiplied by 0. A NaN in x is not <= 0 and lets the gradient pass.
      for_each_group(n, [&](std::size_t i, auto lanes) {
        store(dx + i, select(less_equal(load(x + i, lanes), zero()), zero(), load(dy + i, lanes)), lanes);
      });
      break;
    case Activation::kGelu:
      map_backward(dx, dy, x, n, [](f32x4 v) { return normal_cdf(v) + v * normal_pdf(v); });
      break;
    case Activation::kGeluTanh:
      map_backward(dx, dy, x, n, [](f32x4 v) {
        const f32x4 one = splat(1.0F);
        const f32x4 t = tanh(gelu_tanh_argument(v));
        const f32x4 du = splat(kSqrt2OverPi) * (one + splat(3.0F * kCubic) * v * v);
        return splat(0.5F) * (one + t) + splat(0.5F) * v * (one - t * t) * du;
      });
      break;
  }
}

}  // namespace addnorm
