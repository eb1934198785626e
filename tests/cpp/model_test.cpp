// The model against the reference in double: logits, loss and every gradient, for every arrangement, norm and
// odd size.
#include "addnorm/model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "expect.h"
#include "transformers.h"

namespace addnorm::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

double norm_of(const reference::Tensors& tensors) {
  double sum_sq = 0.0;
  for (const auto& [name, values] : tensors) {
    for (const double value : values) sum_sq += value * value;
  }
  return std::sqrt(sum_sq);
}

// Some gradients are 0 but for rounding, such as that of a bias before a batch norm. They are held to what
// rounding can leave beside all the others.
void expect_gradients(const Model& model, const std::vector<float>& gradients,
                      const reference::Tensors& expected, const std::string& what) {
  const double rounding = 3e-7 * norm_of(expected);
  for (const auto& [name, values] : by_name(model.table(), gradients.data())) {
    expect_relative_l2(values, expected.at(name), 1e-5, what + ", " + name, rounding);
  }
}

void expect_reference(const NamedConfig& named, std::size_t batch_size, std::size_t seq_len) {
  const ModelConfig& config = named.config;
  const std::string what = named.name + ", " + std::to_string(batch_size) + " x " + std::to_string(seq_len);
  const reference::Tensors parameters = random_parameters(config, 1);
  const std::unique_ptr<Model> model = make_model(config, parameters);
  const Batch batch = random_batch(config, batch_size, seq_len, 9);
  reference::Transformer expected(config, parameters);

  // Evaluation first: with batch norm it stands on the running statistics, which training moves.
  const reference::Vector evaluation = expected.forward(batch.tokens, batch_size, seq_len, false);
  expect_close(logits_of(*model, batch), evaluation, 1e-5, 1e-5, what + ", evaluation");

  const Pass pass = run(*model, batch, Mode::kTraining);
  const reference::Vector logits = expected.forward(batch.tokens, batch_size, seq_len, true);
  const reference::CrossEntropy loss = expected.loss(batch.targets);
  expect_close(pass.logits, logits, 1e-5, 1e-5, what + ", logits");
  EXPECT_TRUE(is_close(pass.loss.loss, loss.loss, 1e-5, 1e-5))
      << what << ": " << pass.loss.loss << " " << loss.loss;
  EXPECT_EQ(pass.loss.n_targets, loss.n_targets) << what;
  EXPECT_EQ(pass.loss.n_correct, loss.n_correct) << what;
  expect_gradients(*model, pass.gradients, expected.backward(loss.dlogits), what);

  if (config.norm != Norm::kBatch) return;
  for (std::size_t i = 0; i < model->table().norm_names.size(); ++i) {
    const std::string& name = model->table().norm_names[i];
    const std::span<const float> mean(model->running_stats(i), config.d_model);
    const std::span<const float> var(model->running_stats(i) + config.d_model, config.d_model);
    expect_close(mean, expected.running_stats().at(name + ".running_mean"), 1e-6, 1e-5, what + ", " + name);
    expect_close(var, expected.running_stats().at(name + ".running_var"), 1e-6, 1e-5, what + ", " + name);
  }
}

TEST(Model, IsTheReferenceForEveryConfiguration) {
  for (const NamedConfig& named : all_configs()) {
    expect_reference(named, 3, 5);
    expect_reference(named, 2, named.config.n_ctx);
    if (named.config.norm == Norm::kBatch) continue;
    expect_reference(named, 1, 1);
    expect_reference(named, 1, 4);
    expect_reference(named, 4, 1);
  }
}

// At a width where every vector loop has a body and a tail, and batches that fill and do not fill the tiles.
TEST(Model, IsTheReferenceAtALargerSize) {
  for (const Placement placement : {Placement::kPre, Placement::kPost}) {
    ModelConfig config = small_config(placement, Norm::kLayer, true);
    config.vocab_size = 19;
    config.n_ctx = 21;
    config.d_model = 36;
    config.n_head = 4;
    config.d_ff = 70;
    expect_reference({"larger", config}, 3, 21);
  }
}

