// BatchNorm against the reference in double, and against numbers worked out by hand.
#include "addnorm/batch_norm.h"

#include <gtest/gtest.h>

#include <cmath>

#include "expect.h"
#include "guarded_buffer.h"
#include "inputs.h"
#include "reference/batch_norm.h"

namespace addnorm::test {
namespace {

constexpr float kEps = 1e-5F;
constexpr double kEpsWidened = double{kEps};
constexpr std::size_t kRows = 5;

struct Case {
  std::size_t d_model;
  std::vector<float> x, gamma, beta, running_mean, running_var, dy;
  reference::BatchNorm forward;
  reference::BatchNormGradients backward;

  Case(std::size_t width, const InputKind& kind)
      : d_model(width),
        x(kind.make(kRows * width, width)),
        gamma(uniform(width, 2, -2.0, 2.0)),
        beta(uniform(width, 3, -1.0, 1.0)),
        running_mean(uniform(width, 5, -1.0, 1.0)),
        running_var(uniform(width, 6, 0.5, 2.0)),
        dy(uniform(kRows * width, 4, -1.0, 3.0)),
        forward(reference::batch_norm(to_double(x), to_double(gamma), to_double(beta),
                                      to_double(running_mean), to_double(running_var), kRows, width,
                                      kEpsWidened, kBatchNormMomentum)),
        backward(reference::batch_norm_backward(to_double(dy), to_double(x), to_double(gamma), forward.mean,
                                                forward.rstd, kRows, width)) {}
};

TEST(BatchNorm, IsTheReferenceForEverySizeInputAndPlace) {
  for (const std::size_t n : kSizes) {
    for (const InputKind& kind : kInputKinds) {
      const Case c(n, kind);
      for (const Place& place : kPlaces) {
        const std::string what = describe(n, kind, place);
        const GuardedFloats x(c.x, place.offset, place.poison);
        const GuardedFloats gamma(c.gamma, place.offset, place.poison);
        const GuardedFloats beta(c.beta, place.offset, place.poison);
        GuardedFloats running_mean(c.running_mean, place.offset, place.poison);
        GuardedFloats running_var(c.running_var, place.offset, place.poison);
        GuardedFloats y(c.x.size(), place.offset, place.poison);
        GuardedDoubles mean(n);
        GuardedDoubles rstd(n);
        batch_norm(y.data(), mean.data(), rstd.data(), running_mean.data(), running_var.data(), x.data(),
                   gamma.data(), beta.data(), kRows, n, kEps);
        expect_close(y.span(), c.forward.y, 1e-6, 1e-6, what);
        expect_close(rstd.span(), c.forward.rstd, 0.0, 1e-9, what + ", rstd");
        expect_close(running_mean.span(), to_double(to_float(c.forward.running_mean)), 1e-6, 1e-6, what);
        expect_close(running_var.span(), to_double(to_float(c.forward.running_var)), 1e-6, 1e-6, what);

        GuardedFloats in_place(c.x, place.offset, place.poison);
        batch_norm(in_place.data(), mean.data(), rstd.data(), running_mean.data(), running_var.data(),
                   in_place.data(), gamma.data(), beta.data(), kRows, n, kEps);
        expect_same_bits(in_place.span(), y.span(), what + ", in place");
      }
    }
  }
}

TEST(BatchNorm, EvaluationIsTheReferenceForEverySizeInputAndPlace) {
  for (const std::size_t n : kSizes) {
    for (const InputKind& kind : kInputKinds) {
      const Case c(n, kind);
      const std::vector<double> expected = reference::batch_norm_evaluate(
          to_double(c.x), to_double(c.gamma), to_double(c.beta), to_double(c.running_mean),
          to_double(c.running_var), kRows, n, kEpsWidened);
      for (const Place& place : kPlaces) {
        const std::string what = describe(n, kind, place);
        const GuardedFloats x(c.x, place.offset, place.poison);
        const GuardedFloats gamma(c.gamma, place.offset, place.poison);
        const GuardedFloats beta(c.beta, place.offset, place.poison);
        const GuardedFloats running_mean(c.running_mean, place.offset, place.poison);
        const GuardedFloats running_var(c.running_var, place.offset, place.poison);
        GuardedFloats y(c.x.size(), place.offset, place.poison);
        batch_norm_evaluate(y.data(), x.data(), gamma.data(), beta.data(), running_mean.data(),
                            running_var.data(), kRows, n, kEps);
        expect_close(y.span(), expected, 1e-6, 1e-6, what);

        // One row is enough, and gives what it gives among others.
        GuardedFloats one_row(std::span(c.x).first(n), place.offset, place.poison);
        batch_norm_evaluate(one_row.data(), one_row.data(), gamma.data(), beta.data(), running_mean.data(),
                            running_var.data(), 1, n, kEps);
        expect_same_bits(one_row.span(), y.span().first(n), what + ", one row in place");
      }
    }
  }
}

TEST(BatchNorm, GradientsAreTheReferencesForEverySizeInputAndPlace) {
  for (const std::size_t n : kSizes) {
    for (const InputKind& kind : kInputKinds) {
      const Case c(n, kind);
      std::vector<double> dgamma_start(n, 2.0);
      std::vector<double> dbeta_start(n, -3.0);
      double largest_rstd = 0.0;
      for (std::size_t i = 0; i < n; ++i) {
        dgamma_start[i] += c.backward.dgamma[i];
        dbeta_start[i] += c.backward.dbeta[i];
        largest_rstd = c.forward.rstd[i] > largest_rstd ? c.forward.rstd[i] : largest_rstd;
      }
      const double rounding = 1e-7 * 6.0 * largest_rstd * std::sqrt(static_cast<double>(kRows * n));

      for (const Place& place : kPlaces) {
        const std::string what = describe(n, kind, place);
        const GuardedFloats x(c.x, place.offset, place.poison);
        const GuardedFloats dy(c.dy, place.offset, place.poison);
        const GuardedFloats gamma(c.gamma, place.offset, place.poison);
        GuardedFloats dx(c.x.size(), place.offset, place.poison);
        GuardedFloats dgamma(std::vector<float>(n, 2.0F), place.offset, place.poison);
        GuardedFloats dbeta(std::vector<float>(n, -3.0F), place.offset, place.poison);
        batch_norm_backward(dx.data(), dgamma.data(), dbeta.data(), dy.data(), x.data(), gamma.data(),
                            c.forward.mean.data(), c.forward.rstd.data(), kRows, n);
        expect_relative_l2(dx.span(), c.backward.dx, 1e-5, what + ", dx", rounding);
        expect_relative_l2(dgamma.span(), dgamma_start, 1e-5, what + ", dgamma");
        expect_relative_l2(dbeta.span(), dbeta_start, 1e-5, what + ", dbeta");
      }
    }
  }
}

TEST(BatchNorm, GradientMayTakeThePlaceOfDyOrX) {
  for (const std::size_t n : kSizes) {
    const Case c(n, kInputKinds[0]);
    const auto run = [&](float* dx, const float* dy, const float* x) {
      std::vector<float> dgamma(n);
      std::vector<float> dbeta(n);
      batch_norm_backward(dx, dgamma.data(), dbeta.data(), dy, x, c.gamma.data(), c.forward.mean.data(),
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

TEST(BatchNorm, WhatIsNotWantedMayBeNull) {
  for (const std::size_t n : kSizes) {
    const Case c(n, kInputKinds[0]);
    const std::vector<float> ones(n, 1.0F);
    const std::vector<float> zeros(n, 0.0F);
    const auto run = [&](const float* gamma, const float* beta) {
      std::vector<float> y(c.x.size());
      std::vector<double> mean(n);
      std::vector<double> rstd(n);
      std::vector<float> running_mean = c.running_mean;
      std::vector<float> running_var = c.running_var;
      batch_norm(y.data(), mean.data(), rstd.data(), running_mean.data(), running_var.data(), c.x.data(),
                 gamma, beta, kRows, n, kEps);
      return y;
    };
    EXPECT_EQ(run(nullptr, nullptr), run(ones.data(), zeros.data()));

    std::vector<float> dx(c.x.size());
    std::vector<float> dx_of_ones(c.x.size());
    batch_norm_backward(dx.data(), nullptr, nullptr, c.dy.data(), c.x.data(), nullptr, c.forward.mean.data(),
                        c.forward.rstd.data(), kRows, n);
    batch_norm_backward(dx_of_ones.data(), nullptr, nullptr, c.dy.data(), c.x.data(), ones.data(),
                        c.forward.mean.data(), c.forward.rstd.data(), kRows, n);
    expect_same_bits(dx, dx_of_ones, "dx without gamma");
  }
}

// The batch is normalised with the biased variance and remembered with the unbiased one; a tenth
// of what is remembered is the newest batch.
TEST(BatchNorm, RemembersTheUnbiasedVarianceAndNormalisesWithTheBiasedOne) {
  const std::vector<float> x = {1, 2, 3, 4};
  std::vector<float> y(4);
  double mean = 0.0;
  double rstd = 0.0;
  float running_mean = 0.0F;
  float running_var = 1.0F;
  batch_norm(y.data(), &mean, &rstd, &running_mean, &running_var, x.data(), nullptr, nullptr, 4, 1, kEps);
  const std::vector<double> expected = {-1.34163542, -0.44721181, 0.44721181, 1.34163542};
  expect_close(y, expected, 1e-6, 1e-6, "y");
  EXPECT_NEAR(running_mean, 0.25, 1e-7);
  EXPECT_NEAR(running_var, 1.06666667, 1e-6);

  const reference::BatchNorm forward = reference::batch_norm({1, 2, 3, 4}, {}, {}, {0}, {1}, 4, 1, 1e-5, 0.1);
  expect_close(forward.y, expected, 1e-8, 0.0, "reference");
  EXPECT_NEAR(forward.running_var[0], 1.06666667, 1e-8);

  // The other set: 36 times 1, 2, 3, 4.
  std::vector<float> many;
  for (int i = 0; i < 144; ++i) many.push_back(static_cast<float>(1 + i % 4));
  std::vector<float> many_y(many.size());
  running_mean = 0.0F;
  running_var = 1.0F;
  batch_norm(many_y.data(), &mean, &rstd, &running_mean, &running_var, many.data(), nullptr, nullptr, 144, 1,
             kEps);
  EXPECT_NEAR(running_var, 1.02587413, 1e-6);
}

// A constant column is beta, and a bad number spoils its feature and no other.
TEST(BatchNorm, StatisticsBelongToAFeature) {
  const std::size_t d_model = 6;
  std::vector<float> x = normal(kRows * d_model, 1);
  for (std::size_t row = 0; row < kRows; ++row) x[row * d_model + 2] = 0.1F;
  x[3 * d_model + 4] = std::nanf("");
  const std::vector<float> beta = uniform(d_model, 2, -1.0, 1.0);
  std::vector<float> y(x.size());
  std::vector<double> mean(d_model);
  std::vector<double> rstd(d_model);
  std::vector<float> running_mean(d_model);
  std::vector<float> running_var(d_model);
  batch_norm(y.data(), mean.data(), rstd.data(), running_mean.data(), running_var.data(), x.data(), nullptr,
             beta.data(), kRows, d_model, kEps);
  for (std::size_t row = 0; row < kRows; ++row) {
    for (std::size_t i = 0; i < d_model; ++i)
      EXPECT_EQ(std::isnan(y[row * d_model + i]), i == 4) << row << " " << i;
    EXPECT_EQ(y[row * d_model + 2], beta[2]);
  }
}

}  // namespace
}  // namespace addnorm::test
