// The reference operations against central differences. Their values are checked beside the kernels', in the
// tests of each operation, against numbers worked out by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "numeric_gradient.h"
#include "reference/activation.h"
#include "reference/attention.h"
#include "reference/batch_norm.h"
#include "reference/dropout.h"
#include "reference/embedding.h"
#include "reference/layer_norm.h"
#include "reference/matmul.h"
#include "reference/residual.h"
#include "reference/rms_norm.h"
#include "reference/schedule.h"
#include "reference/softmax_cross_entropy.h"

namespace addnorm::test {
namespace {

constexpr double kEps = 1e-5;

Vector doubles(std::size_t n, std::uint64_t seed) {
  return to_double(normal(n, seed));
}
Vector gains(std::size_t n) {
  return to_double(uniform(n, 5, -2.0, 2.0));
}

TEST(Reference, LayerNormGradients) {
  for (const std::size_t d : {1U, 2U, 3U, 5U, 8U}) {
    const std::size_t n_rows = 4;
    const Vector x = doubles(n_rows * d, d);
    const Vector gamma = gains(d);
    const Vector beta = doubles(d, 2);
    const auto y = [&](const Vector& x_, const Vector& gamma_, const Vector& beta_) {
      return reference::layer_norm(x_, gamma_, beta_, n_rows, d, kEps);
    };
    const reference::LayerNorm forward = y(x, gamma, beta);
    const reference::LayerNormGradients g = reference::layer_norm_backward(
        distinct_weights(x.size()), x, gamma, forward.mean, forward.rstd, n_rows, d);
    expect_gradient(
        g.dx, [&](const Vector& v) { return weighted_sum(y(v, gamma, beta).y); }, x, "dx");
    expect_gradient(
        g.dgamma, [&](const Vector& v) { return weighted_sum(y(x, v, beta).y); }, gamma, "dgamma");
    expect_gradient(
        g.dbeta, [&](const Vector& v) { return weighted_sum(y(x, gamma, v).y); }, beta, "dbeta");
  }
}

// A row does not change when a number is added to all of it, so its gradient sums to 0; nor, but for eps,
// when it is multiplied, so its gradient is nearly orthogonal to it.
TEST(Reference, LayerNormGradientIsOrthogonalToWhatTheNormTakesAway) {
  const std::size_t d = 7;
  const Vector x = doubles(d, 1);
  const reference::LayerNorm forward = reference::layer_norm(x, {}, {}, 1, d, 1e-12);
  const Vector dx =
      reference::layer_norm_backward(distinct_weights(d), x, {}, forward.mean, forward.rstd, 1, d).dx;
  double sum = 0.0;
  double along_x = 0.0;
  for (std::size_t i = 0; i < d; ++i) {
    sum += dx[i];
    along_x += dx[i] * (x[i] - forward.mean[0]);
  }
  EXPECT_NEAR(sum, 0.0, 1e-14);
  EXPECT_NEAR(along_x, 0.0, 1e-10);
}

// By how much eps keeps it from being orthogonal: sum dx * x_hat = rstd * sum(t * x_hat) * eps * rstd^2, with
// t = dy * gamma. Of the row that the kernels are tested with: 2.6e-5.
TEST(Reference, LayerNormGradientLeansTowardsItsRowByWhatEpsTakesAway) {
  const Vector x = {1, 2, 4};
  const Vector gamma = {0.5, 1, 2};
  const Vector dy = {1, -1, 2};
  const reference::LayerNorm forward = reference::layer_norm(x, gamma, {0.1, 0.2, 0.3}, 1, 3, kEps);
  const double rstd = forward.rstd[0];
  const Vector dx = reference::layer_norm_backward(dy, x, gamma, forward.mean, forward.rstd, 1, 3).dx;
  double sum = 0.0;
  double along_x_hat = 0.0;
  double t_x_hat = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double x_hat = (x[i] - forward.mean[0]) * rstd;
    sum += dx[i];
    along_x_hat += dx[i] * x_hat;
    t_x_hat += dy[i] * gamma[i] * x_hat;
  }
  EXPECT_NEAR(sum, 0.0, 1e-15);
  EXPECT_NEAR(along_x_hat, rstd * t_x_hat * kEps * rstd * rstd, 1e-14);
  EXPECT_NEAR(along_x_hat, 2.6e-5, 1e-6);
}

TEST(Reference, RmsNormGradients) {
  for (const std::size_t d : {1U, 2U, 3U, 5U, 8U}) {
    const std::size_t n_rows = 4;
    const Vector x = doubles(n_rows * d, d);
    const Vector gamma = gains(d);
    const auto y = [&](const Vector& x_, const Vector& gamma_) {
      return reference::rms_norm(x_, gamma_, n_rows, d, kEps);
    };
    const reference::RmsNormGradients g =
        reference::rms_norm_backward(distinct_weights(x.size()), x, gamma, y(x, gamma).rstd, n_rows, d);
    expect_gradient(
        g.dx, [&](const Vector& v) { return weighted_sum(y(v, gamma).y); }, x, "dx");
    expect_gradient(
        g.dgamma, [&](const Vector& v) { return weighted_sum(y(x, v).y); }, gamma, "dgamma");
  }
}

TEST(Reference, BatchNormGradients) {
  for (const std::size_t d : {1U, 3U, 5U}) {
    const std::size_t n_rows = 6;
    const Vector x = doubles(n_rows * d, d);
    const Vector gamma = gains(d);
    const Vector beta = doubles(d, 2);
    const Vector zeros(d, 0.0);
    const auto y = [&](const Vector& x_, const Vector& gamma_, const Vector& beta_) {
      return reference::batch_norm(x_, gamma_, beta_, zeros, zeros, n_rows, d, kEps, 0.1);
    };
    const reference::BatchNorm forward = y(x, gamma, beta);
    const reference::BatchNormGradients g = reference::batch_norm_backward(
        distinct_weights(x.size()), x, gamma, forward.mean, forward.rstd, n_rows, d);
    expect_gradient(
        g.dx, [&](const Vector& v) { return weighted_sum(y(v, gamma, beta).y); }, x, "dx");
    expect_gradient(
        g.dgamma, [&](const Vector& v) { return weighted_sum(y(x, v, beta).y); }, gamma, "dgamma");
    expect_gradient(
        g.dbeta, [&](const Vector& v) { return weighted_sum(y(x, gamma, v).y); }, beta, "dbeta");
  }
}

// BatchNorm is LayerNorm of the transposed matrix, gains aside.
TEST(Reference, BatchNormIsLayerNormTurnedOnItsSide) {
  const std::size_t n_rows = 5;
  const std::size_t d = 3;
  const Vector x = doubles(n_rows * d, 1);
  const Vector zeros(d, 0.0);
  const Vector y = reference::batch_norm(x, {}, {}, zeros, zeros, n_rows, d, kEps, 0.1).y;
  Vector turned;
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t row = 0; row < n_rows; ++row) turned.push_back(x[row * d + i]);
  }
  const Vector turned_y = reference::layer_norm(turned, {}, {}, d, n_rows, kEps).y;
  for (std::size_t row = 0; row < n_rows; ++row) {
    for (std::size_t i = 0; i < d; ++i) EXPECT_NEAR(y[row * d + i], turned_y[i * n_rows + row], 1e-14);
  }
}

