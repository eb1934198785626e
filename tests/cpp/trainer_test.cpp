// The trainer: against training in double, and what it promises about memory, twins, clipping and divergence.
#include "addnorm/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "allocations.h"
#include "expect.h"
#include "lab.h"
#include "reference/optimizer.h"
#include "reference/schedule.h"
#include "tasks.h"
#include "train/task.h"
#include "transformers.h"

namespace addnorm::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// What moves where: the optimiser, decay, clipping and schedule of several steps, on batches that change.
TEST(Trainer, TrainsLikeTheReferenceInDouble) {
  for (const OptimizerKind kind : kOptimizers) {
    for (const double clip_norm : {0.0, 0.5}) {
      const ModelConfig model_config = small_model(Placement::kPost);
      TrainerConfig config = small_trainer();
      config.optimizer.kind = kind;
      config.optimizer.lr = kind == OptimizerKind::kSgd ? 0.1 : 1e-2;
      config.optimizer.weight_decay = 0.1;
      // Adam divides a gradient by its size. One that is 0 but for rounding, such as that of a key's bias,
      // must not count.
      config.optimizer.eps = 1e-3;
      config.clip_norm = clip_norm;
      config.schedule = {.kind = ScheduleKind::kCosine, .warmup = 3, .total_steps = 10};
      const Lab lab(model_config, config);
      reference::Tensors p = by_name_in_double(lab.model->table(), lab.model->parameters());
      reference::Tensors m;
      reference::Tensors v;
      for (const auto& [name, values] : p) m[name] = v[name] = reference::Vector(values.size());

      for (int step = 1; step <= 8; ++step) {
        const Batch batch = training_batch(model_config, static_cast<std::uint64_t>(step));
        const double* row = lab.step_on(batch);
        reference::Transformer model(model_config, p);
        model.forward(batch.tokens, batch.size, batch.seq_len, true);
        const reference::CrossEntropy loss = model.loss(batch.targets);
        reference::Tensors gradients = model.backward(loss.dlogits);
        const double norm = reference::clip_by_global_norm(gradients, clip_norm > 0.0 ? clip_norm : 1e300);
        const double lr =
            reference::learning_rate(config.schedule, config.optimizer.lr, model_config.d_model, step);
        const std::string what =
            "optimizer " + std::to_string(static_cast<int>(kind)) + ", step " + std::to_string(step);
        EXPECT_EQ(lab.get(row, "step"), step);
        EXPECT_TRUE(is_close(lab.get(row, "loss"), loss.loss, 1e-4, 0.0)) << what;
        EXPECT_TRUE(is_close(lab.get(row, "gradNorm"), norm, 0.0, 1e-3)) << what;
        EXPECT_TRUE(is_close(lab.get(row, "lr"), lr, 0.0, 1e-12)) << what;
        EXPECT_EQ(lab.get(row, "isClipped"), clip_norm > 0.0 && norm > clip_norm ? 1.0 : 0.0) << what;
        EXPECT_NEAR(lab.get(row, "accuracy"),
                    static_cast<double>(loss.n_correct) / static_cast<double>(loss.n_targets), 1e-12)
            << what;
        for (auto& [name, values] : p) {
          const bool is_matrix = name.ends_with("weight") && name.find("norm") == std::string::npos;
          const double decay = is_matrix ? config.optimizer.weight_decay : 0.0;
          if (kind == OptimizerKind::kSgd) {
            reference::sgd(values, m[name], gradients[name], lr, config.optimizer.momentum, decay);
          } else {
            reference::adam(values, m[name], v[name], gradients[name], config.optimizer, lr, decay, step);
          }
        }
      }
      for (const auto& [name, values] : by_name(lab.model->table(), lab.model->parameters())) {
        expect_relative_l2(values, p.at(name), 1e-5, name, 1e-6);
      }
    }
  }
}

