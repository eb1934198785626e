// What the trainer does with numbers that are no longer finite: it skips, reports and goes on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "expect.h"
#include "lab.h"

namespace addnorm::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// A gradient that is not finite has no direction to follow: nothing of the step stays but its number.
TEST(Divergence, ANonFiniteGradientWithClippingSkipsTheUpdateAndChangesNothingElse) {
  for (const Norm norm : kNorms) {
    for (const OptimizerKind kind : kOptimizers) {
      const ModelConfig model_config = small_model(Placement::kPre, norm);
      TrainerConfig config = small_trainer();
      config.optimizer.kind = kind;
      config.clip_norm = 1.0;
      const Lab lab(model_config, config);
      const Lab twin(model_config, config);
      for (const Lab* each : {&lab, &twin}) {
        each->step_on(training_batch(model_config, 1));
        each->step_on(training_batch(model_config, 2));
      }
      // For one step, a number in the first block that no gradient survives.
      float& p = lab.parameter("layers.0.linear1.weight");
      const float before = p;
      p = kNan;
      const double* row = lab.step_on(training_batch(model_config, 3));
      EXPECT_EQ(lab.get(row, "isSkipped"), 1.0);
      EXPECT_EQ(lab.get(row, "isClipped"), 0.0);
      EXPECT_EQ(lab.get(row, "nonFiniteStep"), 3.0);
      EXPECT_FALSE(std::isfinite(lab.get(row, "gradNorm")));
      EXPECT_EQ(lab.get(row, "updateRatio"), 0.0);
      p = before;
      EXPECT_EQ(lab.trainer->fingerprint(), twin.trainer->fingerprint());
      for (std::uint64_t seed = 4; seed < 7; ++seed) {
        const double* next = lab.step_on(training_batch(model_config, seed));
        EXPECT_EQ(lab.get(next, "isSkipped"), 0.0);
        EXPECT_EQ(lab.get(next, "nonFiniteStep"), 3.0);
        twin.step_on(training_batch(model_config, seed));
      }
      EXPECT_EQ(lab.trainer->fingerprint(), twin.trainer->fingerprint()) << static_cast<int>(kind);
    }
  }
}

// A gradient that is too large for a float is no better: a model whose tiny stream meets a huge unembedding
// and a large scale.
TEST(Divergence, AnInfiniteGradientIsSkippedLikeANan) {
  ModelConfig model_config = small_model(Placement::kNone);
  model_config.embedding_scale = 1e3;
  TrainerConfig config = small_trainer();
  config.clip_norm = 1.0;
  const Lab lab(model_config, config);
  std::fill_n(lab.model->parameters(), lab.model->table().size, 0.0F);
  for (const Parameter& p : lab.model->table().parameters) {
    float* values = lab.model->parameters() + p.offset;
    if (p.name == "tok_embedding.weight") std::fill_n(values, p.size, 1e-38F);
    for (std::size_t i = 0; p.name == "unembedding.weight" && i < p.size; ++i)
      values[i] = i / model_config.d_model % 2 == 0 ? -3e37F : 3e37F;
  }
  Batch batch = training_batch(model_config, 1);
  batch.targets.assign(batch.targets.size(), -1);
  batch.targets[0] = 0;
  const std::uint64_t before = lab.trainer->fingerprint();
  const double* row = lab.step_on(batch);
  EXPECT_TRUE(std::isinf(lab.get(row, "gradNorm"))) << lab.get(row, "gradNorm");
  EXPECT_EQ(lab.get(row, "isSkipped"), 1.0);
  EXPECT_EQ(lab.get(row, "isClipped"), 0.0);
  EXPECT_EQ(lab.trainer->fingerprint(), before);
}

// And so with what batch norm remembers: one bad step must not spoil evaluation for good.
TEST(Divergence, ASkippedStepLeavesTheRunningStatisticsAlone) {
  const ModelConfig model_config = small_model(Placement::kPre, Norm::kBatch);
  TrainerConfig config = small_trainer();
  config.clip_norm = 1.0;
  const Lab lab(model_config, config);
  lab.step_on(training_batch(model_config, 1));
  const std::size_t n = lab.model->n_running_stats();
  const std::vector<float> before(lab.model->running_stats(0), lab.model->running_stats(0) + n);
  float& p = lab.parameter("layers.0.linear1.weight");
  const float before_p = p;
  p = kNan;
  EXPECT_EQ(lab.get(lab.step_on(training_batch(model_config, 2)), "isSkipped"), 1.0);
  p = before_p;
  expect_same_bits({lab.model->running_stats(0), n}, before, "running statistics");
  EXPECT_TRUE(std::isfinite(lab.trainer->evaluate(1).loss));
}

// Divergence is content: training goes on, and the first tensor that was not finite is named for good.
TEST(Divergence, DivergenceIsReportedAndDoesNotStopTheRun) {
  struct Case {
    const char* parameter;
    const char* site;
    int block;
  };
  const Case cases[] = {
      {"pos_embedding.weight", "layers.0.self_attn input", 0},
      {"layers.0.self_attn.out_proj.bias", "layers.0.self_attn output", 0},
      {"layers.0.linear2.bias", "layers.0.feed_forward output", 0},
      {"layers.1.self_attn.in_proj_weight", "layers.1.self_attn output", 1},
      {"layers.1.norm2.weight", "layers.1.feed_forward output", 1},
      {"norm.weight", "logits", -1},
      {"unembedding.bias", "logits", -1},
  };
  for (const Case& c : cases) {
    const ModelConfig model_config = small_model();
    const Lab lab(model_config, small_trainer());
    EXPECT_EQ(lab.get(lab.trainer->step(), "nonFiniteStep"), 0.0);
    lab.parameter(c.parameter) = kNan;
    for (int step = 2; step <= 4; ++step) {
      const double* row = lab.trainer->step();
      EXPECT_EQ(lab.get(row, "step"), step);
      EXPECT_TRUE(std::isnan(lab.get(row, "loss")));
      EXPECT_EQ(lab.get(row, "nonFiniteStep"), 2.0) << c.parameter;
      const std::size_t site = static_cast<std::size_t>(lab.get(row, "nonFiniteSite"));
      EXPECT_EQ(lab.trainer->site_name(site), c.site) << c.parameter;
      EXPECT_EQ(lab.trainer->site_block(site), c.block) << c.parameter;
    }
  }
}

// The same without a hand in it: a learning rate far too large.
TEST(Divergence, ALearningRateFarTooLargeDivergesWithoutHarm) {
  ModelConfig model_config = small_model(Placement::kNone);
  TrainerConfig config = small_trainer();
  config.optimizer = {.kind = OptimizerKind::kSgd, .lr = 100.0, .momentum = 0.99};
  const Lab lab(model_config, config);
  double first = 0.0;
  for (int step = 1; step <= 60; ++step) first = lab.get(lab.trainer->step(), "nonFiniteStep");
  EXPECT_GT(first, 1.0);
  EXPECT_LT(first, 60.0);
}

}  // namespace
}  // namespace addnorm::test
