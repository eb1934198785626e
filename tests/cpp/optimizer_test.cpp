// SGD, Adam and AdamW against the reference in double, and against numbers worked out by hand.
#include "kernels/optimizer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect.h"
#include "guarded_buffer.h"
#include "inputs.h"
#include "reference/optimizer.h"

namespace addnorm::test {
namespace {

constexpr int kSteps = 5;

struct State {
  std::vector<float> p, m, v;
};

AdamStep adam_step(const OptimizerConfig& config, double step) {
  return {config.lr,  config.beta1,        config.beta2,
          config.eps, config.weight_decay, config.kind == OptimizerKind::kAdamw,
          step};
}

// The gradient of a step, in the order of a trained model's sizes: small, and some of it 0.
std::vector<float> gradient(std::size_t n, int step) {
  std::vector<float> g = uniform(n, static_cast<std::uint64_t>(100 + step), -0.5, 0.6);
  if (n > 3) g[3] = 0.0F;
  return g;
}

TEST(Adam, IsTheReferenceForEverySizeAndPlaceOverSeveralSteps) {
  for (const OptimizerKind kind : {OptimizerKind::kAdam, OptimizerKind::kAdamw}) {
    for (const double weight_decay : {0.0, 0.1}) {
      const OptimizerConfig config = {
          .kind = kind, .lr = 0.01, .beta1 = 0.9, .beta2 = 0.98, .eps = 1e-9, .weight_decay = weight_decay};
      for (const std::size_t n : kSizes) {
        for (const Place& place : kPlaces) {
          GuardedFloats p(normal(n, 1), place.offset, place.poison);
          GuardedFloats m(std::vector<float>(n), place.offset, place.poison);
          GuardedFloats v(std::vector<float>(n), place.offset, place.poison);
          reference::Vector expected_p = to_double(p.span());
          reference::Vector expected_m(n);
          reference::Vector expected_v(n);
          for (int step = 1; step <= kSteps; ++step) {
            const std::vector<float> g = gradient(n, step);
            const GuardedFloats grad(g, place.offset, place.poison);
            const std::vector<double> before = to_double(p.span());
            const reference::Vector expected_before = expected_p;
            const UpdateStats stats =
                adam(p.data(), m.data(), v.data(), grad.data(), n, adam_step(config, step));
            reference::adam(expected_p, expected_m, expected_v, to_double(g), config, config.lr, weight_decay,
                            step);
            double update_sq = 0.0;
            double weight_sq = 0.0;
            for (std::size_t i = 0; i < n; ++i) {
              const double update = expected_p[i] - expected_before[i];
              update_sq += update * update;
              weight_sq += before[i] * before[i];
            }
            EXPECT_TRUE(is_close(stats.update_sq, update_sq, 0.0, 1e-5))
                << stats.update_sq << " " << update_sq;
            EXPECT_TRUE(is_close(stats.weight_sq, weight_sq, 0.0, 1e-12))
                << stats.weight_sq << " " << weight_sq;
          }
          const std::string what = "n = " + std::to_string(n) + ", decay " + std::to_string(weight_decay);
          expect_close(p.span(), expected_p, 1e-6, 1e-6, what + ", p");
          expect_close(m.span(), expected_m, 1e-7, 1e-6, what + ", m");
          expect_close(v.span(), expected_v, 1e-7, 1e-6, what + ", v");
        }
      }
    }
  }
}

TEST(Sgd, IsTheReferenceForEverySizeAndPlaceOverSeveralSteps) {
  for (const double momentum : {0.0, 0.9}) {
    for (const double weight_decay : {0.0, 0.1}) {
      for (const std::size_t n : kSizes) {
        for (const Place& place : kPlaces) {
          GuardedFloats p(normal(n, 1), place.offset, place.poison);
          GuardedFloats velocity(std::vector<float>(n), place.offset, place.poison);
          reference::Vector expected_p = to_double(p.span());
          reference::Vector expected_velocity(n);
          for (int step = 1; step <= kSteps; ++step) {
            const std::vector<float> g = gradient(n, step);
            const GuardedFloats grad(g, place.offset, place.poison);
            const UpdateStats stats =
                sgd(p.data(), velocity.data(), grad.data(), n, 0.01, momentum, weight_decay);
            reference::sgd(expected_p, expected_velocity, to_double(g), 0.01, momentum, weight_decay);
            double update_sq = 0.0;
            for (const double velocity_i : expected_velocity) update_sq += 1e-4 * velocity_i * velocity_i;
            EXPECT_TRUE(is_close(stats.update_sq, update_sq, 0.0, 1e-5))
                << stats.update_sq << " " << update_sq;
          }
          const std::string what = "n = " + std::to_string(n) + ", momentum " + std::to_string(momentum);
          expect_close(p.span(), expected_p, 1e-6, 1e-6, what + ", p");
          expect_close(velocity.span(), expected_velocity, 1e-6, 1e-6, what + ", velocity");
        }
      }
    }
  }
}

// The same as one number after another in plain floats, in the order of the header's formulas.
struct Plain {
  float p, m, v;
};

float flushed(float moment) {
  return std::abs(moment) < 1e-30F ? 0.0F : moment;
}

Plain plain_adam(Plain s, float grad, const AdamStep& step) {
  const float decay = static_cast<float>(step.is_decoupled ? step.lr * step.weight_decay : step.weight_decay);
  const float g = step.is_decoupled || step.weight_decay == 0.0 ? grad : grad + decay * s.p;
  const float from_m = static_cast<float>(step.beta1) * s.m;
  const float from_v = static_cast<float>(step.beta2) * s.v;
  s.m = flushed(from_m + static_cast<float>(1.0 - step.beta1) * g);
  const float g_sq = g * g;
  s.v = flushed(from_v + static_cast<float>(1.0 - step.beta2) * g_sq);
  const float rate = static_cast<float>(step.lr / (1.0 - step.beta1));
  const float root_correction = static_cast<float>(std::sqrt(1.0 - step.beta2));
  float update = rate * s.m / (std::sqrt(s.v) / root_correction + static_cast<float>(step.eps));
  if (step.is_decoupled && step.weight_decay != 0.0) update += decay * s.p;
  s.p -= update;
  return s;
}

Plain plain_sgd(Plain s, float grad, float lr, float momentum, float weight_decay) {
  const float g = weight_decay == 0.0F ? grad : grad + weight_decay * s.p;
  const float from_velocity = momentum * s.m;
  s.m = flushed(from_velocity + g);
  s.p -= lr * s.m;
  return s;
}

// A first step by every kind of gradient, huge and not finite among them.
TEST(Optimizers, AreToTheBitPlainFloatsForEverySizeInputAndPlace) {
  for (const OptimizerKind optimizer : {OptimizerKind::kSgd, OptimizerKind::kAdam, OptimizerKind::kAdamw}) {
    for (const double weight_decay : {0.0, 0.1}) {
      const OptimizerConfig config = {.kind = optimizer, .lr = 0.01, .weight_decay = weight_decay};
      for (const std::size_t n : kSizes) {
        const std::vector<float> p_values = normal(n, 1);
        const std::vector<float> m_values = uniform(n, 2, -0.1, 0.1);
        const std::vector<float> v_values = uniform(n, 3, 0.0, 0.1);
        for (const InputKind& kind : kInputKinds) {
          const std::vector<float> grad_values = kind.make(n, n);
          std::vector<float> expected;
          for (std::size_t i = 0; i < n; ++i) {
            const Plain before = {p_values[i], m_values[i], v_values[i]};
            const Plain after =
                optimizer == OptimizerKind::kSgd
                    ? plain_sgd(before, grad_values[i], 0.01F, 0.9F, static_cast<float>(weight_decay))
                    : plain_adam(before, grad_values[i], adam_step(config, 1));
            expected.push_back(after.p);
            expected.push_back(after.m);
            expected.push_back(after.v);
          }
          for (const Place& place : kPlaces) {
            GuardedFloats p(p_values, place.offset, place.poison);
            GuardedFloats m(m_values, place.offset, place.poison);
            GuardedFloats v(v_values, place.offset, place.poison);
            const GuardedFloats grad(grad_values, place.offset, place.poison);
            if (optimizer == OptimizerKind::kSgd) {
              sgd(p.data(), m.data(), grad.data(), n, 0.01, 0.9, weight_decay);
            } else {
              adam(p.data(), m.data(), v.data(), grad.data(), n, adam_step(config, 1));
            }
            std::vector<float> actual;
            for (std::size_t i = 0; i < n; ++i) {
              actual.insert(actual.end(), {p.data()[i], m.data()[i], v.data()[i]});
            }
            expect_same_bits(actual, expected,
                             describe(n, kind, place) + ", optimizer " +
                                 std::to_string(static_cast<int>(optimizer)) + ", p, m and v in turn");
          }
        }
      }
    }
  }
}

// Three steps on one number. The same in the reference.
TEST(Adam, GivesTheNumbersWorkedOutByHand) {
  struct HandCase {
    const char* name;
    OptimizerConfig config;
    std::vector<double> gradients, p;
  };
  const OptimizerConfig adam_config = {.kind = OptimizerKind::kAdam,
                                       .lr = 0.1,
                                       .beta1 = 0.9,
                                       .beta2 = 0.999,
                                       .eps = 1e-8,
                                       .weight_decay = 0.0};
  OptimizerConfig wide_eps = adam_config;
  wide_eps.eps = 0.1;
  OptimizerConfig l2 = adam_config;
  l2.weight_decay = 0.01;
  OptimizerConfig decoupled = l2;
  decoupled.kind = OptimizerKind::kAdamw;
  OptimizerConfig strong = decoupled;
  strong.weight_decay = 0.1;
  const HandCase cases[] = {
      {"the step counter and the corrections",
       adam_config,
       {0.5, 0.25, -1},
       {0.900000002, 0.806782040, 0.827417743}},
      {"the denominator", wide_eps, {0.5}, {0.91666667}},
      {"decay in the gradient", l2, {0}, {0.9000000999999}},
      {"decay beside it", decoupled, {0}, {0.999}},
      {"three steps", strong, {0.5, 0.5, 0.5}, {0.890000002, 0.781100004, 0.673289006}},
  };
  for (const HandCase& c : cases) {
    float p = 1.0F;
    float m = 0.0F;
    float v = 0.0F;
    reference::Vector reference_p = {1.0};
    reference::Vector reference_m = {0.0};
    reference::Vector reference_v = {0.0};
    for (std::size_t i = 0; i < c.p.size(); ++i) {
      const float g = static_cast<float>(c.gradients[i]);
      const double step = static_cast<double>(i + 1);
      adam(&p, &m, &v, &g, 1, adam_step(c.config, step));
      reference::adam(reference_p, reference_m, reference_v, {c.gradients[i]}, c.config, c.config.lr,
                      c.config.weight_decay, step);
      EXPECT_NEAR(p, c.p[i], 2e-7) << c.name << ", step " << step;
      EXPECT_NEAR(reference_p[0], c.p[i], 1e-8) << c.name << ", step " << step << ", reference";
    }
  }
}

// The corrections are the same for all tensors, so equal tensors stay equal, whatever stands beside
// them.
TEST(Adam, EqualNumbersGetEqualUpdatesInEveryLaneAndTail) {
  const OptimizerConfig config;
  for (const std::size_t n : kSizes) {
    std::vector<float> p(n, 0.3F);
    std::vector<float> m(n);
    std::vector<float> v(n);
    for (int step = 1; step <= kSteps; ++step) {
      const std::vector<float> g(n, 0.1F * static_cast<float>(step));
      adam(p.data(), m.data(), v.data(), g.data(), n, adam_step(config, step));
      for (const float p_i : p) ASSERT_EQ(p_i, p[0]) << n;
    }
  }
}

// The corrections are made in double. In float, 1 - 0.999 is off by 1.3e-5 of itself.
TEST(Adam, FirstStepIsTheLearningRateWhateverTheGradient) {
  for (const float g : {1e-13F, -1e-9F, 1e-3F, -0.02F, 0.5F, -7.0F, 1e4F}) {
    float p = 0.0F;
    float m = 0.0F;
    float v = 0.0F;
    const OptimizerConfig config = {.lr = 0.1, .beta1 = 0.9, .beta2 = 0.999, .eps = 1e-22};
    adam(&p, &m, &v, &g, 1, adam_step(config, 1));
    EXPECT_NEAR(p, g > 0 ? -0.1 : 0.1, 1e-7) << g;
  }
}

// A second moment that fades reaches 0 and does not stick at a subnormal number.
TEST(Adam, MomentsFadeToZeroAndNeverTurnSubnormal) {
  const OptimizerConfig config = {.lr = 0.1, .beta1 = 0.9, .beta2 = 0.999, .eps = 1e-8};
  std::vector<float> p(5, 1.0F);
  std::vector<float> m(5, 1e-4F);
  std::vector<float> v(5, 1e-8F);
  const std::vector<float> g(5, 0.0F);
  for (int step = 1; step <= 100000; ++step) {
    adam(p.data(), m.data(), v.data(), g.data(), 5, adam_step(config, step));
    for (const float moment : {m[0], m[4], v[0], v[4]})
      ASSERT_TRUE(moment == 0.0F || std::isnormal(moment)) << step;
  }
  EXPECT_EQ(m, std::vector<float>(5, 0.0F));
  EXPECT_EQ(v, std::vector<float>(5, 0.0F));
  for (const float p_i : p) EXPECT_TRUE(std::isfinite(p_i));
}

TEST(Sgd, VelocityFadesToZeroAndNeverTurnsSubnormal) {
  std::vector<float> p(5, 1.0F);
  std::vector<float> velocity(5, -1e-4F);
  const std::vector<float> g(5, 0.0F);
  for (int step = 1; step <= 100000; ++step) {
    sgd(p.data(), velocity.data(), g.data(), 5, 0.1, 0.999, 0.0);
    for (const float v : {velocity[0], velocity[4]}) ASSERT_TRUE(v == 0.0F || std::isnormal(v)) << step;
  }
  EXPECT_EQ(velocity, std::vector<float>(5, 0.0F));
  for (const float p_i : p) EXPECT_TRUE(std::isfinite(p_i));
}

// A float cannot hold 1 - 1e-8: decay that weak does nothing, as in every training in 32 bits.
TEST(Adam, DecayBelowHalfTheSpacingOfFloatsIsAbsorbed) {
  const OptimizerConfig config = {.kind = OptimizerKind::kAdamw, .lr = 1e-4, .weight_decay = 1e-4};
  float p = 1.0F;
  float m = 0.0F;
  float v = 0.0F;
  const float g = 0.0F;
  for (int step = 1; step <= 1000; ++step) adam(&p, &m, &v, &g, 1, adam_step(config, step));
  EXPECT_EQ(p, 1.0F);
}

TEST(Adam, ANanInTheGradientReachesItsNumberOnly) {
  for (std::size_t n = 1; n <= 9; ++n) {
    for (std::size_t k = 0; k < n; ++k) {
      std::vector<float> p(n, 1.0F);
      std::vector<float> m(n);
      std::vector<float> v(n);
      std::vector<float> g(n, 0.5F);
      g[k] = std::numeric_limits<float>::quiet_NaN();
      adam(p.data(), m.data(), v.data(), g.data(), n, adam_step(OptimizerConfig{}, 1));
      for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(std::isnan(p[i]), i == k) << n << " " << k << " " << i;
    }
  }
}

}  // namespace
}  // namespace addnorm::test