TEST(Trainer, AStepAllocatesNothing) {
  if (!allocations_are_counted()) GTEST_SKIP() << "allocations are not counted in this build";
  // That the count counts. Through a volatile, since a compiler may leave out memory that nobody sees.
  int* volatile seen = nullptr;
  const std::size_t before_one = n_allocations();
  seen = new int(1);
  ASSERT_EQ(n_allocations(), before_one + 1);
  delete seen;

  for (const Placement placement : kPlacements) {
    for (const Norm norm : kNorms) {
      for (const TaskKind task : kTasks) {
        for (const OptimizerKind optimizer : kOptimizers) {
          ModelConfig model_config = small_model(placement, norm);
          model_config.dropout = 0.1;
          TrainerConfig config = small_trainer();
          config.task = sample_task(task);
          config.optimizer.kind = optimizer;
          config.clip_norm = 1.0;
          const Lab lab(model_config, config);
          const Batch batch = training_batch(model_config, 1);
          const std::size_t before = n_allocations();
          lab.trainer->step();
          lab.trainer->step();
          lab.step_on(batch);
          lab.trainer->evaluate(2);
          static_cast<void>(lab.trainer->fingerprint());
          ASSERT_EQ(n_allocations(), before)
              << static_cast<int>(placement) << " " << static_cast<int>(norm) << " " << static_cast<int>(task)
              << " " << static_cast<int>(optimizer);
        }
      }
    }
  }
}

TEST(Trainer, FieldsOfTheRowStandOneBehindTheOtherUnderNamesOfTheirOwn) {
  const Lab lab(small_model(), small_trainer());
  std::set<std::string> names;
  std::size_t offset = 0;
  for (const MetricsField& field : lab.trainer->fields()) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    EXPECT_EQ(field.offset, offset) << field.name;
    EXPECT_GT(field.count, 0U) << field.name;
    offset += field.count;
  }
}

TEST(Trainer, IsAFunctionOfItsConfiguration) {
  for (const double dropout : {0.0, 0.2}) {
    ModelConfig model_config = small_model();
    model_config.dropout = dropout;
    TrainerConfig config = small_trainer();
    const Lab one(model_config, config);
    const Lab two(model_config, config);
    config.seed = 2;
    const Lab other(model_config, config);
    std::uint64_t last = one.trainer->fingerprint();
    EXPECT_EQ(two.trainer->fingerprint(), last);
    for (int step = 1; step <= 10; ++step) {
      const double* row = one.trainer->step();
      const std::size_t n = one.trainer->fields().back().offset + one.trainer->fields().back().count;
      const std::vector<double> first(row, row + n);
      const double* twin = two.trainer->step();
      expect_close(std::span<const double>(first), std::span<const double>(twin, n), 0.0, 0.0, "row");
      other.trainer->step();
      EXPECT_EQ(one.trainer->fingerprint(), two.trainer->fingerprint()) << step;
      EXPECT_NE(one.trainer->fingerprint(), other.trainer->fingerprint()) << step;
      EXPECT_NE(one.trainer->fingerprint(), last) << step;
      last = one.trainer->fingerprint();
    }
  }
}

TEST(Trainer, StepIsStepOnTheNextBatch) {
  const ModelConfig model_config = small_model();
  const Lab stepping(model_config, small_trainer());
  const Lab handing(model_config, small_trainer());
  Batch batch = training_batch(model_config, 1);
  for (int step = 1; step <= 5; ++step) {
    handing.trainer->next_batch(batch.tokens.data(), batch.targets.data());
    stepping.trainer->step();
    handing.step_on(batch);
    EXPECT_EQ(stepping.trainer->fingerprint(), handing.trainer->fingerprint()) << step;
  }
}

