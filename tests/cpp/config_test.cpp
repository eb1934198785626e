// Configurations: the table of placements, and every fault with its message.
#include "addnorm/config.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "transformers.h"

namespace addnorm::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The table of architecture.md.
TEST(Arrangement, IsThePublishedOneForEveryPlacement) {
  struct Row {
    Placement placement;
    Slots slots;
    double residual_gain, branch_gain;
    bool is_branch_gain_learned;
    double init_gain;
    bool final_norm;
  };
  const double n = 6.0;
  const Row rows[] = {
      {Placement::kPost, {.after = true}, 1, 1, false, 1, false},
      {Placement::kPre, {.input = true}, 1, 1, false, 1, true},
      {Placement::kSandwich, {.input = true, .output = true}, 1, 1, false, 1, true},
      {Placement::kResPost, {.output = true}, 1, 1, false, 1, true},
      {Placement::kDeepnorm, {.after = true}, std::pow(2 * n, 0.25), 1, false, std::pow(8 * n, -0.25), false},
      {Placement::kRezero, {}, 1, 0, true, 1, false},
      {Placement::kNone, {}, 1, 1, false, 1, false},
      {Placement::kPlain, {.after = true}, 0, 1, false, 1, false},
  };
  ASSERT_EQ(std::size(rows), std::size(kPlacements));
  for (const Row& row : rows) {
    const Arrangement a = arrangement_of(row.placement, 6);
    const int placement = static_cast<int>(row.placement);
    EXPECT_EQ(a.slots, row.slots) << placement;
    EXPECT_NEAR(a.residual_gain, row.residual_gain, 1e-14) << placement;
    EXPECT_EQ(a.branch_gain, row.branch_gain) << placement;
    EXPECT_EQ(a.is_branch_gain_learned, row.is_branch_gain_learned) << placement;
    EXPECT_NEAR(a.init_gain, row.init_gain, 1e-14) << placement;
    EXPECT_EQ(a.final_norm, row.final_norm) << placement;
  }
}

TEST(Validate, FindsNoFaultInSoundConfigurations) {
  EXPECT_EQ(validate(ModelConfig{}), Faults{});
  EXPECT_EQ(validate(TrainerConfig{}, ModelConfig{}), Faults{});
  for (const NamedConfig& named : all_configs()) EXPECT_EQ(validate(named.config), Faults{}) << named.name;
}

// Both numbers are in the message.
TEST(Validate, NamesTheFieldItsValueAndWhatIsAllowed) {
  ModelConfig config;
  config.d_model = 7;
  config.n_head = 2;
  EXPECT_EQ(validate(config), (Faults{"invalid dModel: 7 (must be a multiple of nHead = 2)"}));
}

TEST(Validate, FindsEveryFaultOfAModel) {
  struct Case {
    const char* start;  // of the message
    std::function<void(ModelConfig&)> change;
  };
  const Case cases[] = {
      {"invalid vocabSize: 2 ", [](ModelConfig& c) { c.vocab_size = 2; }},
      {"invalid vocabSize: 0 ", [](ModelConfig& c) { c.vocab_size = 0; }},
      {"invalid vocabSize: 4294967295 ", [](ModelConfig& c) { c.vocab_size = 0xFFFFFFFFU; }},
      {"invalid nCtx: 0 ", [](ModelConfig& c) { c.n_ctx = 0; }},
      {"invalid nCtx: 100000 ", [](ModelConfig& c) { c.n_ctx = 100000; }},
      {"invalid dModel: 0 ", [](ModelConfig& c) { c.d_model = 0; }},
      {"invalid dModel: 6 (must be a multiple of nHead = 4)", [](ModelConfig& c) { c.d_model = 6; }},
      {"invalid nHead: 0 ", [](ModelConfig& c) { c.n_head = 0; }},
      {"invalid nLayer: 0 ", [](ModelConfig& c) { c.n_layer = 0; }},
      {"invalid nLayer: 1000 ", [](ModelConfig& c) { c.n_layer = 1000; }},
      {"invalid dFf: 0 ", [](ModelConfig& c) { c.d_ff = 0; }},
      {"invalid embeddingScale: 0 ", [](ModelConfig& c) { c.embedding_scale = 0.0; }},
      {"invalid embeddingScale: nan ", [](ModelConfig& c) { c.embedding_scale = kNan; }},
      {"invalid dropout: -0.1", [](ModelConfig& c) { c.dropout = -0.1; }},
      {"invalid dropout: 1.5 ", [](ModelConfig& c) { c.dropout = 1.5; }},
      {"invalid dropout: nan ", [](ModelConfig& c) { c.dropout = kNan; }},
      {"invalid eps: 0 ", [](ModelConfig& c) { c.eps = 0.0; }},
      {"invalid eps: nan ", [](ModelConfig& c) { c.eps = kNan; }},
      {"invalid residualGain: inf ", [](ModelConfig& c) { c.arrangement.residual_gain = HUGE_VAL; }},
      {"invalid branchGain: nan ", [](ModelConfig& c) { c.arrangement.branch_gain = kNan; }},
      {"invalid initGain: -1 ", [](ModelConfig& c) { c.arrangement.init_gain = -1.0; }},
  };
  for (const Case& c : cases) {
    ModelConfig config;
    c.change(config);
    const Faults faults = validate(config);
    ASSERT_EQ(faults.size(), 1U) << c.start;
    EXPECT_EQ(faults[0].rfind(c.start, 0), 0U) << faults[0];
    EXPECT_NE(faults[0].find("(must be "), std::string::npos) << faults[0];
  }
}