TEST(Reference, MatmulIsWorkedOutByHandAndLinearIsMadeOfIt) {
  // (2, 3) by (3, 2).
  const Vector c = reference::matmul({1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}, 2, 3, 2);
  expect_close(c, Vector{58, 64, 139, 154}, 0.0, 0.0, "matmul");
  // weight is (d_out, d_in): the transpose of the second matrix.
  const Vector out = reference::linear({1, 2, 3, 4, 5, 6}, {7, 9, 11, 8, 10, 12}, {0.5, -1}, 2, 3, 2);
  expect_close(out, Vector{58.5, 63, 139.5, 153}, 0.0, 0.0, "linear");
}

TEST(Reference, LinearGradients) {
  const std::size_t n_rows = 3;
  const std::size_t d_in = 4;
  const std::size_t d_out = 5;
  const Vector x = doubles(n_rows * d_in, 1);
  const Vector weight = doubles(d_out * d_in, 2);
  const Vector bias = doubles(d_out, 3);
  const auto loss = [&](const Vector& x_, const Vector& weight_, const Vector& bias_) {
    return weighted_sum(reference::linear(x_, weight_, bias_, n_rows, d_in, d_out));
  };
  const reference::LinearGradients g =
      reference::linear_backward(distinct_weights(n_rows * d_out), x, weight, n_rows, d_in, d_out);
  expect_gradient(
      g.dx, [&](const Vector& v) { return loss(v, weight, bias); }, x, "dx");
  expect_gradient(
      g.dweight, [&](const Vector& v) { return loss(x, v, bias); }, weight, "dweight");
  expect_gradient(
      g.dbias, [&](const Vector& v) { return loss(x, weight, v); }, bias, "dbias");
}

