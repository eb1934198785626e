// Activations and their derivatives against the reference in double.
#include "kernels/activation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect.h"
#include "guarded_buffer.h"
#include "inputs.h"
#include "reference/activation.h"

namespace addnorm::test {
namespace {

constexpr Activation kActivations[] = {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh};
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

std::vector<float> activation_of(const std::vector<float>& x, Activation kind) {
  std::vector<float> out(x.size());
  activation(out.data(), x.data(), x.size(), kind);
  return out;
}

std::vector<float> derivative_of(const std::vector<float>& x, Activation kind) {
  std::vector<float> dx(x.size());
  const std::vector<float> ones(x.size(), 1.0F);
  activation_backward(dx.data(), ones.data(), x.data(), x.size(), kind);
  return dx;
}

TEST(Activation, IsTheReferenceForEverySizeInputAndPlace) {
  for (const Activation activation_kind : kActivations) {
    for (const std::size_t n : kSizes) {
      for (const InputKind& kind : kInputKinds) {
        const std::vector<float> values = kind.make(n, n);
        const std::vector<double> expected = reference::activation(to_double(values), activation_kind);
        for (const Place& place : kPlaces) {
          const std::string what =
              describe(n, kind, place) + ", activation " + std::to_string(static_cast<int>(activation_kind));
          const GuardedFloats x(values, place.offset, place.poison);
          GuardedFloats out(n, place.offset, place.poison);
          activation(out.data(), x.data(), n, activation_kind);
          expect_close(out.span(), expected, 1e-6, 1e-6, what);
          GuardedFloats in_place(values, place.offset, place.poison);
          activation(in_place.data(), in_place.data(), n, activation_kind);
          expect_same_bits(in_place.span(), out.span(), what + ", in place");
        }
      }
    }
  }
}

TEST(Activation, GradientIsTheReferencesForEverySizeInputAndPlace) {
  for (const Activation activation_kind : kActivations) {
    for (const std::size_t n : kSizes) {
      const std::vector<float> dy_values = uniform(n, 3, -2.0, 2.0);
      for (const InputKind& kind : kInputKinds) {
        const std::vector<float> values = kind.make(n, n);
        const std::vector<double> expected =
            reference::activation_backward(to_double(dy_values), to_double(values), activation_kind);
        for (const Place& place : kPlaces) {
          const std::string what =
              describe(n, kind, place) + ", activation " + std::to_string(static_cast<int>(activation_kind));
          const GuardedFloats x(values, place.offset, place.poison);
          const GuardedFloats dy(dy_values, place.offset, place.poison);
          GuardedFloats dx(n, place.offset, place.poison);
          activation_backward(dx.data(), dy.data(), x.data(), n, activation_kind);
          for (std::size_t i = 0; i < n; ++i) {
            // At infinity the derivative is a limit, which a formula need not give.
            if (std::isinf(values[i])) continue;
            EXPECT_TRUE(is_close(double{dx.data()[i]}, expected[i], 2e-6, 1e-6))
                << what << " [" << i << "] " << dx.data()[i] << " " << expected[i];
          }

          GuardedFloats over_dy(dy_values, place.offset, place.poison);
          activation_backward(over_dy.data(), over_dy.data(), x.data(), n, activation_kind);
          expect_same_bits(over_dy.span(), dx.span(), what + ", dx over dy");
          GuardedFloats over_x(values, place.offset, place.poison);
          activation_backward(over_x.data(), dy.data(), over_x.data(), n, activation_kind);
          expect_same_bits(over_x.span(), dx.span(), what + ", dx over x");
        }
      }
    }
  }
}

TEST(Activation, ReluIsExact) {
  const std::vector<float> x = {-1.0F, 1.0F, 3e38F, -3e38F, kInf, -kInf, 1e-45F, -1e-45F, 0.0F, -0.0F};
  const std::vector<float> expected = {0, 1, 3e38F, 0, kInf, 0, 1e-45F, 0, 0, 0};
  EXPECT_EQ(activation_of(x, Activation::kRelu), expected);
  // With a derivative of 0 at 0.
  EXPECT_EQ(derivative_of(x, Activation::kRelu), (std::vector<float>{0, 1, 1, 0, 1, 0, 1, 0, 0, 0}));
}

// A gradient that is not finite does not come through a closed relu.
TEST(Activation, ClosedReluDropsTheGradientWhateverItIs) {
  const std::vector<float> x = {-1, -1, -1, 0, -2};
  const std::vector<float> dy = {kNan, kInf, -kInf, kNan, 1};
  std::vector<float> dx(5);
  activation_backward(dx.data(), dy.data(), x.data(), 5, Activation::kRelu);
  expect_close(dx, std::vector<double>(5, 0.0), 0.0, 0.0, "dx");
}

// NaN comes through every activation, in its place only, in vector lanes and tail alike.
TEST(Activation, NanStaysNanInItsPlace) {
  for (const Activation kind : kActivations) {
    for (std::size_t n = 1; n <= 9; ++n) {
      const std::vector<float> clean = normal(n, n);
      const std::vector<float> expected = activation_of(clean, kind);
      for (std::size_t k = 0; k < n; ++k) {
        std::vector<float> x = clean;
        x[k] = kNan;
        const std::vector<float> out = activation_of(x, kind);
        for (std::size_t i = 0; i < n; ++i) {
          if (i == k) {
            EXPECT_TRUE(std::isnan(out[i])) << n << " " << k;
          } else {
            EXPECT_EQ(out[i], expected[i]) << n << " " << k << " " << i;
          }
        }
      }
    }
  }
}

// The promised accuracy, over the range in which a gelu is neither 0 nor x.
TEST(Activation, GeluIsAccurateRelativeToItsValue) {
  for (const Activation kind : {Activation::kGelu, Activation::kGeluTanh}) {
    std::vector<float> x;
    for (int i = -3000; i <= 9000; ++i) x.push_back(static_cast<float>(i) * 1e-3F);
    expect_close(activation_of(x, kind), reference::activation(to_double(x), kind), 0.0, 1e-5, "gelu");
    std::vector<double> derivative;
    for (const float x_i : x) derivative.push_back(reference::activation_derivative(double{x_i}, kind));
    expect_close(derivative_of(x, kind), derivative, 2e-6, 1e-5, "derivative");
  }
}

TEST(Activation, GeluFarOutIsZeroOrX) {
  for (const Activation kind : {Activation::kGelu, Activation::kGeluTanh}) {
    for (const float x : {20.0F, 1e3F, 1e10F, 1e15F, 1e30F, 3e38F}) {
      EXPECT_EQ(activation_of({x}, kind)[0], x);
      EXPECT_EQ(activation_of({-x}, kind)[0], 0.0F);
      EXPECT_EQ(derivative_of({x}, kind)[0], 1.0F) << x << ", activation " << static_cast<int>(kind);
      EXPECT_EQ(derivative_of({-x}, kind)[0], 0.0F) << -x << ", activation " << static_cast<int>(kind);
    }
    EXPECT_EQ(activation_of({kInf}, kind)[0], kInf);
  }
}

}  // namespace
}  // namespace addnorm::test
