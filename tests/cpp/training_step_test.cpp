// What a step and an evaluation are made of: which pass, with which masks and statistics, and when a gradient
// is clipped. The model has dropout and batch norm, which tell the modes apart.
#include <gtest/gtest.h>

#include <algorithm>

#include "addnorm/trainer.h"
#include "lab.h"
#include "train/task.h"

namespace addnorm::test {
namespace {

ModelConfig telling_model() {
  ModelConfig config = small_model(Placement::kPre, Norm::kBatch);
  config.dropout = 0.3;
  return config;
}

std::vector<float> running_stats(const Lab& lab) {
  return {lab.model->running_stats(0), lab.model->running_stats(0) + lab.model->n_running_stats()};
}

TEST(Trainer, AStepTrainsOnThePassOfItsSeedAndNumber) {
  TrainerConfig config = small_trainer();
  config.seed = 5;
  const Lab lab(telling_model(), config);
  const Lab twin(telling_model(), config);
  for (int step = 1; step <= 3; ++step) {
    const Batch batch = training_batch(telling_model(), static_cast<std::uint64_t>(step));
    std::copy_n(lab.model->parameters(), lab.model->table().size, twin.model->parameters());
    const Pass expected = run(*twin.model, batch, Mode::kTraining, config.seed, step);
    EXPECT_EQ(lab.get(lab.step_on(batch), "loss"), expected.loss.loss) << step;
    EXPECT_EQ(running_stats(lab), running_stats(twin)) << step;
  }
}

TEST(Trainer, EvaluationIsWithoutDropoutAndOnWhatBatchNormRemembers) {
  const Lab lab(telling_model(), small_trainer());
  lab.trainer->step();
  Batch batch = training_batch(telling_model(), 1);
  make_batch(batch.tokens.data(), batch.targets.data(), small_trainer().task, telling_model(), batch.size,
             small_trainer().seed, 0.0, true);
  const TracePointer trace = make_trace(*lab.model, batch.size, batch.seq_len);
  forward(*lab.model, *trace, batch.tokens.data(), Mode::kEvaluation);
  const double expected = loss(*lab.model, *trace, batch.targets.data()).loss;
  const std::vector<float> before = running_stats(lab);
  EXPECT_DOUBLE_EQ(lab.trainer->evaluate(1).loss, expected);
  EXPECT_EQ(running_stats(lab), before);
}

// A gradient that is short enough is left as it is, and not stretched to the norm that is allowed.
TEST(Trainer, ANormThatIsNeverReachedClipsNothing) {
  for (const OptimizerKind kind : kOptimizers) {
    TrainerConfig config = small_trainer();
    config.optimizer.kind = kind;
    const Lab free(small_model(), config);
    config.clip_norm = 1e6;
    const Lab clipped(small_model(), config);
    for (int step = 1; step <= 3; ++step) {
      free.trainer->step();
      EXPECT_EQ(clipped.get(clipped.trainer->step(), "isClipped"), 0.0);
    }
    EXPECT_EQ(clipped.trainer->fingerprint(), free.trainer->fingerprint()) << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace addnorm::test
