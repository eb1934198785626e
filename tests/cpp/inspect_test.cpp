// A closer look at a pass and at the tensors of a step, against the reference and by hand.
#include "addnorm/inspect.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "expect.h"
#include "inputs.h"
#include "lab.h"
#include "model/norm_sites.h"
#include "reference/transformer.h"

namespace addnorm::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

// A model of one width-4 token stream without positions, so that a token's embedding is what the first norm
// meets.
std::unique_ptr<Model> model_of_rows(Norm norm, const reference::Vector& tok_embedding) {
  ModelConfig config = small_config(Placement::kPre, norm, true);
  config.d_model = 4;
  config.positional = Positional::kNone;
  config.embedding_scale = 1.0;
  config.vocab_size = static_cast<std::uint32_t>(tok_embedding.size() / 4);
  reference::Tensors parameters = random_parameters(config, 1);
  parameters["tok_embedding.weight"] = tok_embedding;
  parameters["layers.0.norm1.weight"] = {1.0, 2.0, 1.0, 1.0};
  if (norm == Norm::kLayer) parameters["layers.0.norm1.bias"] = {0.0, 0.0, 0.5, 0.0};
  return make_model(config, parameters);
}

struct Token {
  NormInternals of;
  std::vector<double> x, x_hat, y;
};

Token token(const Model& model, const Trace& trace, std::size_t norm, std::size_t row) {
  const std::size_t d = model.config().d_model;
  Token result = {{}, std::vector<double>(d), std::vector<double>(d), std::vector<double>(d)};
  result.of = norm_internals(result.x.data(), result.x_hat.data(), result.y.data(), model, trace, norm, row);
  return result;
}

TEST(NormInternals, OfTheExampleByHand) {
  const std::vector<std::int32_t> tokens = {0, 2, 1};
  const auto look = [&](Norm norm, std::size_t row) {
    const std::unique_ptr<Model> model = model_of_rows(norm, {2, 4, 4, 6, 1, 1, 1, 1, 3, 0, 4, 0});
    const TracePointer trace = make_trace(*model, 1, tokens.size());
    forward(*model, *trace, tokens.data(), Mode::kEvaluation);
    return token(*model, *trace, 0, row);
  };
  // (2, 4, 4, 6): mean 4, variance 2.
  const Token layer = look(Norm::kLayer, 0);
  EXPECT_EQ(layer.of.mean, 4.0);
  EXPECT_EQ(layer.of.var, 2.0);
  EXPECT_NEAR(layer.of.rstd, 1.0 / std::sqrt(2.00001), 1e-15);
  expect_close(layer.x, std::vector<double>{2, 4, 4, 6}, 0.0, 0.0, "x");
  expect_close(layer.x_hat, std::vector<double>{-1.41421, 0, 0, 1.41421}, 1e-5, 0.0, "x_hat");
  expect_close(layer.y, std::vector<double>{-1.41421, 0, 0.5, 1.41421}, 1e-5, 0.0, "y");
  // (1, 1, 1, 1) has no spread.
  const Token constant = look(Norm::kLayer, 2);
  EXPECT_EQ(constant.of.var, 0.0);
  expect_close(constant.y, std::vector<double>{0, 0, 0.5, 0}, 0.0, 0.0, "beta");
  // (3, 0, 4, 0) without centring: mean of squares 25 / 4.
  const Token rms = look(Norm::kRms, 1);
  EXPECT_EQ(rms.of.mean, 0.0);
  EXPECT_EQ(rms.of.var, 6.25);
  EXPECT_NEAR(rms.of.rstd, 1.0 / std::sqrt(6.25001), 1e-15);
  expect_close(rms.x_hat, std::vector<double>{1.2, 0, 1.6, 0}, 1e-5, 0.0, "x_hat");
  expect_close(rms.y, std::vector<double>{1.2, 0, 1.6, 0}, 1e-5, 0.0, "y");
}