// Every placement with 1, 2 and 3 heads, causal and not.
std::vector<NamedConfig> configs_by_heads() {
  std::vector<NamedConfig> result;
  for (const Placement placement : kPlacements) {
    for (const std::uint32_t n_head : {1U, 2U, 3U}) {
      for (const bool is_causal : {true, false}) {
        ModelConfig config = small_config(placement, Norm::kLayer, is_causal);
        config.n_head = n_head;
        result.push_back({"placement " + std::to_string(static_cast<int>(placement)) + ", " +
                              std::to_string(n_head) + " heads" + (is_causal ? ", causal" : ""),
                          config});
      }
    }
  }
  return result;
}

// Without dropout all modes are one, but for the statistics of batch norm.
TEST(Model, TrainingAndEvaluationAgreeToTheBitWithoutDropout) {
  std::vector<NamedConfig> configs = all_configs();
  for (NamedConfig& named : configs_by_heads()) configs.push_back(std::move(named));
  for (const NamedConfig& named : configs) {
    for (const std::size_t batch_size : {1U, 3U}) {
      const std::unique_ptr<Model> model = make_model(named.config, random_parameters(named.config, 1));
      const Batch batch = random_batch(named.config, batch_size, 5, 9);
      const Pass gradient = run(*model, batch, Mode::kGradient);
      const std::vector<float> evaluation = logits_of(*model, batch);
      const Pass training = run(*model, batch, Mode::kTraining);
      expect_same_bits(gradient.logits, training.logits, named.name + ", gradient mode");
      expect_same_bits(gradient.gradients, training.gradients, named.name + ", gradients");
      if (named.config.norm == Norm::kBatch) continue;
      expect_same_bits(evaluation, training.logits, named.name + ", evaluation");
    }
  }
}

TEST(Model, GradientModeLeavesTheRunningStatisticsAlone) {
  const ModelConfig config = small_config(Placement::kPre, Norm::kBatch, true);
  const std::unique_ptr<Model> model = Model::create(config, 1);
  const std::size_t n = model->n_running_stats();
  EXPECT_EQ(n, model->table().norm_names.size() * 2 * config.d_model);
  const std::vector<float> before(model->running_stats(0), model->running_stats(0) + n);
  for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(before[i], i / config.d_model % 2 == 0 ? 0.0F : 1.0F);
  run(*model, random_batch(config, 2, 5, 9), Mode::kGradient);
  logits_of(*model, random_batch(config, 2, 5, 9));
  expect_same_bits({model->running_stats(0), n}, before, "running statistics");
  run(*model, random_batch(config, 2, 5, 9), Mode::kTraining);
  EXPECT_NE(std::vector<float>(model->running_stats(0), model->running_stats(0) + n), before);
}

// For every combination: a token changes no logit before it, to the bit. Not causal, it changes all.
TEST(Model, ATokenChangesNothingBeforeItToTheBit) {
  for (const NamedConfig& named : all_configs()) {
    const ModelConfig& config = named.config;
    const std::size_t row = config.vocab_size;
    const std::unique_ptr<Model> model = make_model(config, random_parameters(config, 1));
    const Batch batch = random_batch(config, 2, 6, 9);
    const std::vector<float> before = logits_of(*model, batch);
    for (std::size_t j = 0; j < 6; ++j) {
      Batch changed = batch;
      changed.tokens[j] = (changed.tokens[j] + 1) % static_cast<std::int32_t>(config.vocab_size);
      const std::vector<float> after = logits_of(*model, changed);
      const std::size_t n_same = config.is_causal ? j : 0;
      expect_same_bits(std::span(after).first(n_same * row), std::span(before).first(n_same * row),
                       named.name);
      expect_same_bits(std::span(after).last(6 * row), std::span(before).last(6 * row),
                       named.name + ", other sequence");
      EXPECT_TRUE(config.is_causal || after[0] != before[0]) << named.name;
    }
  }
}

