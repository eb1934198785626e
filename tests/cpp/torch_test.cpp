// Against PyTorch, for every placement, norm, activation, kind of positions and odd size that
// tests/golden/generate.py has a case of: logits, loss, every gradient, and twenty steps of each optimiser.
#include <gtest/gtest.h>

#include <algorithm>

#include "addnorm/trainer.h"
#include "expect.h"
#include "golden.h"
#include "lab.h"

namespace addnorm::test {
namespace {

std::unique_ptr<Model> model_of(const TorchCase& torch) {
  std::unique_ptr<Model> model = make_model(torch.config, torch.parameters);
  const std::size_t d_model = torch.config.d_model;
  for (std::size_t norm = 0; norm * 2 * d_model < model->n_running_stats(); ++norm) {
    const std::string& name = model->table().norm_names[norm];
    const std::vector<float> mean = to_float(torch.running_stats.at(name + ".running_mean"));
    const std::vector<float> var = to_float(torch.running_stats.at(name + ".running_var"));
    std::copy(mean.begin(), mean.end(), model->running_stats(norm));
    std::copy(var.begin(), var.end(), model->running_stats(norm) + d_model);
  }
  return model;
}

Loss evaluated_loss(const Model& model, const Batch& batch) {
  const TracePointer trace = make_trace(model, batch.size, batch.seq_len);
  forward(model, *trace, batch.tokens.data(), Mode::kEvaluation);
  return loss(model, *trace, batch.targets.data());
}

// Where PyTorch has 0, what is left of terms that cancel must be small; else it must agree.
void expect_gradient(std::span<const double> actual, std::span<const double> expected, double tolerance,
                     const std::string& name) {
  const bool is_zero = std::all_of(expected.begin(), expected.end(), [](double x) { return x == 0.0; });
  expect_relative_l2(actual, expected, tolerance, name, is_zero ? 1e-6 : 0.0);
}

class TorchTest : public testing::TestWithParam<std::string> {
 protected:
  const TorchCase torch_ = read_torch_case(GetParam());
};

TEST(TorchCases, AreListed) {
  EXPECT_GE(torch_case_names().size(), 50U);
}

TEST_P(TorchTest, ModelIsSoundAndHasTheParameters) {
  EXPECT_EQ(validate(torch_.config), Faults{});
  const std::unique_ptr<Model> model = model_of(torch_);
  ASSERT_EQ(model->table().parameters.size(), torch_.parameters.size());
  ASSERT_EQ(model->n_running_stats(), torch_.running_stats.size() * torch_.config.d_model);
  for (const Parameter& p : model->table().parameters) {
    EXPECT_EQ(p.size, torch_.parameters.at(p.name).size()) << p.name;
  }
}

TEST_P(TorchTest, LogitsAreThoseOfPyTorch) {
  expect_close(logits_of(*model_of(torch_), torch_.batch), torch_.logits, 1e-5, 1e-5, "logits");
}

TEST_P(TorchTest, LossAndGradientsAreThoseOfPyTorch) {
  const std::unique_ptr<Model> model = model_of(torch_);
  const Pass pass = run(*model, torch_.batch, Mode::kGradient);
  EXPECT_TRUE(is_close(pass.loss.loss, torch_.loss, 1e-5, 1e-5)) << pass.loss.loss << " " << torch_.loss;
  const reference::Tensors gradients = by_name_in_double(model->table(), pass.gradients.data());
  ASSERT_EQ(gradients.size(), torch_.gradients.size());
  for (const auto& [name, expected] : torch_.gradients) {
    expect_gradient(gradients.at(name), expected, 1e-5, name);
  }
}

TEST_P(TorchTest, TrainingIsThatOfPyTorch) {
  ASSERT_EQ(torch_.curves.size(), std::size(kOptimizers));
  for (const TorchCurve& curve : torch_.curves) {
    SCOPED_TRACE("optimizer " + std::to_string(static_cast<int>(curve.optimizer.kind)));
    const std::unique_ptr<Model> model = model_of(torch_);
    TrainerConfig config;
    config.optimizer = curve.optimizer;
    config.batch = static_cast<std::uint32_t>(torch_.batch.size);
    const std::unique_ptr<Trainer> trainer = Trainer::create(*model, config);
    std::vector<double> losses;
    for (std::size_t step = 0; step < curve.losses.size(); ++step) {
      const double* row = trainer->step_on(torch_.batch.tokens.data(), torch_.batch.targets.data());
      losses.push_back(metric(*trainer, row, "loss"));
    }
    ASSERT_EQ(losses.size(), 20U);
    expect_close(losses, curve.losses, 1e-4, 0.0, "losses");
    const double after = evaluated_loss(*model, torch_.batch).loss;
    if (curve.loss_after) {
      EXPECT_TRUE(is_close(after, *curve.loss_after, 1e-4, 0.0)) << after << " " << *curve.loss_after;
    }
  }
}

// The reference in double differs only by the digits that the files keep: nine of a logit, a float of a
// gradient.
TEST_P(TorchTest, ReferenceIsPyTorch) {
  const Batch& batch = torch_.batch;
  reference::Transformer model(torch_.config, torch_.parameters, torch_.running_stats);
  expect_close(model.forward(batch.tokens, batch.size, batch.seq_len, false), torch_.logits, 1e-9, 0.0,
               "logits");
  model.forward(batch.tokens, batch.size, batch.seq_len, true);
  const reference::CrossEntropy loss = model.loss(batch.targets);
  EXPECT_TRUE(is_close(loss.loss, torch_.loss, 1e-9, 0.0)) << loss.loss << " " << torch_.loss;
  for (const auto& [name, values] : model.backward(loss.dlogits)) {
    expect_gradient(values, torch_.gradients.at(name), 1e-6, name);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, TorchTest, testing::ValuesIn(torch_case_names()),
                         [](const testing::TestParamInfo<std::string>& test) { return test.param; });

}  // namespace
}  // namespace addnorm::test
