// LayerNorm on the inputs that have broken other implementations, against numbers worked out by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "addnorm/layer_norm.h"
#include "expect.h"
#include "inputs.h"
#include "reference/layer_norm.h"

namespace addnorm::test {
namespace {

constexpr float kEps = 1e-5F;
constexpr double kEpsWidened = double{kEps};
constexpr std::size_t kRows = 3;

std::vector<float> layer_norm_of(const std::vector<float>& x, std::size_t d_model, float eps = kEps,
                                 const std::vector<float>& gamma = {}, const std::vector<float>& beta = {}) {
  std::vector<float> y(x.size());
  layer_norm(y.data(), nullptr, nullptr, x.data(), gamma.empty() ? nullptr : gamma.data(),
             beta.empty() ? nullptr : beta.data(), x.size() / d_model, d_model, eps);
  return y;
}

struct Gradients {
  std::vector<float> dx, dgamma, dbeta;
};

Gradients gradients_of(const std::vector<float>& dy, const std::vector<float>& x,
                       const std::vector<float>& gamma, std::size_t d_model) {
  const std::size_t n_rows = x.size() / d_model;
  std::vector<float> y(x.size());
  std::vector<double> mean(n_rows);
  std::vector<double> rstd(n_rows);
  layer_norm(y.data(), mean.data(), rstd.data(), x.data(), gamma.data(), nullptr, n_rows, d_model, kEps);
  Gradients g{std::vector<float>(x.size()), std::vector<float>(d_model), std::vector<float>(d_model)};
  layer_norm_backward(g.dx.data(), g.dgamma.data(), g.dbeta.data(), dy.data(), x.data(), gamma.data(),
                      mean.data(), rstd.data(), n_rows, d_model);
  return g;
}

TEST(LayerNorm, GivesTheNumbersWorkedOutByHand) {
  struct HandCase {
    const char* name;
    std::vector<float> x;
    std::size_t d_model;
    float eps;
    std::vector<double> y;
  };
  const HandCase cases[] = {
      {"one-pass variance is negative",
       {40000, 40001, 40002, 40003},
       4,
       kEps,
       {-1.34163542, -0.44721181, 0.44721181, 1.34163542}},
      {"eps outside of the root", {0.01F, 0.02F, 0.03F}, 3, kEps, {-1.14208048, 0, 1.14208048}},
      {"unbiased variance", {1, 0, 0, 0}, 4, kEps, {1.73200462, -0.57733487, -0.57733487, -0.57733487}},
      {"the wrong axis",
       {1, 2, 3, 4, 6, 8},
       3,
       kEps,
       {-1.22473569, 0, 1.22473569, -1.22474258, 0, 1.22474258}},
      {"the tail is left out",
       {0, 0, 0, 0, 10},
       5,
       kEps,
       {-0.49999984, -0.49999984, -0.49999984, -0.49999984, 1.99999938}},
      {"numbers so large that their squares take more digits than a double has",
       {1, 2, 3, 1.1e7F, 11000001, 11000003},
       3,
       kEps,
       {-1.22473569, 0, 1.22473569, -1.06904149, -0.267260373, 1.33630192}},
      {"the lesson's example", {2, 4, 4, 6}, 4, kEps, {-1.41421003, 0, 0, 1.41421003}},
  };
  for (const HandCase& c : cases) {
    expect_close(layer_norm_of(c.x, c.d_model, c.eps), c.y, 1e-6, 1e-6, c.name);
    const reference::LayerNorm expected =
        reference::layer_norm(to_double(c.x), {}, {}, c.x.size() / c.d_model, c.d_model, double{c.eps});
    expect_close(expected.y, c.y, 1e-7, 1e-7, std::string(c.name) + ", reference");
  }
}

// The other two rows: a long row of equal numbers, and one with a single other number at its end.
TEST(LayerNorm, LongRowsOfEqualNumbersStayFinite) {
  for (const float y : layer_norm_of(std::vector<float>(256, 1234.0F), 256)) EXPECT_EQ(y, 0.0F);

  std::vector<float> x(10240, 256.0F);
  x.back() = 255.0F;
  std::vector<float> y(x.size());
  double mean = 0.0;
  double rstd = 0.0;
  layer_norm(y.data(), &mean, &rstd, x.data(), nullptr, nullptr, 1, x.size(), kEps);
  EXPECT_NEAR(1.0 / (rstd * rstd) - kEpsWidened, 9.764671e-5, 1e-10);
  EXPECT_NEAR(y.front(), 0.00941238, 1e-8);
  EXPECT_NEAR(y.back(), -96.373404, 1e-4);
}

// The variance is below the spacing of floats at mean^2, and even the mean must not be rounded to float.
TEST(LayerNorm, KeepsItsDigitsOnRowsWithALargeMean) {
  struct HandCase {
    double mean, first, last;
  };
  const HandCase cases[] = {{0, -1.34164080, 1.34164072},
                            {100, -1.34152771, 1.34135713},
                            {1000, -1.34150776, 1.34423718},
                            {10000, -1.33133335, 1.33133335}};
  for (const HandCase& c : cases) {
    std::vector<float> x;
    for (int i = 0; i < 16; ++i) x.push_back(static_cast<float>(c.mean + i * 1e-3));
    const std::vector<float> y = layer_norm_of(x, 16);
    EXPECT_NEAR(y.front(), c.first, 2e-6) << "mean " << c.mean;
    EXPECT_NEAR(y.back(), c.last, 2e-6) << "mean " << c.mean;
    expect_close(y, reference::layer_norm(to_double(x), {}, {}, 1, 16, kEpsWidened).y, 1e-6, 1e-6,
                 "the reference");
  }
}

// What is first in a row is the origin of its sums, in which an outlier leaves few digits for the others.
TEST(LayerNorm, AWideRowMayBeginWithAnOutlier) {
  std::vector<float> x(65536, 0.1F);
  for (const float first : {1e9F, -1e30F, 3e38F}) {
    x.front() = first;
    std::vector<float> y(x.size());
    double mean = 0.0;
    double rstd = 0.0;
    layer_norm(y.data(), &mean, &rstd, x.data(), nullptr, nullptr, 1, x.size(), kEps);
    const reference::LayerNorm expected =
        reference::layer_norm(to_double(x), {}, {}, 1, x.size(), kEpsWidened);
    EXPECT_NEAR(mean / expected.mean[0], 1.0, 1e-11) << first;
    EXPECT_NEAR(rstd / expected.rstd[0], 1.0, 1e-10) << first;
    expect_close(y, expected.y, 1e-6, 1e-6, "y");
  }
}

// X - mean is exactly 0, so the output is beta and nothing flows back, to the bit.
TEST(LayerNorm, ConstantRowGivesBetaToTheBit) {
  for (const std::size_t n : kSizes) {
    for (const float value : {0.1F, -1234.567F, 1e6F, 12345.678F, 3e38F, 1e-40F, 0.0F}) {
      const std::vector<float> x(kRows * n, value);
      const std::vector<float> gamma = uniform(n, 1, -3.0, 3.0);
      const std::vector<float> beta = uniform(n, 2, -3.0, 3.0);
      const std::vector<float> y = layer_norm_of(x, n, kEps, gamma, beta);
      for (std::size_t row = 0; row < kRows; ++row) {
        expect_same_bits(std::span(y).subspan(row * n, n), beta, "n = " + std::to_string(n));
      }
      const std::vector<float> dgamma = gradients_of(uniform(x.size(), 3, -1.0, 3.0), x, gamma, n).dgamma;
      expect_close(dgamma, std::vector<double>(n, 0.0), 0.0, 0.0, "dgamma");
    }
  }
}

TEST(LayerNorm, WidthOneGivesBetaAndNoGradientButThatOfBeta) {
  for (const float x : {1e6F, 12345.678F, -3e38F, 1e-30F}) {
    EXPECT_EQ(layer_norm_of({x}, 1, kEps, {2.0F}, {3.0F})[0], 3.0F);
    const Gradients g = gradients_of({1.0F}, {x}, {2.0F}, 1);
    EXPECT_EQ(g.dx[0], 0.0F);
    EXPECT_EQ(g.dgamma[0], 0.0F);
    EXPECT_EQ(g.dbeta[0], 1.0F);
  }
}

// Whatever the width and wherever it stands in the row.
TEST(LayerNorm, OneBadNumberSpoilsItsRowAndNoOther) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                          -std::numeric_limits<float>::infinity()}) {
    for (std::size_t n = 1; n <= 9; ++n) {
      const std::vector<float> clean = normal(kRows * n, n);
      const std::vector<float> expected = layer_norm_of(clean, n);
      for (std::size_t k = 0; k < n; ++k) {
        std::vector<float> x = clean;
        x[n + k] = bad;
        const std::vector<float> y = layer_norm_of(x, n);
        expect_same_bits(std::span(y).first(n), std::span(expected).first(n), "row before");
        expect_same_bits(std::span(y).last(n), std::span(expected).last(n), "row after");
        for (std::size_t i = n; i < 2 * n; ++i) EXPECT_TRUE(std::isnan(y[i])) << n << " " << k << " " << i;
      }
    }
  }
}