// A text of so many symbols 6.
TaskConfig text_task(std::uint32_t n_text) {
  static const std::vector<std::int32_t> text(200001, 6);
  return {.kind = TaskKind::kText, .text = text.data(), .n_text = n_text};
}

TEST(Validate, ATextMayBeAsShortAsTwoSequencesAndAsLongAsItsLimit) {
  const ModelConfig model;
  for (const std::uint32_t n_text : {66U, 67U, 200000U}) {
    TrainerConfig config;
    config.task = text_task(n_text);
    EXPECT_EQ(validate(config, model), Faults{}) << n_text;
  }
}

TEST(Validate, FindsEveryFaultOfATrainer) {
  struct Case {
    const char* start;
    std::function<void(TrainerConfig&, ModelConfig&)> change;
  };
  const Case cases[] = {
      {"invalid batch: 0 ", [](TrainerConfig& c, ModelConfig&) { c.batch = 0; }},
      {"invalid batch: 100000 ", [](TrainerConfig& c, ModelConfig&) { c.batch = 100000; }},
      {"invalid seed: -1 ", [](TrainerConfig& c, ModelConfig&) { c.seed = -1; }},
      {"invalid seed: 0.5 ", [](TrainerConfig& c, ModelConfig&) { c.seed = 0.5; }},
      {"invalid seed: nan ", [](TrainerConfig& c, ModelConfig&) { c.seed = kNan; }},
      {"invalid clipNorm: -1 ", [](TrainerConfig& c, ModelConfig&) { c.clip_norm = -1; }},
      {"invalid clipNorm: nan ", [](TrainerConfig& c, ModelConfig&) { c.clip_norm = kNan; }},
      {"invalid lr: -1 ", [](TrainerConfig& c, ModelConfig&) { c.optimizer.lr = -1; }},
      {"invalid lr: inf ", [](TrainerConfig& c, ModelConfig&) { c.optimizer.lr = HUGE_VAL; }},
      {"invalid momentum: 1 ", [](TrainerConfig& c, ModelConfig&) { c.optimizer.momentum = 1; }},
      {"invalid beta1: 1 ", [](TrainerConfig& c, ModelConfig&) { c.optimizer.beta1 = 1; }},
      {"invalid beta2: 1 ", [](TrainerConfig& c, ModelConfig&) { c.optimizer.beta2 = 1; }},
      {"invalid beta2: nan ", [](TrainerConfig& c, ModelConfig&) { c.optimizer.beta2 = kNan; }},
      {"invalid eps: 0 ", [](TrainerConfig& c, ModelConfig&) { c.optimizer.eps = 0; }},
      {"invalid weightDecay: -1 ", [](TrainerConfig& c, ModelConfig&) { c.optimizer.weight_decay = -1; }},
      {"invalid warmup: -1 ", [](TrainerConfig& c, ModelConfig&) { c.schedule.warmup = -1; }},
      {"invalid warmup: 2.5 ", [](TrainerConfig& c, ModelConfig&) { c.schedule.warmup = 2.5; }},
      {"invalid totalSteps: 0 ", [](TrainerConfig& c, ModelConfig&) { c.schedule.total_steps = 0; }},
      {"invalid modulus: 15 ", [](TrainerConfig& c, ModelConfig&) { c.task.modulus = 15; }},
      {"invalid vocabSize: 3 ",
       [](TrainerConfig& c, ModelConfig& m) { c.task.kind = TaskKind::kParity, m.vocab_size = 3; }},
      {"invalid nText: 65 ", [](TrainerConfig& c, ModelConfig&) { c.task = text_task(65); }},
      {"invalid nText: 0 ", [](TrainerConfig& c, ModelConfig&) { c.task = text_task(0); }},
      {"invalid nText: 200001 ", [](TrainerConfig& c, ModelConfig&) { c.task = text_task(200001); }},
      {"invalid text: 6 ",
       [](TrainerConfig& c, ModelConfig& m) { c.task = text_task(66), m.vocab_size = 6; }},
      {"invalid text: 1 ",
       [](TrainerConfig& c, ModelConfig&) {
         static const std::vector<std::int32_t> reserved(66, 1);
         c.task = {.kind = TaskKind::kText, .text = reserved.data(), .n_text = 66};
       }},
      // One value for each feature has no variance.
      {"invalid batch: 1 ",
       [](TrainerConfig& c, ModelConfig& m) { c.batch = 1, m.n_ctx = 1, m.norm = Norm::kBatch; }},
  };
  for (const Case& c : cases) {
    TrainerConfig config;
    ModelConfig model;
    c.change(config, model);
    const Faults faults = validate(config, model);
    ASSERT_EQ(faults.size(), 1U) << c.start;
    EXPECT_EQ(faults[0].rfind(c.start, 0), 0U) << faults[0];
    EXPECT_NE(faults[0].find("(must be "), std::string::npos) << faults[0];
  }
}

TEST(Validate, FindsAllFaultsAtOnce) {
  ModelConfig config;
  config.vocab_size = 0;
  config.d_model = 7;
  config.dropout = 2.0;
  EXPECT_EQ(validate(config).size(), 3U);
}

}  // namespace
}  // namespace addnorm::test
