// RMSNorm against the reference in double, and against numbers worked out by hand.
#include "addnorm/rms_norm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect.h"
#include "guarded_buffer.h"
#include "inputs.h"
#include "reference/rms_norm.h"

namespace addnorm::test {
namespace {

constexpr float kEps = 1e-5F;
constexpr double kEpsWidened = double{kEps};
constexpr std::size_t kRows = 3;

struct Case {
  std::size_t d_model;
  std::vector<float> x, gamma, dy;
  reference::RmsNorm forward;
  reference::RmsNormGradients backward;

  Case(std::size_t width, const InputKind& kind)
      : d_model(width),
        x(kind.make(kRows * width, width)),
        gamma(uniform(width, 2, -2.0, 2.0)),
        dy(uniform(kRows * width, 4, -1.0, 3.0)),
        forward(reference::rms_norm(to_double(x), to_double(gamma), kRows, width, kEpsWidened)),
        backward(reference::rms_norm_backward(to_double(dy), to_double(x), to_double(gamma), forward.rstd,
                                              kRows, width)) {}
};

std::vector<float> rms_norm_of(const std::vector<float>& x, std::size_t d_model, float eps = kEps,
                               const std::vector<float>& gamma = {}) {
  std::vector<float> y(x.size());
  rms_norm(y.data(), nullptr, x.data(), gamma.empty() ? nullptr : gamma.data(), x.size() / d_model, d_model,
           eps);
  return y;
}

struct Gradients {
  std::vector<float> dx, dgamma;
};

Gradients gradients_of(const std::vector<float>& dy, const std::vector<float>& x,
                       const std::vector<float>& gamma, std::size_t d_model, float eps) {
  const std::size_t n_rows = x.size() / d_model;
  std::vector<float> y(x.size());
  std::vector<double> rstd(n_rows);
  rms_norm(y.data(), rstd.data(), x.data(), gamma.data(), n_rows, d_model, eps);
  Gradients g{std::vector<float>(x.size()), std::vector<float>(d_model)};
  rms_norm_backward(g.dx.data(), g.dgamma.data(), dy.data(), x.data(), gamma.data(), rstd.data(), n_rows,
                    d_model);
  return g;
}

TEST(RmsNorm, IsTheReferenceForEverySizeInputAndPlace) {
  for (const std::size_t n : kSizes) {
    for (const InputKind& kind : kInputKinds) {
      const Case c(n, kind);
      for (const Place& place : kPlaces) {
        const std::string what = describe(n, kind, place);
        const GuardedFloats x(c.x, place.offset, place.poison);
        const GuardedFloats gamma(c.gamma, place.offset, place.poison);
        GuardedFloats y(c.x.size(), place.offset, place.poison);
        GuardedDoubles rstd(kRows);
        rms_norm(y.data(), rstd.data(), x.data(), gamma.data(), kRows, n, kEps);
        expect_close(y.span(), c.forward.y, 1e-6, 1e-6, what);
        expect_close(rstd.span(), c.forward.rstd, 0.0, 1e-12, what + ", rstd");

        GuardedFloats in_place(c.x, place.offset, place.poison);
        rms_norm(in_place.data(), nullptr, in_place.data(), gamma.data(), kRows, n, kEps);
        expect_same_bits(in_place.span(), y.span(), what + ", in place");
      }
    }
  }
}

// The relative tolerance, and what rounding leaves of t and x_hat * mean(t * x_hat) where they cancel.
TEST(RmsNorm, GradientsAreTheReferencesForEverySizeInputAndPlace) {
  for (const std::size_t n : kSizes) {
    for (const InputKind& kind : kInputKinds) {
      const Case c(n, kind);
      std::vector<double> dgamma_start(n, 2.0);
      for (std::size_t i = 0; i < n; ++i) dgamma_start[i] += c.backward.dgamma[i];
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
        rms_norm_backward(dx.data(), dgamma.data(), dy.data(), x.data(), gamma.data(), c.forward.rstd.data(),
                          kRows, n);
        expect_relative_l2(dx.span(), c.backward.dx, 1e-5, what + ", dx", rounding);
        expect_relative_l2(dgamma.span(), dgamma_start, 1e-5, what + ", dgamma");
      }
    }
  }
}

// The case, and the kind.
TEST(RmsNorm, GradientMayTakeThePlaceOfDyOrX) {
  const double rstd_of_case = 1.0 / std::sqrt(0.25 + 1e-4);
  std::vector<float> x_and_dx = {1, 0, 0, 0};
  const std::vector<float> dy_of_case = {1, 0, 0, 0};
  rms_norm_backward(x_and_dx.data(), nullptr, dy_of_case.data(), x_and_dx.data(), nullptr, &rstd_of_case, 1,
                    4);
  expect_close(x_and_dx, std::vector<double>{0.00079952, 0, 0, 0}, 1e-8, 0.0, "dx in the place of x");

  for (const std::size_t n : kSizes) {
    const Case c(n, kInputKinds[0]);
    const auto run = [&](float* dx, const float* dy, const float* x) {
      std::vector<float> dgamma(n);
      rms_norm_backward(dx, dgamma.data(), dy, x, c.gamma.data(), c.forward.rstd.data(), kRows, n);
      return dgamma;
    };
    GuardedFloats separate(c.x.size());
    GuardedFloats over_dy(c.dy);
    GuardedFloats over_x(c.x);
    const std::vector<float> dgamma = run(separate.data(), c.dy.data(), c.x.data());
    expect_same_bits(run(over_dy.data(), over_dy.data(), c.x.data()), dgamma, "dgamma");
    expect_same_bits(run(over_x.data(), c.dy.data(), over_x.data()), dgamma, "dgamma");
    expect_same_bits(over_dy.span(), separate.span(), "dx over dy");
    expect_same_bits(over_x.span(), separate.span(), "dx over x");
  }
}

TEST(RmsNorm, WhatIsNotWantedMayBeNull) {
  for (const std::size_t n : kSizes) {
    const Case c(n, kInputKinds[0]);
    const std::vector<float> ones(n, 1.0F);
    expect_same_bits(rms_norm_of(c.x, n), rms_norm_of(c.x, n, kEps, ones), "no gamma");

    std::vector<float> dx(c.x.size());
    std::vector<float> dx_of_ones(c.x.size());
    std::vector<float> dgamma(n);
    rms_norm_backward(dx.data(), nullptr, c.dy.data(), c.x.data(), nullptr, c.forward.rstd.data(), kRows, n);
    rms_norm_backward(dx_of_ones.data(), dgamma.data(), c.dy.data(), c.x.data(), ones.data(),
                      c.forward.rstd.data(), kRows, n);
    expect_same_bits(dx, dx_of_ones, "dx without gamma");
  }
}

// Eps stands inside the root, and it is the caller's.
TEST(RmsNorm, EpsIsInsideTheRootAndChangesTheResult) {
  const std::vector<float> x(4, 1e-3F);
  struct HandCase {
    float eps;
    double y;
  };
  for (const HandCase& c :
       {HandCase{1e-5F, 0.30151134}, HandCase{1e-6F, 0.70710678}, HandCase{0x1p-23F, 0.94524491}}) {
    expect_close(rms_norm_of(x, 4, c.eps), std::vector<double>(4, c.y), 1e-6, 1e-6,
                 "eps " + std::to_string(c.eps));
    expect_close(reference::rms_norm(to_double(x), {}, 1, 4, double{c.eps}).y, std::vector<double>(4, c.y),
                 1e-7, 1e-7, "reference");
  }
}

// The gradient goes through gamma.
TEST(RmsNorm, GradientsAreTheNumbersWorkedOutByHand) {
  const std::vector<float> x = {1, 2, 3};
  const std::vector<float> gamma = {0.5, 1, 2};
  expect_close(rms_norm_of(x, 3, 1e-6F, gamma), std::vector<double>{0.23145500, 0.92582000, 2.77746000}, 1e-6,
               1e-6, "y");
  const Gradients g = gradients_of({1, 1, 1}, x, gamma, 3, 1e-6F);
  expect_close(g.dx, std::vector<double>{-0.04959744, -0.09919488, 0.08266268}, 1e-7, 1e-6, "dx");

  const reference::RmsNorm forward = reference::rms_norm({1, 2, 3}, {0.5, 1, 2}, 1, 3, 1e-6);
  const reference::Vector dx =
      reference::rms_norm_backward({1, 1, 1}, {1, 2, 3}, {0.5, 1, 2}, forward.rstd, 1, 3).dx;
  expect_close(dx, std::vector<double>{-0.04959744, -0.09919488, 0.08266268}, 1e-8, 0.0, "reference");
}

// Several rows, and a second pass on top of the first.
TEST(RmsNorm, ParameterGradientsAreSummedOverRowsAndAdded) {
  const std::vector<float> x = {1, 2, 4, 0, 1, -1, 3, 3, 0};
  const std::vector<float> dy = {1, -1, 2, 0.5, 1, 0, -1, 2, 1};
  const Gradients g = gradients_of(dy, x, {1, 1, 1}, 3, kEps);
  const reference::RmsNorm forward = reference::rms_norm(to_double(x), {}, 3, 3, kEpsWidened);
  std::vector<float> dx(9);
  std::vector<float> dgamma(3);
  for (int pass = 0; pass < 2; ++pass) {
    rms_norm_backward(dx.data(), dgamma.data(), dy.data(), x.data(), nullptr, forward.rstd.data(), 3, 3);
  }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(dgamma[i], 2.0F * g.dgamma[i], 1e-6);
}

// An infinity makes the others of its row 0, which is right: they are nothing beside it.
TEST(RmsNorm, OneBadNumberSpoilsItsRowAndNoOther) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  for (std::size_t n = 1; n <= 9; ++n) {
    const std::vector<float> clean = normal(kRows * n, n);
    const std::vector<float> expected = rms_norm_of(clean, n);
    for (std::size_t k = 0; k < n; ++k) {
      for (const float bad : {nan, inf, -inf}) {
        std::vector<float> x = clean;
        x[n + k] = bad;
        const std::vector<float> y = rms_norm_of(x, n);
        expect_same_bits(std::span(y).first(n), std::span(expected).first(n), "row before");
        expect_same_bits(std::span(y).last(n), std::span(expected).last(n), "row after");
        for (std::size_t i = 0; i < n; ++i) {
          if (i == k || std::isnan(bad)) {
            EXPECT_TRUE(std::isnan(y[n + i])) << n << " " << k << " " << i;
          } else {
            EXPECT_EQ(y[n + i], 0.0F) << n << " " << k << " " << i;
          }
        }
      }
    }
  }
}

TEST(RmsNorm, TheLargestFloatsStayFinite) {
  const float max = std::numeric_limits<float>::max();
  for (const std::size_t n : {1U, 4U, 5U, 33U}) {
    expect_close(rms_norm_of(std::vector<float>(n, max), n), std::vector<double>(n, 1.0), 1e-6, 0.0, "max");
  }
}

}  // namespace
}  // namespace addnorm::test
