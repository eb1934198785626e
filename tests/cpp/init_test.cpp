// Initial values and the table of parameters: names, sizes, distributions, and twins.
#include "model/init.h"

#include <gtest/gtest.h>

#include <cmath>

#include "expect.h"
#include "transformers.h"

namespace addnorm::test {
namespace {

using Floats = std::map<std::string, std::vector<float>>;

Floats initial_values(const ModelConfig& config, double seed) {
  const std::unique_ptr<Model> model = Model::create(config, seed);
  return by_name(model->table(), model->parameters());
}

double rms(const std::vector<float>& x) {
  double sum_sq = 0.0;
  for (const float x_i : x) sum_sq += double{x_i} * double{x_i};
  return std::sqrt(sum_sq / static_cast<double>(x.size()));
}

double largest(const std::vector<float>& x) {
  double result = 0.0;
  for (const float x_i : x) result = std::max(result, std::abs(double{x_i}));
  return result;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ParameterTable, HasTheNamesAndSizesOfPyTorchOneBehindTheOther) {
  for (const NamedConfig& named : all_configs()) {
    const ParameterTable table(named.config);
    const std::map<std::string, std::size_t> expected = parameter_sizes(named.config);
    ASSERT_EQ(table.parameters.size(), expected.size()) << named.name;
    std::size_t offset = 0;
    for (const Parameter& p : table.parameters) {
      ASSERT_TRUE(expected.contains(p.name)) << named.name << ", " << p.name;
      EXPECT_EQ(p.size, expected.at(p.name)) << named.name << ", " << p.name;
      std::size_t size = 1;
      for (const std::size_t dimension : p.shape) size *= dimension;
      EXPECT_EQ(size, p.size) << p.name;
      EXPECT_EQ(p.offset, offset) << p.name;
      offset += p.size;
    }
    EXPECT_EQ(table.size, offset) << named.name;
  }
}

TEST(ParameterTable, HasTheOrderOfAPyTorchStateDict) {
  ModelConfig config = small_config(Placement::kPre, Norm::kLayer, true);
  config.n_layer = 1;
  std::vector<std::string> names;
  for (const Parameter& p : ParameterTable(config).parameters) names.push_back(p.name);
  EXPECT_EQ(names, (std::vector<std::string>{
                       "tok_embedding.weight", "pos_embedding.weight", "layers.0.self_attn.in_proj_weight",
                       "layers.0.self_attn.in_proj_bias", "layers.0.self_attn.out_proj.weight",
                       "layers.0.self_attn.out_proj.bias", "layers.0.linear1.weight", "layers.0.linear1.bias",
                       "layers.0.linear2.weight", "layers.0.linear2.bias", "layers.0.norm1.weight",
                       "layers.0.norm1.bias", "layers.0.norm2.weight", "layers.0.norm2.bias", "norm.weight",
                       "norm.bias", "unembedding.weight", "unembedding.bias"}));
}

// One norm too few or too many.
TEST(ParameterTable, HasAsManyNormsAsThePlacementSays) {
  const std::size_t n_layer = 2;
  const std::size_t expected[] = {
      2 * n_layer, 2 * n_layer + 1, 4 * n_layer + 1, 2 * n_layer + 1, 2 * n_layer, 0, 0, 2 * n_layer};
  for (std::size_t i = 0; i < std::size(kPlacements); ++i) {
    const ParameterTable table(small_config(kPlacements[i], Norm::kLayer, true));
    EXPECT_EQ(table.norm_names.size(), expected[i]) << i;
    std::size_t n_gamma = 0;
    for (const Parameter& p : table.parameters) n_gamma += p.kind == ParameterKind::kGamma ? 1 : 0;
    EXPECT_EQ(n_gamma, expected[i]) << i;
  }
}

// What weight decay may touch.
TEST(ParameterTable, DecaysMatricesOnly) {
  for (const NamedConfig& named : all_configs()) {
    for (const Parameter& p : ParameterTable(named.config).parameters) {
      EXPECT_EQ(p.is_decayed(), p.shape.size() == 2) << named.name << ", " << p.name;
    }
  }
}

TEST(Init, NormsAreTheIdentityAndBiasesNothing) {
  for (const NamedConfig& named : all_configs()) {
    for (const auto& [name, values] : initial_values(named.config, 1)) {
      const bool is_matrix =
          !contains(name, "bias") && !contains(name, "norm") && !contains(name, "branch_gain");
      if (is_matrix) continue;
      const bool is_gamma = contains(name, "norm") && name.ends_with(".weight");
      const float gain = static_cast<float>(named.config.arrangement.branch_gain);
      const float expected = contains(name, "branch_gain") ? gain : is_gamma ? 1.0F : 0.0F;
      for (const float value : values) EXPECT_EQ(value, expected) << named.name << ", " << name;
    }
  }
}

// xavier: uniform within +-sqrt(6 / (fan_in + fan_out)), in_proj as one matrix; embeddings with variance 1 /
// d_model.
TEST(Init, XavierHasItsBoundsAndVariances) {
  const ModelConfig config;
  const double d = config.d_model;
  const double d_ff = config.d_ff;
  for (const auto& [name, values] : initial_values(config, 1)) {
    if (contains(name, "bias") || contains(name, "norm")) continue;
    const double n = static_cast<double>(values.size());
    if (contains(name, "_embedding")) {
      EXPECT_NEAR(rms(values), 1.0 / std::sqrt(d), 5.0 / std::sqrt(2.0 * n * d)) << name;
      continue;
    }
    const double fans = contains(name, "in_proj")       ? 4.0 * d
                        : contains(name, "out_proj")    ? 2.0 * d
                        : contains(name, "unembedding") ? d + config.vocab_size
                                                        : d + d_ff;
    const double limit = std::sqrt(6.0 / fans);
    EXPECT_LE(largest(values), limit * (1.0 + 1e-7)) << name;
    EXPECT_GT(largest(values), limit * 0.95) << name;
    EXPECT_NEAR(rms(values), limit / std::sqrt(3.0), 5.0 * limit / std::sqrt(11.0 * n)) << name;
  }
}

// gpt2: 0.02, and what writes into the residual stream divided by the root of how many do.
TEST(Init, Gpt2HasItsStandardDeviations) {
  ModelConfig config;
  config.init = Init::kGpt2;
  for (const auto& [name, values] : initial_values(config, 1)) {
    if (contains(name, "bias") || contains(name, "norm")) continue;
    const bool is_writing = contains(name, "out_proj") || contains(name, "linear2");
    const double std = is_writing ? 0.02 / std::sqrt(2.0 * config.n_layer) : 0.02;
    EXPECT_NEAR(rms(values), std, 5.0 * std / std::sqrt(2.0 * static_cast<double>(values.size()))) << name;
    EXPECT_GT(largest(values), 2.0 * std) << name;
  }
}

// Twins: from one seed, tensors of one name and shape are equal to the bit, whatever else differs.
TEST(Init, ModelsOfOneSeedAgreeToTheBitWhereverTheyHaveATensorInCommon) {
  const Floats post = initial_values(small_config(Placement::kPost, Norm::kLayer, true), 7);
  for (const NamedConfig& named : all_configs()) {
    if (named.config.arrangement.init_gain != 1.0) continue;
    const Floats twin = initial_values(named.config, 7);
    for (const auto& [name, values] : twin) {
      if (!post.contains(name) || post.at(name).size() != values.size()) continue;
      expect_same_bits(values, post.at(name), named.name + ", " + name);
    }
  }
}

TEST(Init, TensorsAndSeedsAreUnrelated) {
  const ModelConfig config = small_config(Placement::kPre, Norm::kLayer, true);
  const Floats one = initial_values(config, 1);
  EXPECT_EQ(one, initial_values(config, 1));
  EXPECT_NE(one.at("layers.0.linear1.weight"), one.at("layers.1.linear1.weight"));
  EXPECT_NE(one.at("layers.0.self_attn.out_proj.weight"), one.at("layers.1.self_attn.out_proj.weight"));
  for (const double seed : {0.0, 2.0, 9007199254740991.0}) {
    const Floats other = initial_values(config, seed);
    for (const auto& [name, values] : one) {
      if (contains(name, "bias") || contains(name, "norm")) continue;
      EXPECT_NE(values, other.at(name)) << name << ", seed " << seed;
      EXPECT_NE(values[0], values[1]) << name;
    }
  }
}

// DeepNorm scales values, output and feed-forward weights, but not queries and keys.
TEST(Init, DeepnormScalesWhatItsPaperSays) {
  const ModelConfig config = small_config(Placement::kDeepnorm, Norm::kLayer, true);
  const Floats post = initial_values(small_config(Placement::kPost, Norm::kLayer, true), 7);
  const std::size_t n_query_and_key = 2 * config.d_model * config.d_model;
  for (const auto& [name, values] : initial_values(config, 7)) {
    const bool is_scaled = contains(name, "_proj") || contains(name, "linear");
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool is_query_or_key = contains(name, "in_proj") && i < n_query_and_key;
      const double gain = is_scaled && !is_query_or_key ? config.arrangement.init_gain : 1.0;
      EXPECT_TRUE(is_close(double{values[i]}, gain * double{post.at(name)[i]}, 0.0, 1e-6))
          << name << " " << i;
    }
  }
}

// An untrained model knows nothing.
TEST(Init, TheFirstLossIsNearTheLogarithmOfTheVocabulary) {
  for (const Init init : {Init::kXavier, Init::kGpt2}) {
    for (const Placement placement : kPlacements) {
      ModelConfig config;
      config.init = init;
      config.arrangement = arrangement_of(placement, config.n_layer);
      if (init == Init::kGpt2) config.embedding_scale = 1.0;
      const std::unique_ptr<Model> model = Model::create(config, 3);
      const Pass pass = run(*model, random_batch(config, 8, config.n_ctx, 5), Mode::kTraining);
      // Where no norm holds the stream, twelve branches of xavier's size add up to logits that are anything
      // but equal.
      if (placement == Placement::kNone && init == Init::kXavier) continue;
      const double slack = init == Init::kXavier ? 1.0 : 0.05;
      EXPECT_NEAR(pass.loss.loss, std::log(16.0), slack)
          << static_cast<int>(placement) << " " << static_cast<int>(init);
    }
  }
}

}  // namespace
}  // namespace addnorm::test