TEST(LayerNorm, TheLargestFloatsStayFinite) {
  const float max = std::numeric_limits<float>::max();
  for (const std::size_t n : {2U, 4U, 5U, 8U, 33U}) {
    std::vector<float> x(n, max);
    for (std::size_t i = 0; i < n; i += 2) x[i] = -max;
    const reference::LayerNorm expected = reference::layer_norm(to_double(x), {}, {}, 1, n, kEpsWidened);
    expect_close(layer_norm_of(x, n), expected.y, 1e-6, 1e-6, "n = " + std::to_string(n));
  }
}

// The mean of dy * gamma is taken off once.
TEST(LayerNorm, GradientsAreTheNumbersWorkedOutByHand) {
  const std::vector<float> x = {1, 2, 4};
  const std::vector<float> gamma = {0.5, 1, 2};
  expect_close(layer_norm_of(x, 3, kEps, gamma, {0.1F, 0.2F, 0.3F}),
               std::vector<double>{-0.43452077, -0.06726038, 2.97260383}, 1e-6, 1e-6, "y");
  const Gradients g = gradients_of({1, -1, 2}, x, gamma, 3);
  expect_close(g.dx, std::vector<double>{0.91631199, -1.37448430, 0.45817231}, 1e-6, 1e-6, "dx");
  expect_close(g.dgamma, std::vector<double>{-1.06904153, 0.26726038, 2.67260383}, 1e-6, 1e-6, "dgamma");
  expect_close(g.dbeta, std::vector<double>{1, -1, 2}, 0.0, 0.0, "dbeta");
  EXPECT_NEAR(double{g.dx[0]} + double{g.dx[1]} + double{g.dx[2]}, 0.0, 1e-6);
}