// The formula holds between the parts, at every norm of every model and every token; and the logits follow
// from the last norm's y.
TEST(NormInternals, GiveTheOutputOfEveryNorm) {
  for (const NamedConfig& named : all_configs()) {
    const ModelConfig& config = named.config;
    if (config.norm == Norm::kBatch) continue;
    const reference::Tensors p = random_parameters(config, 1);
    const std::unique_ptr<Model> model = make_model(config, p);
    const Batch batch = random_batch(config, 2, config.n_ctx, 9);
    const TracePointer trace = make_trace(*model, batch.size, batch.seq_len);
    forward(*model, *trace, batch.tokens.data(), Mode::kEvaluation);
    const std::vector<std::string>& names = model->table().norm_names;
    for (std::size_t norm = 0; norm < names.size(); ++norm) {
      for (std::size_t row = 0; row < trace->n_rows(); ++row) {
        const Token t = token(*model, *trace, norm, row);
        const reference::Vector& gamma = p.at(names[norm] + ".weight");
        std::vector<double> y(t.x.size());
        for (std::size_t i = 0; i < y.size(); ++i) {
          EXPECT_NEAR(t.x_hat[i], (t.x[i] - t.of.mean) * t.of.rstd, 1e-12);
          y[i] = gamma[i] * t.x_hat[i] + (config.norm == Norm::kLayer ? p.at(names[norm] + ".bias")[i] : 0.0);
        }
        expect_close(t.y, y, 2e-6, 2e-6, named.name + ", " + names[norm]);
        EXPECT_NEAR(t.of.rstd, 1.0 / std::sqrt(t.of.var + config.eps), 1e-12 * t.of.rstd);
      }
    }
  }
}

TEST(AttnPattern, OfEveryRowSumsTo1OverWhatItMaySee) {
  for (const NamedConfig& named : all_configs()) {
    const ModelConfig& config = named.config;
    const std::unique_ptr<Model> model = make_model(config, random_parameters(config, 1));
    const Batch batch = random_batch(config, 2, config.n_ctx, 9);
    const TracePointer trace = make_trace(*model, batch.size, batch.seq_len);
    forward(*model, *trace, batch.tokens.data(), Mode::kEvaluation);
    std::set<double> seen;
    for (std::size_t block = 0; block < config.n_layer; ++block) {
      std::vector<float> pattern(batch.seq_len * batch.seq_len);
      for (std::size_t head = 0; head < batch.size * config.n_head; ++head) {
        attn_pattern(pattern.data(), *model, *trace, block, head);
        const float* row = pattern.data();
        for (std::size_t r = 0; r < batch.seq_len; ++r, row += batch.seq_len) {
          const std::size_t n = config.is_causal ? r + 1 : batch.seq_len;
          EXPECT_NEAR(std::accumulate(row, row + n, 0.0), 1.0, 1e-6) << named.name;
          for (std::size_t j = n; j < batch.seq_len; ++j) EXPECT_EQ(row[j], 0.0F) << named.name;
          seen.insert(row[0]);
        }
      }
    }
    EXPECT_GT(seen.size(), 2U) << named.name;
  }
}

// What is looked at may be made anew in memory that the pass is done with, and only there.
TEST(NormInternals, AndPatternsCanBeLookedAtBetweenLossAndBackward) {
  for (const NamedConfig& named : all_configs()) {
    const ModelConfig& config = named.config;
    const std::unique_ptr<Model> model = make_model(config, random_parameters(config, 1));
    const Batch batch = random_batch(config, 2, config.n_ctx, 9);
    const TracePointer trace = make_trace(*model, batch.size, batch.seq_len);
    const auto gradients = [&](auto look) {
      std::vector<float> result(model->table().size);
      forward(*model, *trace, batch.tokens.data(), Mode::kGradient);
      look();
      loss(*model, *trace, batch.targets.data());
      look();
      backward(*model, *trace, batch.tokens.data(), result.data());
      return result;
    };
    std::vector<float> pattern(batch.seq_len * batch.seq_len);
    const bool has_internals = config.norm != Norm::kBatch;
    const auto look = [&] {
      for (std::size_t norm = 0; has_internals && norm < model->table().norm_names.size(); ++norm)
        token(*model, *trace, norm, 1);
      for (std::size_t block = 0; block < config.n_layer; ++block)
        attn_pattern(pattern.data(), *model, *trace, block, 1);
    };
    expect_same_bits(gradients(look), gradients([] {}), named.name);
  }
}

struct Counted {
  std::vector<double> edges, counts;
  std::size_t n_not_finite;
};

Counted count(const std::vector<float>& x, std::size_t n_bins) {
  Counted result = {std::vector<double>(n_bins + 1), std::vector<double>(n_bins), 0};
  result.n_not_finite = histogram(result.edges.data(), result.counts.data(), x.data(), x.size(), n_bins);
  return result;
}