TEST(Reference, AttentionGradients) {
  for (const bool is_causal : {true, false}) {
    for (const std::size_t n_head : {1U, 2U, 3U}) {
      for (const std::size_t seq_len : {1U, 2U, 5U}) {
        const reference::AttentionShape shape = {2, seq_len, n_head, 3, is_causal};
        const std::size_t n_pattern = shape.batch * n_head * seq_len * seq_len;
        Vector some_dropped(n_pattern, 2.0);
        for (std::size_t i = 0; i < n_pattern; i += 3) some_dropped[i] = 0.0;
        for (const Vector& mask : {Vector{}, some_dropped}) {
          const Vector qkv = doubles(shape.batch * seq_len * 3 * shape.d_model(), 1);
          const reference::Attention forward = reference::attention(qkv, shape, mask);
          const Vector dqkv = reference::attention_backward(distinct_weights(forward.out.size()), qkv,
                                                            forward.attn_pattern, shape, mask);
          expect_gradient(
              dqkv, [&](const Vector& v) { return weighted_sum(reference::attention(v, shape, mask).out); },
              qkv, "dqkv");
        }
      }
    }
  }
}

TEST(Reference, CrossEntropyGradient) {
  const std::size_t vocab_size = 6;
  const std::vector<std::int32_t> targets = {5, -1, 0, 3};
  const Vector logits = doubles(targets.size() * vocab_size, 1);
  const auto result = [&](const Vector& v) {
    return reference::softmax_cross_entropy(v, targets, targets.size(), vocab_size);
  };
  expect_gradient(
      result(logits).dlogits, [&](const Vector& v) { return result(v).loss; }, logits, "dlogits");
}

TEST(Reference, ActivationGradients) {
  for (const Activation kind : {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh}) {
    const Vector x = to_double(uniform(60, 1, -6.0, 6.0));
    expect_gradient(
        reference::activation_backward(distinct_weights(x.size()), x, kind),
        [&](const Vector& v) { return weighted_sum(reference::activation(v, kind)); }, x,
        "activation " + std::to_string(static_cast<int>(kind)));
  }
}

// Known values of the two functions: Phi(1) = 0.841344746, and the tanh form of the same.
TEST(Reference, GeluHasItsKnownValues) {
  EXPECT_NEAR(reference::gelu(1.0), 0.8413447460685429, 1e-15);
  EXPECT_NEAR(reference::gelu(-1.0), -0.15865525393145707, 1e-15);
  EXPECT_NEAR(reference::gelu_tanh(1.0), 0.8411919906082768, 1e-15);
  EXPECT_EQ(reference::gelu(0.0), 0.0);
}

TEST(Reference, EmbeddingGradients) {
  const std::size_t d = 3;
  const std::size_t seq_len = 2;
  const std::vector<std::int32_t> tokens = {1, 1, 3, 0};
  const Vector tok = doubles(4 * d, 1);
  const Vector pos = doubles(5 * d, 2);
  const auto loss = [&](const Vector& tok_, const Vector& pos_) {
    return weighted_sum(reference::embedding(tok_, pos_, tokens, seq_len, d, 1.7));
  };
  const reference::EmbeddingGradients g =
      reference::embedding_backward(distinct_weights(tokens.size() * d), tokens, 4, 5, seq_len, d, 1.7);
  expect_gradient(
      g.dtok_embedding, [&](const Vector& v) { return loss(v, pos); }, tok, "dtok_embedding");
  expect_gradient(
      g.dpos_embedding, [&](const Vector& v) { return loss(tok, v); }, pos, "dpos_embedding");
}