// Of two numbers the norm keeps little but their order, so hardly anything flows back: what is left when
// terms that are 1e5 times as large have cancelled must still be right.
TEST(LayerNorm, GradientKeepsItsDigitsWhereNearlyAllOfItCancels) {
  const std::vector<float> x = {0.3F, 1.7F, -5.0F, 2.0F, 1000.25F, 1001.0F, 1e6F, 1000008.0F};
  const std::vector<float> dy = {1.0F, 3.0F, -0.7F, 0.2F, 0.9F, -1.1F, 1.0F, 3.0F};
  const std::vector<float> gamma(2, 1.0F);
  const reference::LayerNorm forward = reference::layer_norm(to_double(x), {}, {}, 4, 2, kEpsWidened);
  const reference::Vector expected =
      reference::layer_norm_backward(to_double(dy), to_double(x), to_double(gamma), forward.mean,
                                     forward.rstd, 4, 2)
          .dx;
  expect_close(gradients_of(dy, x, gamma, 2).dx, expected, 0.0, 1e-6, "dx");
}

TEST(LayerNorm, ParameterGradientsAreSummedOverRowsAndAdded) {
  const std::vector<float> x = {1, 2, 4, 0, 1, -1, 3, 3, 0};
  const std::vector<float> dy = {1, -1, 2, 0.5, 1, 0, -1, 2, 1};
  const std::vector<float> gamma(3, 1.0F);
  const Gradients g = gradients_of(dy, x, gamma, 3);
  expect_close(g.dgamma, std::vector<double>{-1.77614654, 2.90620610, 1.25839380}, 1e-6, 1e-6, "dgamma");
  expect_close(g.dbeta, std::vector<double>{0.5, 2, 3}, 0.0, 0.0, "dbeta");

  const reference::LayerNorm forward = reference::layer_norm(to_double(x), {}, {}, 3, 3, kEpsWidened);
  std::vector<float> dx(9);
  std::vector<float> dgamma(3);
  std::vector<float> dbeta(3);
  for (int pass = 0; pass < 2; ++pass) {
    layer_norm_backward(dx.data(), dgamma.data(), dbeta.data(), dy.data(), x.data(), gamma.data(),
                        forward.mean.data(), forward.rstd.data(), 3, 3);
  }
  expect_close(dgamma, std::vector<double>{-3.55229308, 5.81241220, 2.51678760}, 1e-6, 1e-6, "dgamma of two");
  expect_close(dbeta, std::vector<double>{1, 4, 6}, 0.0, 0.0, "dbeta of two");
}

