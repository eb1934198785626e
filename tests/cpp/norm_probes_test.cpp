// What a step measures of norms and heads, against the same quantities in double: from the parameters, from
// the reference's own pass, and by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect.h"
#include "inputs.h"
#include "lab.h"
#include "model/norm_sites.h"
#include "reference/attention.h"
#include "reference/embedding.h"
#include "reference/layer_norm.h"
#include "reference/matmul.h"

namespace addnorm::test {
namespace {

using reference::Vector;

TrainerConfig trainer_config(const Batch& batch) {
  TrainerConfig config;
  config.batch = static_cast<std::uint32_t>(batch.size);
  return config;
}

// One step on a batch, with the model as it was before.
struct Step {
  std::unique_ptr<Model> model;
  std::unique_ptr<Trainer> trainer;
  const double* row;

  Step(const ModelConfig& config, const reference::Tensors& parameters, const Batch& batch)
      : model(make_model(config, parameters)),
        trainer(Trainer::create(*model, trainer_config(batch))),
        row(trainer->step_on(batch.tokens.data(), batch.targets.data())) {}

  [[nodiscard]] double get(const char* name, std::size_t i) const { return metric(*trainer, row, name, i); }
};

double mean_row_std(std::span<const double> x, std::size_t d_model) {
  double total = 0.0;
  for (std::size_t row = 0; row < x.size(); row += d_model) {
    double mean = 0.0;
    double var = 0.0;
    for (std::size_t i = 0; i < d_model; ++i) mean += x[row + i] / static_cast<double>(d_model);
    for (std::size_t i = 0; i < d_model; ++i) {
      var += (x[row + i] - mean) * (x[row + i] - mean) / static_cast<double>(d_model);
    }
    total += std::sqrt(var);
  }
  return total * static_cast<double>(d_model) / static_cast<double>(x.size());
}

std::size_t field_count(const Trainer& trainer, const std::string& name) {
  for (const MetricsField& field : trainer.fields()) {
    if (field.name == name) return field.count;
  }
  return SIZE_MAX;
}

TEST(NormProbes, ThereIsOneOfEachForEveryNormAndHead) {
  for (const NamedConfig& named : all_configs()) {
    const ModelConfig& config = named.config;
    const Arrangement& arrangement = config.arrangement;
    const std::size_t n_norms =
        std::size_t{2} * config.n_layer *
            (arrangement.slots.input + arrangement.slots.output + arrangement.slots.after) +
        (arrangement.final_norm ? 1 : 0);
    const std::unique_ptr<Model> model = Model::create(config, 1);
    const std::unique_ptr<Trainer> trainer = Trainer::create(*model, small_trainer());
    for (const char* name : {"gammaAbsMean", "gammaDeviation", "preNormStd"}) {
      EXPECT_EQ(field_count(*trainer, name), n_norms) << named.name << " " << name;
    }
    EXPECT_EQ(field_count(*trainer, "attnEntropy"), std::size_t{config.n_layer} * config.n_head);
  }
}

TEST(NormProbes, GammaIsMeasuredFrom0AndFrom1) {
  for (const NamedConfig& named : all_configs()) {
    const reference::Tensors parameters = random_parameters(named.config, 1);
    const Batch batch = random_batch(named.config, 3, named.config.n_ctx, 9);
    const Step step(named.config, parameters, batch);
    const std::vector<std::string>& names = step.model->table().norm_names;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Vector& gamma = parameters.at(names[i] + ".weight");
      const double n = static_cast<double>(gamma.size());
      double magnitude = 0.0;
      double deviation_sq = 0.0;
      for (const double gamma_i : gamma) {
        magnitude += std::abs(gamma_i) / n;
        deviation_sq += (gamma_i - 1.0) * (gamma_i - 1.0) / n;
      }
      EXPECT_TRUE(is_close(step.get("gammaAbsMean", i), magnitude, 0.0, 1e-6)) << named.name << names[i];
      EXPECT_TRUE(is_close(step.get("gammaDeviation", i), std::sqrt(deviation_sq), 1e-7, 1e-6))
          << named.name << names[i];
    }
  }
}

TEST(NormProbes, GammaThatIs1EverywhereDeviatesBy0AndItsSignDoesNotCount) {
  const ModelConfig config = small_config(Placement::kPre, Norm::kLayer, true);
  reference::Tensors parameters = random_parameters(config, 1);
  parameters["layers.0.norm1.weight"].assign(config.d_model, 1.0);
  parameters["layers.0.norm2.weight"].assign(config.d_model, -1.0);
  const Step step(config, parameters, random_batch(config, 3, config.n_ctx, 9));
  EXPECT_EQ(step.get("gammaAbsMean", 0), 1.0);
  EXPECT_EQ(step.get("gammaDeviation", 0), 0.0);
  EXPECT_EQ(step.get("gammaAbsMean", 1), 1.0);
  EXPECT_EQ(step.get("gammaDeviation", 1), 2.0);
}

// At every norm of every model: the standard deviation of what the pass has there. What it has there is the
// reference's, or its output would not be (model_test); where it stands is told by the norm, whose output it
// gives.
TEST(NormProbes, PreNormStdIsThatOfTheRowsThatGoIn) {
  for (const NamedConfig& named : all_configs()) {
    const ModelConfig& config = named.config;
    const Batch batch = random_batch(config, 3, config.n_ctx, 9);
    const Step step(config, random_parameters(config, 1), batch);
    const std::unique_ptr<Model> twin = make_model(config, random_parameters(config, 1));
    const TracePointer trace = make_trace(*twin, batch.size, batch.seq_len);
    forward(*twin, *trace, batch.tokens.data(), Mode::kGradient);
    std::size_t n_seen = 0;
    for_each_norm(*twin, *trace, [&](const NormSite& site) {
      EXPECT_EQ(static_cast<std::size_t>(site.norm.index), n_seen++) << named.name;
      const std::vector<double> x = to_double({site.x(), trace->n_rows() * config.d_model});
      EXPECT_TRUE(is_close(step.get("preNormStd", n_seen - 1), mean_row_std(x, config.d_model), 0.0, 1e-12))
          << named.name << n_seen;
      std::vector<float> y(x.size());
      std::vector<double> stats(2 * norm_stats_size(config, trace->n_rows()));
      norm_forward(y.data(), {stats.data(), stats.data() + stats.size() / 2}, site.x(), *twin, site.norm,
                   trace->n_rows(), Mode::kGradient);
      expect_same_bits(y, {site.y(), y.size()}, named.name);
    });
    EXPECT_EQ(n_seen, twin->table().norm_names.size());
  }
}

// Rows of one number each have no deviation, however the probe comes by it.
TEST(NormProbes, PreNormStdOfConstantRowsIs0) {
  for (const Norm norm : {Norm::kLayer, Norm::kRms, Norm::kBatch}) {
    const ModelConfig config = small_config(Placement::kPre, norm, true);
    reference::Tensors parameters = random_parameters(config, 1);
    for (const char* name : {"tok_embedding.weight", "pos_embedding.weight"})
      parameters[name].assign(parameters[name].size(), 0.25);
    const Step step(config, parameters, random_batch(config, 3, config.n_ctx, 9));
    EXPECT_EQ(step.get("preNormStd", 0), 0.0);
  }
}

// The first norm and the first attention of a pre-LN model, put together from the reference's operations.
struct FirstBlock {
  Vector x;        // what goes in
  Vector pattern;  // (batch, n_head, seq_len, seq_len)
};

FirstBlock first_block(const ModelConfig& config, const reference::Tensors& p, const Batch& batch) {
  const std::size_t d = config.d_model;
  const std::size_t n_rows = batch.size * batch.seq_len;
  FirstBlock result;
  result.x = reference::embedding(p.at("tok_embedding.weight"), p.at("pos_embedding.weight"), batch.tokens,
                                  batch.seq_len, d, config.embedding_scale);
  const Vector normed = reference::layer_norm(result.x, p.at("layers.0.norm1.weight"),
                                              p.at("layers.0.norm1.bias"), n_rows, d, config.eps)
                            .y;
  const Vector qkv = reference::linear(normed, p.at("layers.0.self_attn.in_proj_weight"),
                                       p.at("layers.0.self_attn.in_proj_bias"), n_rows, d, 3 * d);
  result.pattern = reference::attention(
                       qkv, {batch.size, batch.seq_len, config.n_head, d / config.n_head, config.is_causal})
                       .attn_pattern;
  return result;
}

// The entropy of a head's rows, mean over all of them.
double mean_entropy(const FirstBlock& block, const ModelConfig& config, std::size_t batch, std::size_t head) {
  const std::size_t n = std::size_t{config.n_ctx} * config.n_ctx;
  double total = 0.0;
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t i = 0; i < n; ++i) {
      const double p = block.pattern[(b * config.n_head + head) * n + i];
      total -= p > 0.0 ? p * std::log(p) : 0.0;
    }
  }
  return total / static_cast<double>(batch * config.n_ctx);
}

