// Generation: what the model says next, and that chance says the same each time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "addnorm/model.h"
#include "expect.h"
#include "transformers.h"

namespace addnorm::test {
namespace {

std::vector<std::int32_t> generated(const Model& model, const std::vector<std::int32_t>& prompt,
                                    std::size_t n, double temperature, double seed) {
  std::vector<std::int32_t> out(n, -1);
  EXPECT_EQ(generate(out.data(), model, prompt.data(), prompt.size(), n, temperature, seed),
            GenerateStatus::kDone);
  return out;
}

std::unique_ptr<Model> some_model(const ModelConfig& config) {
  return make_model(config, random_parameters(config, 1));
}

TEST(Generate, AtTemperature0TakesTheLargestLogitOfTheLastTokens) {
  for (const bool is_causal : {true, false}) {
    const ModelConfig config = small_config(Placement::kPre, Norm::kLayer, is_causal);
    const std::unique_ptr<Model> model = some_model(config);
    for (const std::size_t n_prompt : {1U, 3U, 6U, 9U}) {
      const std::vector<std::int32_t> prompt = random_batch(config, 1, n_prompt, 4).tokens;
      const std::vector<std::int32_t> out = generated(*model, prompt, 8, 0.0, 1);
      std::vector<std::int32_t> all = prompt;
      for (const std::int32_t token : out) {
        const std::size_t n = std::min<std::size_t>(all.size(), config.n_ctx);
        const Batch window = {1, n, {all.end() - static_cast<std::ptrdiff_t>(n), all.end()}, {}};
        const std::vector<float> logits = logits_of(*model, window);
        const auto last = logits.end() - static_cast<std::ptrdiff_t>(config.vocab_size);
        EXPECT_EQ(token, std::max_element(last, logits.end()) - last);
        all.push_back(token);
      }
    }
  }
}

TEST(Generate, DrawsAreAFunctionOfTheSeedAndTheLengthDoesNotMatter) {
  const ModelConfig config = small_config(Placement::kPost, Norm::kLayer, true);
  const std::unique_ptr<Model> model = some_model(config);
  const std::vector<std::int32_t> twenty = generated(*model, {3}, 20, 1.0, 5);
  EXPECT_EQ(generated(*model, {3}, 20, 1.0, 5), twenty);
  EXPECT_NE(generated(*model, {3}, 20, 1.0, 6), twenty);
  EXPECT_EQ(generated(*model, {3}, 7, 1.0, 5), std::vector<std::int32_t>(twenty.begin(), twenty.begin() + 7));
  EXPECT_EQ(generated(*model, {3}, 0, 1.0, 5), std::vector<std::int32_t>{});
}

// The share of each token among many draws is its probability.
TEST(Generate, DrawsTokensByTheirProbability) {
  const ModelConfig config = small_config(Placement::kPost, Norm::kLayer, true);
  const std::unique_ptr<Model> model = some_model(config);
  for (const double temperature : {0.5, 1.0, 2.0}) {
    const std::vector<float> logits = logits_of(*model, {1, 1, {3}, {}});
    reference::Vector scaled = to_double(logits);
    for (double& logit : scaled) logit /= temperature;
    const reference::Vector expected = reference::softmax(scaled, 1, config.vocab_size);
    std::vector<double> share(config.vocab_size);
    constexpr int kDraws = 4000;
    for (int seed = 0; seed < kDraws; ++seed) {
      share[static_cast<std::size_t>(generated(*model, {3}, 1, temperature, seed)[0])] += 1.0 / kDraws;
    }
    expect_close(std::span<const double>(share), expected, 0.035, 0.0,
                 "temperature " + std::to_string(temperature));
  }
}

// A model without a preference: in one text each token comes as often as any other, whatever came before it.
TEST(Generate, TheTokensOfOneTextAreDrawnIndependently) {
  const ModelConfig config = small_config(Placement::kPost, Norm::kLayer, true);
  const std::unique_ptr<Model> model = Model::create(config, 1);
  std::fill_n(model->parameters(), model->table().size, 0.0F);
  constexpr std::size_t kTokens = 4000;
  const std::vector<std::int32_t> text = generated(*model, {3}, kTokens, 1.0, 5);
  std::vector<double> share(config.vocab_size);
  double repeats = 0.0;
  for (std::size_t i = 0; i < kTokens; ++i) {
    share[static_cast<std::size_t>(text[i])] += 1.0 / kTokens;
    repeats += i > 0 && text[i] == text[i - 1] ? 1.0 / kTokens : 0.0;
  }
  const double expected = 1.0 / config.vocab_size;
  expect_close(std::span<const double>(share), std::vector<double>(config.vocab_size, expected), 0.03, 0.0,
               "share");
  EXPECT_NEAR(repeats, expected, 0.03);
}

TEST(Generate, SaysSoWhenTheModelIsNoLongerFinite) {
  const ModelConfig config = small_config(Placement::kPost, Norm::kLayer, true);
  const std::unique_ptr<Model> model = some_model(config);
  model->parameters()[model->table().unembedding_bias] = std::numeric_limits<float>::quiet_NaN();
  const std::int32_t prompt = 3;
  std::int32_t out = 0;
  EXPECT_EQ(generate(&out, *model, &prompt, 1, 1, 1.0, 1), GenerateStatus::kNotFinite);
}

}  // namespace
}  // namespace addnorm::test
