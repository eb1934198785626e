// Dropout in the model: where and when it is on, and that the gradient goes through the same masks.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "addnorm/model.h"
#include "expect.h"
#include "model/trace.h"
#include "transformers.h"

namespace addnorm::test {
namespace {

// Dropout is off in evaluation and comes back in training.
TEST(ModelDropout, IsOnInTrainingOnly) {
  for (const Placement placement : kPlacements) {
    ModelConfig config = small_config(placement, Norm::kLayer, true);
    const reference::Tensors parameters = random_parameters(config, 1);
    const Batch batch = random_batch(config, 3, 5, 9);
    const std::vector<float> without = logits_of(*make_model(config, parameters), batch);
    config.dropout = 0.3;
    const std::unique_ptr<Model> model = make_model(config, parameters);
    const std::vector<float> training = run(*model, batch, Mode::kTraining, 1, 1).logits;
    expect_same_bits(logits_of(*model, batch), without, "evaluation");
    expect_same_bits(logits_of(*model, batch, Mode::kGradient), without, "gradient");
    EXPECT_NE(training, without);
    expect_same_bits(run(*model, batch, Mode::kTraining, 1, 1).logits, training, "same seed and step");
    EXPECT_NE(run(*model, batch, Mode::kTraining, 2, 1).logits, training);
    EXPECT_NE(run(*model, batch, Mode::kTraining, 1, 2).logits, training);
  }
}

// The gradient belongs to the masks of the forward pass: the loss falls along it as fast as it says. In
// float, with a step that is large enough to be seen and an activation without corners.
TEST(ModelDropout, GradientUsesTheMasksOfTheForwardPass) {
  for (const Placement placement : kPlacements) {
    ModelConfig config = small_config(placement, Norm::kLayer, true);
    config.dropout = 0.3;
    config.activation = Activation::kGelu;
    const std::unique_ptr<Model> model = make_model(config, random_parameters(config, 1));
    const Batch batch = random_batch(config, 3, 5, 9);
    const Pass pass = run(*model, batch, Mode::kTraining, 1, 1);
    double gradient_sq = 0.0;
    for (const float g : pass.gradients) gradient_sq += double{g} * double{g};
    const auto loss_along = [&](double step) {
      std::vector<float> before(model->parameters(), model->parameters() + model->table().size);
      for (std::size_t i = 0; i < before.size(); ++i) {
        model->parameters()[i] +=
            static_cast<float>(step * double{pass.gradients[i]} / std::sqrt(gradient_sq));
      }
      const double result = run(*model, batch, Mode::kTraining, 1, 1).loss.loss;
      std::copy(before.begin(), before.end(), model->parameters());
      return result;
    };
    const double slope = (loss_along(2e-3) - loss_along(-2e-3)) / 4e-3;
    EXPECT_TRUE(is_close(slope, std::sqrt(gradient_sq), 0.0, 2e-3))
        << static_cast<int>(placement) << ": " << slope << " " << std::sqrt(gradient_sq);
  }
}

// All dropped is no NaN. What is left is the unembedding of an empty stream.
TEST(ModelDropout, ChanceOneStaysFinite) {
  for (const Placement placement : kPlacements) {
    ModelConfig config = small_config(placement, Norm::kLayer, true);
    config.dropout = 1.0;
    const Pass pass = run(*make_model(config, random_parameters(config, 1)), random_batch(config, 3, 5, 9),
                          Mode::kTraining, 1, 1);
    EXPECT_TRUE(std::isfinite(pass.loss.loss));
    for (const float g : pass.gradients) ASSERT_TRUE(std::isfinite(g)) << static_cast<int>(placement);
  }
}

// One mask at two places would tie what they drop together. Embedding and branches each add a power of 2 of
// their own where they are kept, so that every logit shows who was.
TEST(ModelDropout, PlacesDropIndependently) {
  ModelConfig config = small_config(Placement::kNone, Norm::kLayer, true);
  config.vocab_size = config.d_model;
  config.positional = Positional::kNone;
  config.embedding_scale = 1.0;
  config.dropout = 0.5;
  reference::Tensors parameters = random_parameters(config, 1);
  for (auto& [name, values] : parameters) values.assign(values.size(), 0.0);
  const char* const places[] = {"tok_embedding.weight", "layers.0.self_attn.out_proj.bias",
                                "layers.0.linear2.bias", "layers.1.self_attn.out_proj.bias",
                                "layers.1.linear2.bias"};
  constexpr std::size_t kPlaces = std::size(places);
  // What is kept is doubled.
  for (std::size_t i = 0; i < kPlaces; ++i)
    parameters[places[i]].assign(parameters[places[i]].size(), 0.5 * static_cast<double>(1U << i));
  for (std::size_t i = 0; i < config.d_model; ++i)
    parameters["unembedding.weight"][i * (config.d_model + 1)] = 1.0;

  const Batch batch = random_batch(config, 20, config.n_ctx, 9);
  const Pass pass = run(*make_model(config, parameters), batch, Mode::kTraining, 1, 1);
  const double n = static_cast<double>(pass.logits.size());
  for (std::size_t i = 0; i < kPlaces; ++i) {
    for (std::size_t j = i; j < kPlaces; ++j) {
      double both = 0.0;
      for (const float logit : pass.logits) {
        const unsigned kept = static_cast<unsigned>(logit);
        both += (kept >> i & 1U) & (kept >> j & 1U);
      }
      EXPECT_NEAR(both / n, i == j ? 0.5 : 0.25, 0.08) << places[i] << ", " << places[j];
    }
  }
}

// A place is a key.
TEST(ModelDropout, EveryPlaceStepAndSeedHasAMaskOfItsOwn) {
  const std::unique_ptr<Model> model = Model::create(small_config(Placement::kPre, Norm::kLayer, true), 1);
  Trace trace(*model, 1, 1);
  std::set<std::uint64_t> keys;
  for (const double seed : {0.0, 1.0, 2.0}) {
    for (const double step : {1.0, 2.0, 3.0, 1e6}) {
      trace.set_dropout(0.5F, seed, step);
      for (std::size_t site = 0; site <= 3 * 48; ++site) {
        EXPECT_TRUE(keys.insert(trace.dropout_site(site).key).second) << seed << " " << step << " " << site;
      }
    }
  }
}

}  // namespace
}  // namespace addnorm::test