// Twins see the same batches, whatever else differs.
// What the caller does with the text afterwards is no business of a run's.
TEST(Trainer, KeepsATextOfItsOwn) {
  TrainerConfig config = small_trainer();
  config.task = sample_task(TaskKind::kText);
  const Lab expected(small_model(), config);
  std::vector<std::int32_t> text(kSampleText.begin(), kSampleText.end());
  config.task.text = text.data();
  const Lab lab(small_model(), config);
  std::fill(text.begin(), text.end(), 2);
  text = {};
  for (int step = 1; step <= 3; ++step) {
    lab.trainer->step();
    expected.trainer->step();
  }
  EXPECT_EQ(lab.trainer->evaluate(1).loss, expected.trainer->evaluate(1).loss);
  EXPECT_EQ(lab.trainer->fingerprint(), expected.trainer->fingerprint());
}

TEST(Trainer, TwinsSeeTheSameBatches) {
  for (const TaskKind task : kTasks) {
    TrainerConfig config = small_trainer();
    config.task = sample_task(task);
    const Lab post(small_model(Placement::kPost), config);
    ModelConfig other = small_model(Placement::kSandwich, Norm::kRms);
    other.n_layer = 1;
    other.d_model = 4;
    other.dropout = 0.5;
    config.optimizer.kind = OptimizerKind::kSgd;
    const Lab pre(other, config);
    for (int step = 1; step <= 3; ++step) {
      Batch one = training_batch(post.model->config(), 1);
      Batch two = one;
      post.trainer->next_batch(one.tokens.data(), one.targets.data());
      pre.trainer->next_batch(two.tokens.data(), two.targets.data());
      EXPECT_EQ(one.tokens, two.tokens);
      EXPECT_EQ(one.targets, two.targets);
      post.trainer->step();
      pre.trainer->step();
    }
  }
}

TEST(Trainer, FingerprintSeesEveryBitButTheKindOfANan) {
  const Lab lab(small_model(), small_trainer());
  std::set<std::uint64_t> seen = {lab.trainer->fingerprint()};
  for (std::size_t i = 0; i < lab.model->table().size; ++i) {
    float& p = lab.model->parameters()[i];
    const float before = p;
    p = std::nextafter(before, 10.0F);
    EXPECT_TRUE(seen.insert(lab.trainer->fingerprint()).second) << i;
    p = before;
  }
  float& p = lab.parameter("unembedding.bias");
  p = 0.0F;
  const std::uint64_t zero = lab.trainer->fingerprint();
  p = -0.0F;
  EXPECT_NE(lab.trainer->fingerprint(), zero);
  p = kNan;
  const std::uint64_t nan = lab.trainer->fingerprint();
  p = -kNan;
  EXPECT_EQ(lab.trainer->fingerprint(), nan);
}

TEST(Trainer, EvaluationChangesNothing) {
  for (const Norm norm : kNorms) {
    const ModelConfig model_config = small_model(Placement::kPre, norm);
    const Lab lab(model_config, small_trainer());
    const Lab twin(model_config, small_trainer());
    lab.trainer->step();
    twin.trainer->step();
    const Loss first = lab.trainer->evaluate(3);
    EXPECT_EQ(first.n_targets, 3U * 3U * 3U);
    EXPECT_LE(first.n_correct, first.n_targets);
    EXPECT_EQ(lab.trainer->evaluate(3).loss, first.loss);
    EXPECT_NE(lab.trainer->evaluate(1).loss, first.loss);
    EXPECT_EQ(lab.trainer->fingerprint(), twin.trainer->fingerprint());
    const double after = lab.get(lab.trainer->step(), "loss");
    EXPECT_EQ(after, twin.get(twin.trainer->step(), "loss"));
    EXPECT_EQ(lab.trainer->fingerprint(), twin.trainer->fingerprint());
    EXPECT_EQ(lab.trainer->evaluate(0).loss, 0.0);
  }
}

