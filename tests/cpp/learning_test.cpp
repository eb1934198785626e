// Whether models learn: the experiment that the page opens with, and that nothing is learned where there is
// nothing to learn. Slower than all other tests together.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "addnorm/trainer.h"
#include "inputs.h"
#include "lab.h"
#include "transformers.h"

namespace addnorm::test {
namespace {

// The loss of a step of the default lab: 6 blocks, d_model 32, reversing 16 symbols, Adam at 5e-3.
double loss_of_default_lab(Placement placement, double warmup, int n_steps, double seed) {
  ModelConfig model_config;
  model_config.arrangement = arrangement_of(placement, model_config.n_layer);
  TrainerConfig config;
  config.seed = seed;
  config.schedule = {.kind = ScheduleKind::kLinear, .warmup = warmup};
  const std::unique_ptr<Model> model = Model::create(model_config, seed);
  const std::unique_ptr<Trainer> trainer = Trainer::create(*model, config);
  double loss = 0.0;
  for (int step = 1; step <= n_steps; ++step) loss = metric(*trainer, trainer->step(), "loss");
  return loss;
}

TEST(Learning, PreNormSolvesTheDefaultLabWithin200StepsAndPostNormStaysAtChance) {
  EXPECT_LT(loss_of_default_lab(Placement::kPre, 0, 200, 1), 0.1);
  EXPECT_GT(loss_of_default_lab(Placement::kPost, 0, 200, 1), 2.5);
}

TEST(Learning, PostNormSolvesItWithin500StepsAfterAWarmUpOf200) {
  EXPECT_LT(loss_of_default_lab(Placement::kPost, 200, 500, 1), 0.2);
}

// A pre-LN model of two blocks: the fewest with which a head can find what another one has marked.
ModelConfig two_blocks() {
  ModelConfig config;
  config.n_layer = 2;
  config.arrangement = arrangement_of(Placement::kPre, config.n_layer);
  return config;
}

double mean_loss(Trainer& trainer, int n_steps) {
  double total = 0.0;
  for (int step = 0; step < n_steps; ++step) total += metric(trainer, trainer.step(), "loss");
  return total / n_steps;
}

// Prefixes are random, so held-out ones can be continued by what an induction head does and by nothing else.
TEST(Learning, TwoBlocksLearnInductionWithin450StepsAndOneDoesNot) {
  for (const std::uint32_t n_layer : {1U, 2U}) {
    ModelConfig model_config = two_blocks();
    model_config.n_layer = n_layer;
    TrainerConfig config;
    config.task.kind = TaskKind::kInduction;
    const Lab lab(model_config, config);
    mean_loss(*lab.trainer, 450);
    const double accuracy = lab.trainer->evaluate(4).accuracy();
    if (n_layer == 1) {
      EXPECT_LT(accuracy, 0.5);
    } else {
      EXPECT_GT(accuracy, 0.98);
    }
  }
}

// Words of three letters in an order without a pattern: letters within a word are known from those before,
// the first of a word is not. Held-out text is made of the same words.
TEST(Learning, ATextIsLearnedFarBelowTheEntropyOfItsCharacters) {
  constexpr std::size_t kWords = 600;
  constexpr std::size_t kLetters = 3;
  const std::vector<std::int32_t> words = whole_numbers(kWords, 5, 4);
  std::vector<std::int32_t> text;
  for (const std::int32_t word : words) {
    for (std::size_t i = 0; i < kLetters; ++i)
      text.push_back(2 + word * static_cast<std::int32_t>(kLetters + 1 - i) % 11);
  }
  std::map<std::int32_t, double> share;
  for (const std::int32_t character : text) share[character] += 1.0 / static_cast<double>(text.size());
  double entropy = 0.0;
  for (const auto& [character, p] : share) entropy -= p * std::log(p);

  TrainerConfig config;
  config.task = {
      .kind = TaskKind::kText, .text = text.data(), .n_text = static_cast<std::uint32_t>(text.size())};
  const Lab lab(two_blocks(), config);
  mean_loss(*lab.trainer, 150);
  // A third of the characters has four ways to be, the others one.
  const double possible = std::log(4.0) / static_cast<double>(kLetters);
  ASSERT_GT(entropy, 3.0 * possible);
  EXPECT_LT(mean_loss(*lab.trainer, 20), possible + 0.1);
  EXPECT_LT(lab.trainer->evaluate(4).loss, possible + 0.2);
}

// Uniform random tokens cannot be predicted. A loss below their entropy would mean that the model sees
// what it predicts.
TEST(Learning, RandomTokensStayAtTheirEntropy) {
  for (const Placement placement : {Placement::kPre, Placement::kPost}) {
    ModelConfig model_config;
    model_config.n_layer = 2;
    model_config.d_model = 16;
    model_config.n_head = 2;
    model_config.d_ff = 32;
    model_config.embedding_scale = 4.0;
    model_config.arrangement = arrangement_of(placement, 2);
    const TrainerConfig config;
    const std::unique_ptr<Model> model = Model::create(model_config, 1);
    const std::unique_ptr<Trainer> trainer = Trainer::create(*model, config);
    const std::size_t n = std::size_t{config.batch} * model_config.n_ctx;
    double recent = 0.0;
    for (std::uint64_t step = 1; step <= 200; ++step) {
      // Each position predicts the next token; the last one predicts nothing.
      const std::vector<std::int32_t> tokens = whole_numbers(n, step, 16);
      std::vector<std::int32_t> targets(tokens.begin() + 1, tokens.end());
      targets.push_back(-1);
      for (std::size_t i = model_config.n_ctx - 1; i < n; i += model_config.n_ctx) targets[i] = -1;
      const double loss = metric(*trainer, trainer->step_on(tokens.data(), targets.data()), "loss");
      EXPECT_GT(loss, std::log(16.0) - 0.15) << "step " << step;
      recent += step > 150 ? loss / 50.0 : 0.0;
    }
    EXPECT_GT(recent, std::log(16.0) - 0.05);
    EXPECT_LT(recent, std::log(16.0) + 0.3);
  }
}

}  // namespace
}  // namespace addnorm::test
