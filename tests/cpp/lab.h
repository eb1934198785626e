// A model and its trainer, small enough to train in a test, and the numbers of a step by name.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "addnorm/trainer.h"
#include "transformers.h"

namespace addnorm::test {

inline constexpr OptimizerKind kOptimizers[] = {OptimizerKind::kSgd, OptimizerKind::kAdam,
                                                OptimizerKind::kAdamw};

// Element i of a field of the metrics row, which must be there.
inline double metric(const Trainer& trainer, const double* row, const std::string& name, std::size_t i = 0) {
  for (const MetricsField& field : trainer.fields()) {
    if (field.name == name && i < field.count) return row[field.offset + i];
  }
  std::fprintf(stderr, "no metric %s[%zu]\n", name.c_str(), i);
  std::abort();
}

// Destroyed in the reverse order: the trainer before the model it trains.
struct Lab {
  std::unique_ptr<Model> model;
  std::unique_ptr<Trainer> trainer;

  Lab(const ModelConfig& model_config, const TrainerConfig& config)
      : model(Model::create(model_config, config.seed)), trainer(Trainer::create(*model, config)) {}

  [[nodiscard]] std::vector<float> parameters() const {
    return {model->parameters(), model->parameters() + model->table().size};
  }
  [[nodiscard]] float& parameter(const std::string& name) const {
    for (const Parameter& p : model->table().parameters) {
      if (p.name == name) return model->parameters()[p.offset];
    }
    std::abort();
  }
  const double* step_on(const Batch& batch) const {
    return trainer->step_on(batch.tokens.data(), batch.targets.data());
  }
  [[nodiscard]] double get(const double* row, const std::string& name, std::size_t i = 0) const {
    return metric(*trainer, row, name, i);
  }
};

inline ModelConfig small_model(Placement placement = Placement::kPre, Norm norm = Norm::kLayer) {
  return small_config(placement, norm, true);
}

inline TrainerConfig small_trainer() {
  TrainerConfig config;
  config.batch = 3;
  return config;
}

inline Batch training_batch(const ModelConfig& config, std::uint64_t seed) {
  return random_batch(config, 3, config.n_ctx, seed);
}

}  // namespace addnorm::test