// Held-out batches, each target counting once.
TEST(Trainer, EvaluationIsTheLossOnBatchesThatTrainingNeverSees) {
  const ModelConfig model_config = small_model();
  const TrainerConfig config = small_trainer();
  const Lab lab(model_config, config);
  double expected = 0.0;
  for (int i = 0; i < 3; ++i) {
    Batch batch = training_batch(model_config, 1);
    make_batch(batch.tokens.data(), batch.targets.data(), config.task, model_config, batch.size, config.seed,
               i, true);
    expected += run(*lab.model, batch, Mode::kGradient).loss.loss / 3.0;
  }
  EXPECT_TRUE(is_close(lab.trainer->evaluate(3).loss, expected, 0.0, 1e-12));
}

// With no gradient at all, AdamW takes lr * decay off every matrix and touches nothing else.
void expect_decay_of_matrices_only(const ModelConfig& model_config, const std::string& what) {
  TrainerConfig config = small_trainer();
  config.optimizer = {.kind = OptimizerKind::kAdamw, .lr = 0.1, .weight_decay = 0.01};
  const Lab lab(model_config, config);
  for (const Parameter& p : lab.model->table().parameters) {
    if (p.shape.size() == 2) continue;
    for (std::size_t i = 0; i < p.size; ++i) lab.model->parameters()[p.offset + i] = 0.7F;
  }
  const std::vector<float> before = lab.parameters();
  Batch batch = training_batch(model_config, 1);
  batch.targets.assign(batch.targets.size(), -1);
  EXPECT_EQ(lab.get(lab.step_on(batch), "gradNorm"), 0.0);
  const std::vector<float> after = lab.parameters();
  for (const Parameter& p : lab.model->table().parameters) {
    for (std::size_t i = p.offset; i < p.offset + p.size; ++i) {
      const double expected = p.shape.size() == 2 ? 0.999 * double{before[i]} : double{before[i]};
      EXPECT_TRUE(is_close(double{after[i]}, expected, 0.0, p.shape.size() == 2 ? 1e-7 : 0.0))
          << what << ", " << p.name;
    }
  }
}

TEST(Trainer, DecoupledDecayTouchesMatricesOnly) {
  for (const NamedConfig& named : all_configs()) expect_decay_of_matrices_only(named.config, named.name);
}

// The step is counted once for all tensors: Adam's first steps, whose size does not depend on the gradient's,
// are as large in the last tensor as in the first.
TEST(Trainer, AllTensorsCountTheSameSteps) {
  for (const OptimizerKind kind : {OptimizerKind::kAdam, OptimizerKind::kAdamw}) {
    const ModelConfig model_config = small_model();
    TrainerConfig config = small_trainer();
    config.optimizer = {.kind = kind, .lr = 1e-3, .eps = 1e-30, .weight_decay = 0.0};
    const Lab lab(model_config, config);
    const Batch batch = training_batch(model_config, 1);
    for (int step = 1; step <= 3; ++step) {
      const std::vector<float> before = lab.parameters();
      lab.step_on(batch);
      const std::vector<float> after = lab.parameters();
      for (const Parameter& p : lab.model->table().parameters) {
        double largest = 0.0;
        for (std::size_t i = p.offset; i < p.offset + p.size; ++i) {
          largest = std::max(largest, std::abs(double{after[i]} - double{before[i]}));
        }
        EXPECT_NEAR(largest, 1e-3, 1e-4) << p.name << ", step " << step;
      }
    }
  }
}

TEST(Trainer, WithoutLearningRateNothingMoves) {
  for (const OptimizerKind kind : kOptimizers) {
    TrainerConfig config = small_trainer();
    config.optimizer.kind = kind;
    config.optimizer.lr = 0.0;
    config.optimizer.weight_decay = 0.0;
    const Lab lab(small_model(), config);
    const std::uint64_t before = lab.trainer->fingerprint();
    for (int step = 0; step < 3; ++step) lab.trainer->step();
    EXPECT_EQ(lab.trainer->fingerprint(), before);
  }
}

}  // namespace
}  // namespace addnorm::test
