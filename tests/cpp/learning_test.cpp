// Whether models learn: the experiment that the page opens with, and that nothing is learned where there is
// nothing to learn. Slower than all other tests together.
#include <gtest/gtest.h>

#include <cmath>

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