// A row normalised by gammas that are all equal sums to a constant, so what is the same everywhere flows
// nowhere: why no test here takes the plain sum of the outputs for its loss.
TEST(LayerNorm, AGradientThatIsTheSameEverywhereFlowsNowhere) {
  for (const std::size_t n : kSizes) {
    const Gradients g = gradients_of(std::vector<float>(kRows * n, 0.75F), normal(kRows * n, n),
                                     std::vector<float>(n, 2.0F), n);
    expect_close(g.dx, std::vector<double>(kRows * n, 0.0), 2e-6, 0.0, "n = " + std::to_string(n));
  }
}

// More rows than features, all gammas different.
TEST(LayerNorm, GammaBelongsToTheFeatureNotToTheRow) {
  const std::size_t n_rows = 7;
  const std::vector<float> one_row = {1, 2, 4};
  const std::vector<float> one_dy = {1, -1, 2};
  std::vector<float> x;
  std::vector<float> dy;
  for (std::size_t row = 0; row < n_rows; ++row) {
    x.insert(x.end(), one_row.begin(), one_row.end());
    dy.insert(dy.end(), one_dy.begin(), one_dy.end());
  }
  const Gradients g = gradients_of(dy, x, {0.5, 1, 2}, 3);
  for (std::size_t row = 0; row < n_rows; ++row) {
    expect_same_bits(std::span(g.dx).subspan(3 * row, 3), std::span(g.dx).first(3),
                     "row " + std::to_string(row));
  }
}

// A second norm is not the same as one.
TEST(LayerNorm, IsNotIdempotentOnSmallRows) {
  const std::vector<float> once = layer_norm_of({0.01F, 0.02F, 0.03F}, 3);
  EXPECT_NEAR(once[2], 1.14208048, 1e-6);
  EXPECT_NEAR(layer_norm_of(once, 3)[2], 1.22473783, 1e-6);
}

}  // namespace
}  // namespace addnorm::test