// Backwards: what is predicted at position i sends nothing to positions after it.
TEST(Model, ATargetSendsNoGradientToLaterPositions) {
  for (const Placement placement : kPlacements) {
    const ModelConfig config = small_config(placement, Norm::kLayer, true);
    const std::unique_ptr<Model> model = make_model(config, random_parameters(config, 1));
    Batch batch = random_batch(config, 2, 6, 9);
    for (std::size_t i = 0; i < 6; ++i) {
      batch.targets.assign(12, -1);
      batch.targets[i] = 3;
      const Pass pass = run(*model, batch, Mode::kTraining);
      const std::vector<float> positions =
          by_name(model->table(), pass.gradients.data()).at("pos_embedding.weight");
      for (std::size_t t = 0; t < 6; ++t) {
        bool is_zero = true;
        for (std::size_t c = 0; c < config.d_model; ++c)
          is_zero = is_zero && positions[t * config.d_model + c] == 0.0F;
        EXPECT_EQ(is_zero, t > i) << static_cast<int>(placement) << " " << i << " " << t;
      }
    }
  }
}

// What a sequence gives does not depend on its neighbours: a batch of one is enough.
TEST(Model, ASequenceIsTheSameAloneAsInABatch) {
  for (const NamedConfig& named : all_configs()) {
    const std::unique_ptr<Model> model = make_model(named.config, random_parameters(named.config, 1));
    const Batch batch = random_batch(named.config, 3, 5, 9);
    const std::vector<float> together = logits_of(*model, batch);
    const std::size_t n = 5 * named.config.vocab_size;
    for (std::size_t b = 0; b < 3; ++b) {
      const Batch alone = {1,
                           5,
                           {batch.tokens.begin() + static_cast<std::ptrdiff_t>(5 * b),
                            batch.tokens.begin() + static_cast<std::ptrdiff_t>(5 * b + 5)},
                           {}};
      expect_same_bits(logits_of(*model, alone), std::span(together).subspan(b * n, n), named.name);
    }
  }
}

// A pass leaves nothing in the trace that the next one could find: the order of two batches does not matter.
TEST(Model, ATraceHoldsNothingOverFromThePassBefore) {
  const ModelConfig config = small_config(Placement::kSandwich, Norm::kLayer, true);
  const std::unique_ptr<Model> model = make_model(config, random_parameters(config, 1));
  const Batch batch = random_batch(config, 2, 5, 9);
  const Batch other = random_batch(config, 2, 5, 99);
  const Pass fresh = run(*model, batch, Mode::kTraining);

  const TracePointer trace = make_trace(*model, 2, 5);
  std::vector<float> gradients(model->table().size);
  forward(*model, *trace, other.tokens.data(), Mode::kTraining);
  loss(*model, *trace, other.targets.data());
  backward(*model, *trace, other.tokens.data(), gradients.data());
  std::fill(gradients.begin(), gradients.end(), 0.0F);
  forward(*model, *trace, batch.tokens.data(), Mode::kTraining);
  const Loss second = loss(*model, *trace, batch.targets.data());
  backward(*model, *trace, batch.tokens.data(), gradients.data());
  EXPECT_EQ(second.loss, fresh.loss.loss);
  expect_same_bits(gradients, fresh.gradients, "gradients");
}

TEST(Model, BackwardAddsToTheGradients) {
  const ModelConfig config = small_config(Placement::kPost, Norm::kLayer, true);
  const std::unique_ptr<Model> model = make_model(config, random_parameters(config, 1));
  const Batch batch = random_batch(config, 2, 5, 9);
  const Pass once = run(*model, batch, Mode::kTraining);
  const TracePointer trace = make_trace(*model, 2, 5);
  std::vector<float> gradients(model->table().size, 1.0F);
  forward(*model, *trace, batch.tokens.data(), Mode::kTraining);
  loss(*model, *trace, batch.targets.data());
  backward(*model, *trace, batch.tokens.data(), gradients.data());
  std::vector<double> expected = to_double(once.gradients);
  for (double& g : expected) g += 1.0;
  expect_close(gradients, expected, 1e-6, 1e-6, "1 + gradients");
}