TEST(Histogram, CountsByHand) {
  const Counted whole = count({0, 1, 2, 3, 4}, 4);
  EXPECT_EQ(whole.edges, (std::vector<double>{0, 1, 2, 3, 4}));
  EXPECT_EQ(whole.counts, (std::vector<double>{1, 1, 1, 2}));
  EXPECT_EQ(whole.n_not_finite, 0U);
  const Counted negative = count({-3, -1, -1, kNan, 1, kInf, -kInf}, 2);
  EXPECT_EQ(negative.edges, (std::vector<double>{-3, -1, 1}));
  EXPECT_EQ(negative.counts, (std::vector<double>{1, 3}));
  EXPECT_EQ(negative.n_not_finite, 3U);
  const Counted equal = count({2, 2, 2}, 3);
  EXPECT_EQ(equal.edges.front(), 1.5);
  EXPECT_EQ(equal.edges.back(), 2.5);
  EXPECT_EQ(equal.counts, (std::vector<double>{0, 3, 0}));
  const Counted none = count({kNan, kInf}, 2);
  EXPECT_EQ(none.edges, (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(none.counts, (std::vector<double>{0, 0}));
  EXPECT_EQ(none.n_not_finite, 2U);
}

// Every finite number once, between the edges of its bin.
TEST(Histogram, CountsEveryNumberBetweenTheEdgesOfItsBin) {
  for (const InputKind& kind : kInputKinds) {
    for (const std::size_t n : kSizes) {
      for (const std::size_t n_bins : {1U, 2U, 7U, 100U}) {
        const std::vector<float> x = kind.make(n, n);
        const Counted counted = count(x, n_bins);
        std::vector<double> expected(n_bins);
        std::size_t n_not_finite = 0;
        for (const float x_i : x) {
          if (!std::isfinite(x_i)) ++n_not_finite;
          std::size_t n_bins_of_x = 0;
          for (std::size_t bin = 0; bin < n_bins; ++bin) {
            const bool is_last = bin + 1 == n_bins;
            const double upper = counted.edges[bin + 1];
            if (x_i >= counted.edges[bin] && (x_i < upper || (is_last && x_i == upper))) {
              expected[bin] += 1.0;
              ++n_bins_of_x;
            }
          }
          EXPECT_EQ(n_bins_of_x, std::isfinite(x_i) ? 1U : 0U) << kind.name;
        }
        EXPECT_EQ(counted.counts, expected) << kind.name << " " << n << " " << n_bins;
        EXPECT_EQ(counted.n_not_finite, n_not_finite) << kind.name;
      }
    }
  }
}

// By name, each tensor of a step is the one it says: parameters after the update, gradients of the pass,
// streams and branches that add up.
TEST(TrainerTensors, AreTheOnesTheyAreCalled) {
  ModelConfig config = small_config(Placement::kPre, Norm::kLayer, true);
  config.arrangement.branch_gain = 0.5;
  const std::unique_ptr<Model> model = make_model(config, random_parameters(config, 1));
  const Batch batch = random_batch(config, 3, config.n_ctx, 9);
  const Pass pass = run(*model, batch, Mode::kTraining);
  TrainerConfig trainer_config = small_trainer();
  const std::unique_ptr<Trainer> trainer = Trainer::create(*model, trainer_config);
  trainer->step_on(batch.tokens.data(), batch.targets.data());

  std::map<std::string, std::vector<float>> tensors;
  for (std::size_t site = 0; site < trainer->n_sites(); ++site) {
    const TensorView tensor = trainer->tensor(site);
    const bool is_new =
        tensors.emplace(trainer->site_name(site), std::vector<float>(tensor.data, tensor.data + tensor.size))
            .second;
    EXPECT_TRUE(is_new) << trainer->site_name(site);
  }
  EXPECT_EQ(tensors.size(), 4 * config.n_layer + 2 + 2 * model->table().parameters.size());
  for (const auto& [name, values] : by_name(model->table(), model->parameters())) {
    expect_same_bits(tensors.at(name), values, name);
  }
  for (const auto& [name, values] : by_name(model->table(), pass.gradients.data())) {
    expect_same_bits(tensors.at("gradient of " + name), values, name);
  }
  expect_same_bits(tensors.at("logits"), pass.logits, "logits");
  const char* const streams[] = {"layers.0.self_attn", "layers.0.feed_forward", "layers.1.self_attn",
                                 "layers.1.feed_forward"};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string name = streams[i];
    const std::vector<float>& x = tensors.at(name + " input");
    const std::vector<float>& branch = tensors.at(name + " output");
    const std::vector<float>& next =
        tensors.at(i < 3 ? streams[i + 1] + std::string(" input") : "output of the last block");
    std::vector<double> sum(x.size());
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] = double{x[j]} + 0.5 * double{branch[j]};
    expect_close(next, sum, 1e-6, 1e-6, name);
  }
}

}  // namespace
}  // namespace addnorm::test
