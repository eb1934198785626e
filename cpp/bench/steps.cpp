// Whole training steps as works, with what the trainer measures and without; the contract is in rates.h.
#include <algorithm>
#include <cmath>
#include <vector>

#include "addnorm/model.h"
#include "addnorm/trainer.h"
#include "kernels/optimizer.h"
#include "rates.h"
#include "train/task.h"

namespace addnorm::rates {
namespace {

constexpr double kSeed = 1.0;

ModelConfig model_config(const StepSize& size) {
  ModelConfig config;
  config.n_layer = size.n_layer;
  config.d_model = size.d_model;
  config.n_ctx = size.n_ctx;
  config.d_ff = 4 * size.d_model;
  config.embedding_scale = std::sqrt(static_cast<double>(size.d_model));
  config.arrangement = arrangement_of(Placement::kPre, size.n_layer);
  return config;
}

class TrainerStep : public Work {
 public:
  explicit TrainerStep(const StepSize& size)
      : model_(Model::create(model_config(size), kSeed)), trainer_(make_trainer(size)) {}

  [[nodiscard]] bool has_memory() const { return trainer_ != nullptr; }

  double run() override { return trainer_->step()[loss_]; }

 private:
  std::unique_ptr<Trainer> make_trainer(const StepSize& size) {
    if (model_ == nullptr) return nullptr;
    TrainerConfig config;
    config.batch = size.batch;
    std::unique_ptr<Trainer> trainer = Trainer::create(*model_, config);
    if (trainer == nullptr) return nullptr;
    for (const MetricsField& field : trainer->fields()) {
      if (field.name == std::string("loss")) loss_ = field.offset;
    }
    return trainer;
  }

  std::size_t loss_ = 0;  // where it stands in a row
  std::unique_ptr<Model> model_;
  std::unique_ptr<Trainer> trainer_;
};

class BareStep : public Work {
 public:
  explicit BareStep(const StepSize& size)
      : batch_(size.batch),
        model_(Model::create(model_config(size), kSeed)),
        tokens_(std::size_t{size.batch} * size.n_ctx),
        targets_(tokens_.size()) {
    if (model_ == nullptr) return;
    trace_ = make_trace(*model_, size.batch, size.n_ctx);
    gradients_ = Buffer(model_->table().size);
    first_moment_ = Buffer(model_->table().size);
    second_moment_ = Buffer(model_->table().size);
  }

  [[nodiscard]] bool has_memory() const {
    return trace_ != nullptr && gradients_.data() != nullptr && first_moment_.data() != nullptr &&
           second_moment_.data() != nullptr;
  }

  double run() override {
    steps_done_ += 1.0;
    make_batch(tokens_.data(), targets_.data(), TaskConfig{}, model_->config(), batch_, kSeed, steps_done_,
               false);
    std::fill_n(gradients_.data(), gradients_.size(), 0.0F);
    forward(*model_, *trace_, tokens_.data(), Mode::kTraining, kSeed, steps_done_);
    const Loss result = loss(*model_, *trace_, targets_.data());
    backward(*model_, *trace_, tokens_.data(), gradients_.data());
    const OptimizerConfig o;
    const AdamStep step = {o.lr, o.beta1, o.beta2, o.eps, o.weight_decay, false, steps_done_};
    for (const Parameter& parameter : model_->table().parameters) {
      const std::size_t at = parameter.offset;
      addnorm::adam(model_->parameters() + at, first_moment_.data() + at, second_moment_.data() + at,
                    gradients_.data() + at, parameter.size, step);
    }
    return result.loss;
  }

 private:
  std::size_t batch_;
  std::unique_ptr<Model> model_;
  std::vector<std::int32_t> tokens_, targets_;
  TracePointer trace_;
  Buffer gradients_, first_moment_, second_moment_;
  double steps_done_ = 0.0;
};

template <typename Step>
WorkPointer make_step(const StepSize& size) {
  auto step = std::make_unique<Step>(size);
  if (!step->has_memory()) return nullptr;
  return step;
}

}  // namespace

WorkPointer trainer_step(const StepSize& size) {
  return make_step<TrainerStep>(size);
}

WorkPointer bare_step(const StepSize& size) {
  return make_step<BareStep>(size);
}

}  // namespace addnorm::rates