TEST(NormProbes, OfTheFirstBlockAreThoseOfTheReference) {
  for (const bool is_causal : {true, false}) {
    for (const std::uint32_t n_ctx : {1U, 6U, 33U, 148U, 256U}) {
      ModelConfig config = small_config(Placement::kPre, Norm::kLayer, is_causal);
      config.n_ctx = n_ctx;
      const reference::Tensors parameters = random_parameters(config, 1);
      const Batch batch = random_batch(config, 3, n_ctx, 9);
      const Step step(config, parameters, batch);
      const FirstBlock expected = first_block(config, parameters, batch);
      EXPECT_TRUE(is_close(step.get("preNormStd", 0), mean_row_std(expected.x, config.d_model), 0.0, 1e-6));
      for (std::size_t head = 0; head < config.n_head; ++head) {
        EXPECT_TRUE(is_close(step.get("attnEntropy", head), mean_entropy(expected, config, batch.size, head),
                             1e-6, 1e-5))
            << n_ctx << " " << head;
      }
    }
  }
}

// Queries of 0 attend to everything alike: to i + 1 tokens, or to all.
TEST(NormProbes, EntropyOfUniformAttentionIsTheLogarithmOfHowManyThereAre) {
  for (const bool is_causal : {true, false}) {
    for (const double dropout : {0.0, 0.5}) {
      for (const std::uint32_t n_ctx : {1U, 2U, 6U, 32U, 40U, 64U}) {
        ModelConfig config = small_config(Placement::kPre, Norm::kLayer, is_causal);
        config.n_ctx = n_ctx;
        config.dropout = dropout;
        reference::Tensors parameters = random_parameters(config, 1);
        for (std::size_t block = 0; block < config.n_layer; ++block) {
          const std::string in_proj = "layers." + std::to_string(block) + ".self_attn.in_proj_";
          for (const char* part : {"weight", "bias"}) {
            parameters[in_proj + part].assign(parameters[in_proj + part].size(), 0.0);
          }
        }
        const Step step(config, parameters, random_batch(config, 3, n_ctx, 9));
        double expected = 0.0;
        for (std::uint32_t i = 0; i < n_ctx; ++i) expected += std::log(is_causal ? i + 1.0 : n_ctx) / n_ctx;
        for (std::size_t i = 0; i < std::size_t{config.n_layer} * config.n_head; ++i) {
          EXPECT_TRUE(is_close(step.get("attnEntropy", i), expected, 0.0, 1e-6)) << n_ctx << " " << i;
        }
      }
    }
  }
}

