// LayerNorm against the reference in double, for every size, input and place. Known cases:
// layer_norm_cases_test.cpp.
#include "addnorm/layer_norm.h"

#include <gtest/gtest.h>

#include <cmath>

#include "expect.h"
#include "guarded_buffer.h"
#include "inputs.h"
#include "reference/layer_norm.h"

namespace addnorm::test {
namespace {

constexpr float kEps = 1e-5F;
constexpr double kEpsWidened = double{kEps};
constexpr std::size_t kRows = 3;

// Three rows of a kind of input with the gain and shift of a trained layer, and what the reference makes of
// them.
struct Case {
  std::size_t d_model;
  std::vector<float> x, gamma, beta, dy;
  reference::LayerNorm forward;
  reference::LayerNormGradients backward;

  Case(std::size_t width, const InputKind& kind)
      : d_model(width),
        x(kind.make(kRows * width, width)),
        gamma(uniform(width, 2, -2.0, 2.0)),
        beta(uniform(width, 3, -1.0, 1.0)),
        // A mean far from 0: with a mean near 0 the mean term of the gradient could be lost unnoticed.
        dy(uniform(kRows * width, 4, -1.0, 3.0)),
        forward(reference::layer_norm(to_double(x), to_double(gamma), to_double(beta), kRows, width,
                                      kEpsWidened)),
        backward(reference::layer_norm_backward(to_double(dy), to_double(x), to_double(gamma), forward.mean,
                                                forward.rstd, kRows, width)) {}
};

std::vector<float> layer_norm_of(const std::vector<float>& x, std::size_t d_model, float eps = kEps,
                                 const std::vector<float>& gamma = {}, const std::vector<float>& beta = {}) {
  std::vector<float> y(x.size());
  layer_norm(y.data(), nullptr, nullptr, x.data(), gamma.empty() ? nullptr : gamma.data(),
             beta.empty() ? nullptr : beta.data(), x.size() / d_model, d_model, eps);
  return y;
}

TEST(LayerNorm, IsTheReferenceForEverySizeInputAndPlace) {
  for (const std::size_t n : kSizes) {
    for (const InputKind& kind : kInputKinds) {
      const Case c(n, kind);
      for (const Place& place : kPlaces) {
        const std::string what = describe(n, kind, place);
        const GuardedFloats x(c.x, place.offset, place.poison);
        const GuardedFloats gamma(c.gamma, place.offset, place.poison);
        const GuardedFloats beta(c.beta, place.offset, place.poison);
        GuardedFloats y(c.x.size(), place.offset, place.poison);
        GuardedDoubles mean(kRows);
        GuardedDoubles rstd(kRows);
        layer_norm(y.data(), mean.data(), rstd.data(), x.data(), gamma.data(), beta.data(), kRows, n, kEps);
        expect_close(y.span(), c.forward.y, 1e-6, 1e-6, what);
        expect_close(rstd.span(), c.forward.rstd, 0.0, 1e-9, what + ", rstd");
        expect_same_bits(x.span(), c.x, what + ", x");

        GuardedFloats again(c.x.size(), place.offset, place.poison);
        layer_norm_again(again.data(), x.data(), gamma.data(), beta.data(), mean.data(), rstd.data(), kRows,
                         n);
        expect_same_bits(again.span(), y.span(), what + ", again");

        GuardedFloats in_place(c.x, place.offset, place.poison);
        layer_norm(in_place.data(), nullptr, nullptr, in_place.data(), gamma.data(), beta.data(), kRows, n,
                   kEps);
        expect_same_bits(in_place.span(), y.span(), what + ", in place");
      }
    }
  }
}

// The relative tolerance, and what rounding leaves of the terms t, mean(t) and x_hat * mean(t * x_hat) where
// they cancel.
TEST(LayerNorm, GradientsAreTheReferencesForEverySizeInputAndPlace) {
  for (const std::size_t n : kSizes) {
    for (const InputKind& kind : kInputKinds) {
      const Case c(n, kind);
      std::vector<double> dgamma_start(n, 2.0);
      std::vector<double> dbeta_start(n, -3.0);
      for (std::size_t i = 0; i < n; ++i) {
        dgamma_start[i] += c.backward.dgamma[i];
        dbeta_start[i] += c.backward.dbeta[i];
      }
      double largest_rstd = 0.0;
      for (const double rstd : c.forward.rstd) largest_rstd = rstd > largest_rstd ? rstd : largest_rstd;
      const double rounding = 1e-7 * 6.0 * largest_rstd * std::sqrt(static_cast<double>(kRows * n));

      for (const Place& place : kPlaces) {
        const std::string what = describe(n, kind, place);
        const GuardedFloats x(c.x, place.offset, place.poison);
        const GuardedFloats dy(c.dy, place.offset, place.poison);
        const GuardedFloats gamma(c.gamma, place.offset, place.poison);
        GuardedFloats dx(c.x.size(), place.offset, place.poison);
        GuardedFloats dgamma(std::vector<float>(n, 2.0F), place.offset, place.poison);
        GuardedFloats dbeta(std::vector<float>(n, -3.0F), place.offset, place.poison);
        layer_norm_backward(dx.data(), dgamma.data(), dbeta.data(), dy.data(), x.data(), gamma.data(),
                            c.forward.mean.data(), c.forward.rstd.data(), kRows, n);
        expect_relative_l2(dx.span(), c.backward.dx, 1e-5, what + ", dx", rounding);
        expect_relative_l2(dgamma.span(), dgamma_start, 1e-5, what + ", dgamma");
        expect_relative_l2(dbeta.span(), dbeta_start, 1e-5, what + ", dbeta");
      }
    }
  }
}

TEST(LayerNorm, GradientMayTakeThePlaceOfDyOrX) {
  for (const std::size_t n : kSizes) {
    const Case c(n, kInputKinds[0]);
    const auto run = [&](float* dx, const float* dy, const float* x) {
      std::vector<float> dgamma(n);
      std::vector<float> dbeta(n);
      layer_norm_backward(dx, dgamma.data(), dbeta.data(), dy, x, c.gamma.data(), c.forward.mean.data(),
                          c.forward.rstd.data(), kRows, n);
      dgamma.insert(dgamma.end(), dbeta.begin(), dbeta.end());
      return dgamma;
    };
    GuardedFloats separate(c.x.size());
    GuardedFloats over_dy(c.dy);
    GuardedFloats over_x(c.x);
    const std::vector<float> parameters = run(separate.data(), c.dy.data(), c.x.data());
    expect_same_bits(run(over_dy.data(), over_dy.data(), c.x.data()), parameters, "dgamma, dbeta");
    expect_same_bits(run(over_x.data(), c.dy.data(), over_x.data()), parameters, "dgamma, dbeta");
    expect_same_bits(over_dy.span(), separate.span(), "dx over dy");
    expect_same_bits(over_x.span(), separate.span(), "dx over x");
  }
}

TEST(LayerNorm, WhatIsNotWantedMayBeNull) {
  for (const std::size_t n : kSizes) {
    const Case c(n, kInputKinds[0]);
    const std::vector<float> ones(n, 1.0F);
    const std::vector<float> zeros(n, 0.0F);
    // Equal, though not to the bit: -0 + 0 is 0, and without beta -0 stays.
    EXPECT_EQ(layer_norm_of(c.x, n), layer_norm_of(c.x, n, kEps, ones, zeros));
    EXPECT_EQ(layer_norm_of(c.x, n, kEps, c.gamma), layer_norm_of(c.x, n, kEps, c.gamma, zeros));

    std::vector<float> dx(c.x.size());
    std::vector<float> dx_of_ones(c.x.size());
    std::vector<float> dgamma(n);
    layer_norm_backward(dx.data(), nullptr, nullptr, c.dy.data(), c.x.data(), nullptr, c.forward.mean.data(),
                        c.forward.rstd.data(), kRows, n);
    layer_norm_backward(dx_of_ones.data(), dgamma.data(), nullptr, c.dy.data(), c.x.data(), ones.data(),
                        c.forward.mean.data(), c.forward.rstd.data(), kRows, n);
    expect_same_bits(dx, dx_of_ones, "dx without gamma");
  }
}

}  // namespace
}  // namespace addnorm::test