// Each target counts once, however the sequences are cut into batches: the mean over all is the batches'
// means weighted by their targets, of the loss and of every gradient.
TEST(Model, MicroBatchesWeightedByTheirTargetsAreTheWholeBatch) {
  for (const NamedConfig& named : all_configs()) {
    // Statistics over the batch are not those over its parts.
    if (named.config.norm == Norm::kBatch) continue;
    const std::unique_ptr<Model> model = make_model(named.config, random_parameters(named.config, 1));
    constexpr std::size_t kSequences = 7;
    Batch whole = random_batch(named.config, kSequences, 4, 9);
    // One sequence with a single target, and one with none.
    for (std::size_t i = 0; i < 7; ++i) whole.targets[i] = -1;
    const Pass expected = run(*model, whole, Mode::kGradient);
    double loss = 0.0;
    std::vector<double> gradients(model->table().size);
    for (std::size_t first = 0; first < kSequences; first += 2) {
      const std::size_t size = std::min<std::size_t>(2, kSequences - first);
      const auto part = [&](const std::vector<std::int32_t>& all) {
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(4 * first);
        return std::vector<std::int32_t>(begin, begin + static_cast<std::ptrdiff_t>(4 * size));
      };
      const Pass pass = run(*model, {size, 4, part(whole.tokens), part(whole.targets)}, Mode::kGradient);
      const double share =
          static_cast<double>(pass.loss.n_targets) / static_cast<double>(expected.loss.n_targets);
      loss += share * pass.loss.loss;
      for (std::size_t i = 0; i < gradients.size(); ++i) gradients[i] += share * double{pass.gradients[i]};
    }
    EXPECT_TRUE(is_close(expected.loss.loss, loss, 1e-12, 1e-7)) << named.name;
    expect_relative_l2(expected.gradients, gradients, 1e-6, named.name);
  }
}

TEST(Model, NothingToPredictGivesNoLossAndNoGradient) {
  for (const Placement placement : kPlacements) {
    const ModelConfig config = small_config(placement, Norm::kLayer, true);
    const std::unique_ptr<Model> model = make_model(config, random_parameters(config, 1));
    Batch batch = random_batch(config, 2, 5, 9);
    batch.targets.assign(10, -1);
    const Pass pass = run(*model, batch, Mode::kTraining);
    EXPECT_EQ(pass.loss.loss, 0.0);
    EXPECT_EQ(pass.loss.n_targets, 0U);
    for (const float g : pass.gradients) ASSERT_EQ(g, 0.0F);
  }
}

// With branches that give 0, a pre-LN stream goes through any number of blocks to the bit. The residual
// is taken before the norm, not after it.
TEST(Model, PreNormBlocksThatAddNothingAreTheIdentityToTheBit) {
  for (const Placement placement :
       {Placement::kPre, Placement::kSandwich, Placement::kResPost, Placement::kNone}) {
    ModelConfig config = small_config(placement, Norm::kLayer, true);
    config.n_layer = 5;
    reference::Tensors parameters = random_parameters(config, 1);
    for (auto& [name, values] : parameters) {
      const bool is_last_of_branch =
          name.find("out_proj") != std::string::npos || name.find("linear2") != std::string::npos;
      const bool is_beta =
          name.find("layers") == 0 && name.find("norm") != std::string::npos && name.ends_with("bias");
      if (is_last_of_branch || is_beta) values.assign(values.size(), 0.0);
    }
    ModelConfig shallow = config;
    shallow.n_layer = 1;
    const Batch batch = random_batch(config, 2, 5, 9);
    expect_same_bits(logits_of(*make_model(config, parameters), batch),
                     logits_of(*make_model(shallow, parameters), batch), "five blocks and one");
  }
}

// NaN in one parameter shows: nothing on the way swallows it.
TEST(Model, ANanInAnyParameterReachesTheLogits) {
  for (const Placement placement : {Placement::kPost, Placement::kPre}) {
    ModelConfig config = small_config(placement, Norm::kLayer, false);
    config.activation = Activation::kRelu;
    const std::unique_ptr<Model> model = make_model(config, random_parameters(config, 1));
    Batch batch = random_batch(config, 1, 6, 9);
    for (std::size_t i = 0; i < 6; ++i) batch.tokens[i] = static_cast<std::int32_t>(i);
    for (const Parameter& p : model->table().parameters) {
      if (p.name == "tok_embedding.weight") continue;
      float& value = model->parameters()[p.offset];
      const float before = value;
      value = kNan;
      bool has_nan = false;
      for (const float logit : logits_of(*model, batch)) has_nan = has_nan || std::isnan(logit);
      EXPECT_TRUE(has_nan) << p.name;
      value = before;
    }
  }
}

}  // namespace
}  // namespace addnorm::test
