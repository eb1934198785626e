// Against PyTorch: the model and the reference on the golden cases, and five steps of Adam.
#include "golden.h"

#include <gtest/gtest.h>

#include "addnorm/trainer.h"
#include "expect.h"
#include "lab.h"

namespace addnorm::test {
namespace {

const char* const kNames[] = {"post_relu_causal", "pre_relu_causal", "post_gelu_bidirectional",
                              "pre_gelu_bidirectional"};

class GoldenTest : public testing::TestWithParam<const char*> {};

TEST_P(GoldenTest, LogitsLossAndGradientsAreThoseOfPyTorch) {
  const Golden golden = read_golden(GetParam());
  const std::unique_ptr<Model> model = make_model(golden.config, golden.parameters);
  ASSERT_EQ(model->table().parameters.size(), golden.parameters.size());
  const Pass pass = run(*model, golden.batch, Mode::kTraining);
  expect_close(pass.logits, golden.logits, 1e-5, 1e-5, "logits");
  EXPECT_TRUE(is_close(pass.loss.loss, golden.loss, 1e-5, 1e-5)) << pass.loss.loss << " " << golden.loss;
  for (const auto& [name, values] : by_name(model->table(), pass.gradients.data())) {
    expect_relative_l2(values, golden.gradients.at(name), 1e-5, name);
  }
}

// The reference in double differs only by the digits that the files keep: nine of a logit, a float of a
// gradient.
TEST_P(GoldenTest, ReferenceIsPyTorch) {
  const Golden golden = read_golden(GetParam());
  reference::Transformer model(golden.config, golden.parameters);
  expect_close(model.forward(golden.batch.tokens, golden.batch.size, golden.batch.seq_len, true),
               golden.logits, 1e-9, 0.0, "logits");
  const reference::CrossEntropy loss = model.loss(golden.batch.targets);
  EXPECT_TRUE(is_close(loss.loss, golden.loss, 1e-12, 1e-12)) << loss.loss << " " << golden.loss;
  for (const auto& [name, values] : model.backward(loss.dlogits)) {
    expect_relative_l2(std::span<const double>(values), golden.gradients.at(name), 1e-6, name);
  }
}

TEST_P(GoldenTest, AdamTrainsAsInPyTorch) {
  const Golden golden = read_golden(GetParam());
  const std::unique_ptr<Model> model = make_model(golden.config, golden.parameters);
  TrainerConfig config;
  config.optimizer = golden.optimizer;
  config.batch = static_cast<std::uint32_t>(golden.batch.size);
  const std::unique_ptr<Trainer> trainer = Trainer::create(*model, config);
  ASSERT_EQ(golden.losses.size(), 5U);
  for (std::size_t step = 0; step < golden.losses.size(); ++step) {
    const double* row = trainer->step_on(golden.batch.tokens.data(), golden.batch.targets.data());
    EXPECT_TRUE(is_close(metric(*trainer, row, "loss"), golden.losses[step], 1e-4, 0.0))
        << "step " << step + 1;
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenTest, testing::ValuesIn(kNames),
                         [](const testing::TestParamInfo<const char*>& test) {
                           return std::string(test.param);
                         });

}  // namespace
}  // namespace addnorm::test