TEST(Reference, ResidualGradients) {
  const Vector x = doubles(7, 1);
  const Vector branch = doubles(7, 2);
  for (const double a : {0.0, 1.0, 1.7}) {
    const double b = -0.3;
    const reference::ResidualGradients g =
        reference::residual_add_backward(distinct_weights(7), branch, a, b);
    const auto loss = [&](const Vector& x_, const Vector& branch_, double b_) {
      return weighted_sum(reference::residual_add(x_, branch_, a, b_));
    };
    expect_gradient(
        g.dx, [&](const Vector& v) { return loss(v, branch, b); }, x, "dx");
    expect_gradient(
        g.dbranch, [&](const Vector& v) { return loss(x, v, b); }, branch, "dbranch");
    expect_gradient(
        {g.dbranch_gain}, [&](const Vector& v) { return loss(x, branch, v[0]); }, {b}, "dbranch_gain");
  }
}

TEST(Reference, DropoutGradientUsesTheSameMask) {
  const Vector x = doubles(6, 1);
  const Vector mask = {0, 1.5, 1.5, 0, 1.5, 1.5};
  expect_gradient(
      reference::dropout(distinct_weights(6), mask),
      [&](const Vector& v) { return weighted_sum(reference::dropout(v, mask)); }, x, "dx");
}

// The turning points of each schedule.
TEST(Reference, SchedulesHaveTheirKnownValues) {
  const auto rate = [](ScheduleKind kind, double warmup, double step) {
    return reference::learning_rate({.kind = kind, .warmup = warmup, .total_steps = 12}, 0.1, 64, step);
  };
  const double warming_up[] = {0.025, 0.05, 0.075, 0.1, 0.1};
  for (int step = 1; step <= 5; ++step) {
    EXPECT_NEAR(rate(ScheduleKind::kLinear, 4, step), warming_up[step - 1], 1e-15);
    EXPECT_EQ(rate(ScheduleKind::kConstant, 4, step), 0.1);
  }
  EXPECT_NEAR(rate(ScheduleKind::kCosine, 4, 2), 0.05, 1e-15);
  EXPECT_NEAR(rate(ScheduleKind::kCosine, 4, 4), 0.1, 1e-15);
  EXPECT_NEAR(rate(ScheduleKind::kCosine, 4, 8), 0.05, 1e-15);
  EXPECT_NEAR(rate(ScheduleKind::kCosine, 4, 12), 0.0, 1e-15);
  EXPECT_EQ(rate(ScheduleKind::kCosine, 4, 99), 0.0);
  EXPECT_NEAR(rate(ScheduleKind::kInverseSqrt, 4, 1), 0.025, 1e-15);
  EXPECT_NEAR(rate(ScheduleKind::kInverseSqrt, 4, 4), 0.1, 1e-15);
  EXPECT_NEAR(rate(ScheduleKind::kInverseSqrt, 4, 16), 0.05, 1e-15);
  // Noam: at the peak 1 / sqrt(d_model * warmup), whatever the learning rate.
  EXPECT_NEAR(rate(ScheduleKind::kNoam, 4, 4), 1.0 / 16.0, 1e-15);
  EXPECT_NEAR(rate(ScheduleKind::kNoam, 4, 1), 1.0 / 64.0, 1e-15);
  EXPECT_NEAR(rate(ScheduleKind::kNoam, 4, 16), 1.0 / 32.0, 1e-15);
  for (const ScheduleKind kind : {ScheduleKind::kLinear, ScheduleKind::kCosine, ScheduleKind::kInverseSqrt}) {
    EXPECT_TRUE(std::isfinite(rate(kind, 0, 1)));
    EXPECT_GT(rate(kind, 0, 1), 0.09);
  }
  EXPECT_NEAR(rate(ScheduleKind::kNoam, 0, 1), 1.0 / 8.0, 1e-15);
}

}  // namespace
}  // namespace addnorm::test
