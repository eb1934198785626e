// What a step measures, against the same quantities worked out from parameters and gradients.
#include "train/probes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "addnorm/trainer.h"
#include "expect.h"
#include "lab.h"
#include "transformers.h"

namespace addnorm::test {
namespace {

double norm(std::span<const double> x) {
  double sum_sq = 0.0;
  for (const double x_i : x) sum_sq += x_i * x_i;
  return std::sqrt(sum_sq);
}

double rms(std::span<const double> x) {
  return norm(x) / std::sqrt(static_cast<double>(x.size()));
}

// The part of a block that belongs to one sub-layer.
std::vector<double> of_sub_layer(const ParameterTable& table, std::span<const float> block, int sub_layer) {
  std::vector<double> result;
  for (const Parameter& p : table.parameters) {
    if (p.sub_layer != sub_layer) continue;
    const std::span<const float> values = block.subspan(p.offset, p.size);
    result.insert(result.end(), values.begin(), values.end());
  }
  return result;
}

TrainerConfig trainer_config(const Batch& batch) {
  TrainerConfig config;
  config.batch = static_cast<std::uint32_t>(batch.size);
  return config;
}

TEST(Probes, GradientNormsAreThoseOfTheSubLayersWeights) {
  for (const Placement placement : kPlacements) {
    const ModelConfig config = small_config(placement, Norm::kLayer, true);
    const std::unique_ptr<Model> model = make_model(config, random_parameters(config, 1));
    const Batch batch = random_batch(config, 3, config.n_ctx, 9);
    const Pass pass = run(*model, batch, Mode::kTraining);
    const std::unique_ptr<Trainer> trainer = Trainer::create(*model, trainer_config(batch));
    const double* row = trainer->step_on(batch.tokens.data(), batch.targets.data());
    EXPECT_TRUE(is_close(metric(*trainer, row, "gradNorm"), norm(to_double(pass.gradients)), 0.0, 1e-12));
    for (std::size_t i = 0; i < 2 * config.n_layer; ++i) {
      const double expected = norm(of_sub_layer(model->table(), pass.gradients, static_cast<int>(i)));
      EXPECT_GT(expected, 0.0);
      EXPECT_TRUE(is_close(metric(*trainer, row, "weightGradNorm", i), expected, 0.0, 1e-12)) << i;
    }
  }
}

TEST(Probes, UpdateRatioIsWhatTheStepDidToTheWeights) {
  const ModelConfig config = small_config(Placement::kPre, Norm::kLayer, true);
  const std::unique_ptr<Model> model = make_model(config, random_parameters(config, 1));
  const Batch batch = random_batch(config, 3, config.n_ctx, 9);
  const std::vector<float> before(model->parameters(), model->parameters() + model->table().size);
  const std::unique_ptr<Trainer> trainer = Trainer::create(*model, trainer_config(batch));
  const double* row = trainer->step_on(batch.tokens.data(), batch.targets.data());
  std::vector<float> change(before.size());
  for (std::size_t i = 0; i < change.size(); ++i) change[i] = model->parameters()[i] - before[i];
  for (std::size_t i = 0; i < 2 * config.n_layer; ++i) {
    const double expected = norm(of_sub_layer(model->table(), change, static_cast<int>(i))) /
                            norm(of_sub_layer(model->table(), before, static_cast<int>(i)));
    EXPECT_TRUE(is_close(metric(*trainer, row, "updateRatio", i), expected, 0.0, 1e-4)) << i;
  }
}

// With an unembedding that is the identity the logits are the stream, and a feed-forward branch of zeros
// leaves in it what attention made: so streams and branches can be seen from outside.
TEST(Probes, StreamsAndBranchesAreThoseThatTheLogitsShow) {
  for (const double branch_gain : {1.0, -0.5}) {
    ModelConfig config = small_config(Placement::kNone, Norm::kLayer, true);
    config.n_layer = 1;
    config.vocab_size = config.d_model;
    config.arrangement.branch_gain = branch_gain;
    reference::Tensors parameters = random_parameters(config, 1);
    const std::size_t d = config.d_model;
    for (std::size_t i = 0; i < d * d; ++i)
      parameters["unembedding.weight"][i] = i % (d + 1) == 0 ? 1.0 : 0.0;
    for (const char* name : {"unembedding.bias", "layers.0.linear2.weight", "layers.0.linear2.bias"}) {
      parameters[name].assign(parameters[name].size(), 0.0);
    }
    const Batch batch = random_batch(config, 2, config.n_ctx, 9);
    const std::unique_ptr<Model> model = make_model(config, parameters);
    const reference::Vector into_block =
        reference::embedding(parameters["tok_embedding.weight"], parameters["pos_embedding.weight"],
                             batch.tokens, config.n_ctx, d, config.embedding_scale);
    const std::vector<double> out_of_block = to_double(logits_of(*model, batch));
    reference::Vector branch(out_of_block.size());
    double cosine = 0.0;
    for (std::size_t row = 0; row < out_of_block.size() / d; ++row) {
      double dot = 0.0;
      for (std::size_t i = row * d; i < (row + 1) * d; ++i) {
        branch[i] = out_of_block[i] - into_block[i];
        dot += out_of_block[i] * into_block[i];
      }
      const std::span<const double> before = std::span<const double>(into_block).subspan(row * d, d);
      const std::span<const double> after = std::span<const double>(out_of_block).subspan(row * d, d);
      cosine += dot / norm(before) / norm(after) / static_cast<double>(out_of_block.size() / d);
    }

    const std::unique_ptr<Trainer> trainer = Trainer::create(*model, trainer_config(batch));
    const double* row = trainer->step_on(batch.tokens.data(), batch.targets.data());
    const auto get = [&](const char* name, std::size_t i) { return metric(*trainer, row, name, i); };
    EXPECT_TRUE(is_close(get("streamRms", 0), rms(into_block), 0.0, 1e-6));
    EXPECT_TRUE(is_close(get("streamRms", 1), rms(out_of_block), 0.0, 1e-6));
    EXPECT_TRUE(is_close(get("branchRms", 0), rms(branch), 0.0, 1e-5));
    EXPECT_TRUE(is_close(get("branchRatio", 0), rms(branch) / rms(into_block), 0.0, 1e-5));
    EXPECT_TRUE(is_close(get("cosine", 0), cosine, 1e-6, 0.0));
    EXPECT_EQ(get("branchRms", 1), 0.0);
    EXPECT_EQ(get("branchRatio", 1), 0.0);
  }
}

// The second block adds nothing, so the logits are what leaves the first one, both its sub-layers done.
TEST(Probes, CosineIsThatOfAWholeBlock) {
  ModelConfig config = small_config(Placement::kNone, Norm::kLayer, true);
  config.vocab_size = config.d_model;
  reference::Tensors parameters = random_parameters(config, 1);
  const std::size_t d = config.d_model;
  for (std::size_t i = 0; i < d * d; ++i) parameters["unembedding.weight"][i] = i % (d + 1) == 0 ? 1.0 : 0.0;
  for (const std::string name :
       {"unembedding.bias", "layers.1.self_attn.out_proj.weight", "layers.1.self_attn.out_proj.bias",
        "layers.1.linear2.weight", "layers.1.linear2.bias"})
    parameters[name].assign(parameters[name].size(), 0.0);
  const Batch batch = random_batch(config, 2, config.n_ctx, 9);
  const std::unique_ptr<Model> model = make_model(config, parameters);
  const reference::Vector before =
      reference::embedding(parameters["tok_embedding.weight"], parameters["pos_embedding.weight"],
                           batch.tokens, config.n_ctx, d, config.embedding_scale);
  const std::vector<double> after = to_double(logits_of(*model, batch));
  double cosine = 0.0;
  for (std::size_t row = 0; row < after.size(); row += d) {
    const std::span<const double> x = std::span<const double>(before).subspan(row, d);
    const std::span<const double> y = std::span<const double>(after).subspan(row, d);
    cosine += std::inner_product(x.begin(), x.end(), y.begin(), 0.0) / norm(x) / norm(y);
  }
  const std::unique_ptr<Trainer> trainer = Trainer::create(*model, trainer_config(batch));
  const double* row = trainer->step_on(batch.tokens.data(), batch.targets.data());
  EXPECT_TRUE(is_close(metric(*trainer, row, "cosine", 0), cosine / static_cast<double>(after.size() / d),
                       1e-6, 0.0));
  EXPECT_TRUE(is_close(metric(*trainer, row, "cosine", 1), 1.0, 1e-12, 0.0));
}

// With one sequence, the gradient of a position's embedding is that of the stream at its token, times the
// scale.
TEST(Probes, InputGradientOfTheFirstBlockIsThatOfTheEmbedding) {
  for (const Placement placement : kPlacements) {
    const ModelConfig config = small_config(placement, Norm::kLayer, true);
    const std::unique_ptr<Model> model = make_model(config, random_parameters(config, 1));
    const Batch batch = random_batch(config, 1, config.n_ctx, 9);
    const Pass pass = run(*model, batch, Mode::kTraining);
    const std::vector<double> positions =
        to_double(by_name(model->table(), pass.gradients.data()).at("pos_embedding.weight"));
    const std::unique_ptr<Trainer> trainer = Trainer::create(*model, trainer_config(batch));
    const double* row = trainer->step_on(batch.tokens.data(), batch.targets.data());
    EXPECT_TRUE(is_close(metric(*trainer, row, "inputGradNorm", 0), norm(positions) / config.embedding_scale,
                         0.0, 1e-6))
        << static_cast<int>(placement);
  }
}

// Blocks that are the identity start with weights of 0: there is nothing to compare an update with, and the
// ratio is 0.
TEST(Probes, RatiosAreFiniteWhereWeightsAreZero) {
  ModelConfig config = small_config(Placement::kNone, Norm::kLayer, true);
  config.arrangement.init_gain = 0.0;
  const Batch batch = random_batch(config, 2, config.n_ctx, 3);
  const std::unique_ptr<Model> model = Model::create(config, 1);
  const std::unique_ptr<Trainer> trainer = Trainer::create(*model, trainer_config(batch));
  const double* row = trainer->step_on(batch.tokens.data(), batch.targets.data());
  for (std::size_t i = 0; i < 2 * config.n_layer; ++i) {
    EXPECT_TRUE(std::isfinite(metric(*trainer, row, "updateRatio", i))) << i;
    EXPECT_TRUE(std::isfinite(metric(*trainer, row, "branchRatio", i))) << i;
  }
  EXPECT_EQ(metric(*trainer, row, "nonFiniteStep"), 0.0);
}

}  // namespace
}  // namespace addnorm::test
