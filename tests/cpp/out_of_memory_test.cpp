// Memory that runs out, at every request in turn: each maker returns null, throws nothing (a build without
// exceptions would end there), keeps nothing, and leaves what there was as it was.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "addnorm/trainer.h"
#include "allocations.h"
#include "expect.h"
#include "lab.h"

namespace addnorm::test {
namespace {

// Makes something with ever larger budgets, each just enough for one more request, until it is made. Returns
// with how many budgets it was not. make() says whether it was; what it throws fails the test.
template <typename Make>
int n_failures(Make make, const std::string& what) {
  std::size_t budget = 0;
  for (int n = 0;; ++n) {
    const std::size_t before = n_live_bytes();
    bool is_made = false;
    std::size_t next = 0;
    {
      const MemoryBudget scarce(budget);
      is_made = make();
      next = scarce.next();
    }
    EXPECT_EQ(n_live_bytes(), before) << what << ", with " << budget << " bytes";
    if (is_made) return n;
    EXPECT_GT(next, budget) << what << ": null, though no request was refused";
    if (next <= budget) return n;
    budget = next;
  }
}

class OutOfMemory : public testing::Test {
 protected:
  void SetUp() override {
    if (!allocations_are_counted()) GTEST_SKIP() << "allocations cannot be made to fail in this build";
  }
};

TEST_F(OutOfMemory, ABudgetRefusesWhatDoesNotFitAndNothingElse) {
  void* volatile seen = nullptr;
  std::size_t next = 0;
  {
    const MemoryBudget scarce(1000);
    seen = std::malloc(2000);
    EXPECT_EQ(seen, nullptr);
    next = scarce.next();
    seen = std::malloc(500);
    EXPECT_NE(seen, nullptr);
    std::free(seen);
  }
  EXPECT_EQ(next, 2000U);
  const std::size_t before = n_live_bytes();
  seen = std::malloc(2000);
  EXPECT_GE(n_live_bytes(), before + 2000);
  std::free(seen);
  EXPECT_EQ(n_live_bytes(), before);
}

TEST_F(OutOfMemory, AModelIsMadeWholeOrNotAtAll) {
  for (const NamedConfig& named : all_configs()) {
    const auto make = [&] { return Model::create(named.config, 1.0) != nullptr; };
    EXPECT_GE(n_failures(make, named.name), 1) << named.name;
  }
}

TEST_F(OutOfMemory, ATraceIsMadeWholeOrNotAtAll) {
  for (const NamedConfig& named : all_configs()) {
    const std::unique_ptr<Model> model = Model::create(named.config, 1.0);
    const auto make = [&] { return make_trace(*model, 3, 4) != nullptr; };
    EXPECT_GE(n_failures(make, named.name), 1) << named.name;
  }
}

TEST_F(OutOfMemory, ATrainerIsMadeWholeOrNotAtAllAndLeavesTheModelAlone) {
  for (const NamedConfig& named : all_configs()) {
    for (const OptimizerKind optimizer : kOptimizers) {
      TrainerConfig config = small_trainer();
      config.optimizer.kind = optimizer;
      const std::unique_ptr<Model> model = Model::create(named.config, 1.0);
      const std::vector<float> before(model->parameters(), model->parameters() + model->table().size);
      const auto make = [&] { return Trainer::create(*model, config) != nullptr; };
      EXPECT_GE(n_failures(make, named.name), 1) << named.name;
      expect_same_bits({model->parameters(), before.size()}, before, named.name);
    }
  }
}

TEST_F(OutOfMemory, GenerationGivesAllItsTokensOrSaysThatMemoryRanOut) {
  const std::unique_ptr<Model> model = Model::create(small_model(), 1.0);
  const std::int32_t prompt[] = {1, 2, 3};
  std::int32_t expected[5];
  ASSERT_EQ(generate(expected, *model, prompt, 3, 5, 1.0, 1.0), GenerateStatus::kDone);
  std::int32_t out[5] = {};
  const auto make = [&] {
    const GenerateStatus status = generate(out, *model, prompt, 3, 5, 1.0, 1.0);
    EXPECT_NE(status, GenerateStatus::kNotFinite);
    return status == GenerateStatus::kDone;
  };
  EXPECT_GE(n_failures(make, "generate"), 1);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(out[i], expected[i]) << i;
}

// The same where every piece is larger than the room that is asked for first, so that each of them comes to
// be the one that fails, and where names and places are as many as they can be.
TEST_F(OutOfMemory, EveryPieceOfADeepModelMayBeTheOneThatFails) {
  ModelConfig config = small_config(Placement::kSandwich, Norm::kBatch, true);
  config.n_layer = 48;
  config.n_ctx = 256;
  config.d_model = 128;
  config.positional = Positional::kSinusoidal;
  config.arrangement.slots = {.input = true, .output = true, .after = true};
  config.arrangement.is_branch_gain_learned = true;
  const auto make_model = [&] { return Model::create(config, 1.0) != nullptr; };
  EXPECT_GE(n_failures(make_model, "model"), 3);
  const std::unique_ptr<Model> model = Model::create(config, 1.0);
  const auto make_a_trace = [&] { return make_trace(*model, 1, 256) != nullptr; };
  EXPECT_GE(n_failures(make_a_trace, "trace"), 2);
  const TrainerConfig trainer = small_trainer();
  const auto make_trainer = [&] { return Trainer::create(*model, trainer) != nullptr; };
  EXPECT_GE(n_failures(make_trainer, "trainer"), 5);

  EXPECT_TRUE(std::isfinite(bytes_needed(config, 1)));
  const MemoryBudget none(0);
  const double bytes = bytes_needed(config, 1);
  EXPECT_EQ(bytes, HUGE_VAL);
}

}  // namespace
}  // namespace addnorm::test
