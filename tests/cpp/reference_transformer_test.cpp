// The whole model in double against central differences, for every arrangement: the oracle of model_test.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include "numeric_gradient.h"
#include "reference/transformer.h"
#include "transformers.h"

namespace addnorm::test {
namespace {

double loss_of(const ModelConfig& config, const reference::Tensors& parameters, const Batch& batch) {
  reference::Transformer model(config, parameters);
  model.forward(batch.tokens, batch.size, batch.seq_len, true);
  return model.loss(batch.targets).loss;
}

// Along random directions, three for each tensor: an element that is wrong shows in each of them.
TEST(ReferenceTransformer, GradientsAreThoseOfCentralDifferences) {
  constexpr double kEps = 1e-5;
  for (const NamedConfig& named : all_configs()) {
    ModelConfig config = named.config;
    // Central differences across the corner of a relu are not the gradient.
    if (config.activation == Activation::kRelu) config.activation = Activation::kGelu;
    const reference::Tensors parameters = random_parameters(config, 1);
    const Batch batch = random_batch(config, 2, 4, 9);
    reference::Transformer model(config, parameters);
    model.forward(batch.tokens, batch.size, batch.seq_len, true);
    const reference::Tensors gradients = model.backward(model.loss(batch.targets).dlogits);
    ASSERT_EQ(gradients.size(), parameters.size());
    for (const auto& [name, values] : parameters) {
      double gradient_sq = 0.0;
      for (const double g : gradients.at(name)) gradient_sq += g * g;
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Vector direction = to_double(normal(values.size(), seed));
        reference::Tensors above = parameters;
        reference::Tensors below = parameters;
        double expected = 0.0;
        double direction_sq = 0.0;
        for (std::size_t i = 0; i < values.size(); ++i) {
          above[name][i] += kEps * direction[i];
          below[name][i] -= kEps * direction[i];
          expected += gradients.at(name)[i] * direction[i];
          direction_sq += direction[i] * direction[i];
        }
        const double slope = (loss_of(config, above, batch) - loss_of(config, below, batch)) / (2.0 * kEps);
        const double scale = std::sqrt(gradient_sq * direction_sq);
        EXPECT_TRUE(is_close(slope, expected, 1e-9 + 1e-6 * scale, 0.0))
            << named.name << ", " << name << ": " << expected << ", by differences " << slope;
      }
    }
  }
}

// With sub-layers that give 0, what comes in goes out.
TEST(ReferenceTransformer, PreNormBlocksOfZeroWeightsAreTheIdentity) {
  ModelConfig config = small_config(Placement::kPre, Norm::kLayer, true);
  config.arrangement.final_norm = false;
  reference::Tensors parameters = random_parameters(config, 1);
  for (auto& [name, values] : parameters) {
    if (name.find("out_proj") != std::string::npos || name.find("linear2") != std::string::npos) {
      values.assign(values.size(), 0.0);
    }
  }
  const Batch batch = random_batch(config, 2, 4, 9);
  ModelConfig no_blocks = config;
  no_blocks.n_layer = 0;
  const Vector deep = reference::Transformer(config, parameters).forward(batch.tokens, 2, 4, false);
  const Vector shallow = reference::Transformer(no_blocks, parameters).forward(batch.tokens, 2, 4, false);
  expect_close(deep, shallow, 0.0, 0.0, "logits");
}

// A token changes nothing before it.
TEST(ReferenceTransformer, CausalModelsDoNotSeeTheFuture) {
  for (const Placement placement : kPlacements) {
    const ModelConfig config = small_config(placement, Norm::kLayer, true);
    const reference::Tensors parameters = random_parameters(config, 1);
    const Batch batch = random_batch(config, 1, 6, 9);
    const Vector before = reference::Transformer(config, parameters).forward(batch.tokens, 1, 6, false);
    for (std::size_t j = 0; j < 6; ++j) {
      reference::Tokens tokens = batch.tokens;
      tokens[j] = (tokens[j] + 1) % 7;
      const Vector after = reference::Transformer(config, parameters).forward(tokens, 1, 6, false);
      for (std::size_t i = 0; i < j * config.vocab_size; ++i) ASSERT_EQ(after[i], before[i]);
      EXPECT_NE(after[j * config.vocab_size], before[j * config.vocab_size]);
    }
  }
}

// What a sequence gives depends on its neighbours in training, and on what was remembered in evaluation.
TEST(ReferenceTransformer, BatchNormSeesTheBatchInTrainingAndItsMemoryInEvaluation) {
  const ModelConfig config = small_config(Placement::kPost, Norm::kBatch, true);
  const Batch batch = random_batch(config, 3, 5, 9);
  const reference::Tokens first(batch.tokens.begin(), batch.tokens.begin() + 5);
  reference::Transformer model(config, random_parameters(config, 1));
  const Vector training = model.forward(batch.tokens, 3, 5, true);
  EXPECT_EQ(model.running_stats().size(), 2 * 2 * config.n_layer);
  const reference::Tensors remembered = model.running_stats();

  Vector evaluation = model.forward(batch.tokens, 3, 5, false);
  evaluation.resize(5 * config.vocab_size);
  expect_close(model.forward(first, 1, 5, false), evaluation, 1e-14, 1e-14, "one sequence or three");
  EXPECT_EQ(model.running_stats(), remembered);
  EXPECT_NE(model.forward(first, 1, 5, true)[0], training[0]);
  EXPECT_NE(model.running_stats(), remembered);
}

}  // namespace
}  // namespace addnorm::test