// Heads are told apart, and blocks.
TEST(NormProbes, EntropyStandsAtBlockTimesHeadsPlusHead) {
  ModelConfig config = small_config(Placement::kPre, Norm::kLayer, false);
  reference::Tensors parameters = random_parameters(config, 1);
  const std::size_t d = config.d_model;
  const std::size_t d_head = d / config.n_head;
  // Only the queries of the last head in the last block are 0.
  const std::size_t head = config.n_head - 1;
  for (std::size_t i = head * d_head; i < d; ++i) {
    parameters["layers.1.self_attn.in_proj_bias"][i] = 0.0;
    for (std::size_t j = 0; j < d; ++j) parameters["layers.1.self_attn.in_proj_weight"][i * d + j] = 0.0;
  }
  const Step step(config, parameters, random_batch(config, 3, config.n_ctx, 9));
  const std::size_t last = std::size_t{config.n_layer} * config.n_head - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    const bool is_uniform = is_close(step.get("attnEntropy", i), std::log(config.n_ctx), 0.0, 1e-6);
    EXPECT_EQ(is_uniform, i == last) << i;
  }
}

// One bad number shows where it stands, and only there.
TEST(NormProbes, AreNanWhereNumbersAreAndNowhereElse) {
  const ModelConfig config = small_config(Placement::kPost, Norm::kLayer, true);
  reference::Tensors parameters = random_parameters(config, 1);
  parameters["layers.1.norm1.weight"][2] = std::numeric_limits<double>::quiet_NaN();
  const Step step(config, parameters, random_batch(config, 3, config.n_ctx, 9));
  // The norms are layers.0.norm1, layers.0.norm2, layers.1.norm1, layers.1.norm2.
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(std::isnan(step.get("gammaAbsMean", i)), i == 2) << i;
    EXPECT_EQ(std::isnan(step.get("gammaDeviation", i)), i == 2) << i;
    EXPECT_EQ(std::isnan(step.get("preNormStd", i)), i == 3) << i;
    EXPECT_FALSE(std::isnan(step.get("attnEntropy", i))) << i;
  }
  parameters = random_parameters(config, 1);
  parameters["layers.0.norm2.weight"][2] = std::numeric_limits<double>::quiet_NaN();
  const Step later(config, parameters, random_batch(config, 3, config.n_ctx, 9));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(std::isnan(later.get("attnEntropy", i)), i >= 2) << i;
}

}  // namespace
}  // namespace addnorm::test
