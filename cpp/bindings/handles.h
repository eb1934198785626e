// The two objects that JavaScript holds: a model with the memory of its last pass, and a trainer. They only
// put together calls of the public C++ API; what they are given has been checked by web/lib.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "addnorm/inspect.h"
#include "addnorm/model.h"
#include "addnorm/trainer.h"

namespace addnorm::bindings {

class ModelHandle {
 public:
  explicit ModelHandle(std::unique_ptr<Model> model) : model_(std::move(model)) {}

  [[nodiscard]] Model& model() const { return *model_; }
  [[nodiscard]] float* parameters() const { return model_->parameters(); }
  [[nodiscard]] std::size_t size() const { return model_->table().size; }
  [[nodiscard]] std::size_t n_parameters() const { return model_->table().parameters.size(); }
  [[nodiscard]] std::string parameter_name(std::size_t i) const { return parameter(i).name; }
  [[nodiscard]] std::size_t parameter_rank(std::size_t i) const { return parameter(i).shape.size(); }
  [[nodiscard]] std::size_t parameter_dimension(std::size_t i, std::size_t axis) const {
    return parameter(i).shape[axis];
  }
  [[nodiscard]] std::size_t parameter_offset(std::size_t i) const { return parameter(i).offset; }
  [[nodiscard]] float* running_stats() const { return model_->running_stats(0); }
  [[nodiscard]] std::size_t n_running_stats() const { return model_->n_running_stats(); }
  [[nodiscard]] std::size_t n_norms() const { return model_->table().norm_names.size(); }
  [[nodiscard]] std::string norm_name(std::size_t i) const { return model_->table().norm_names[i]; }

  // Null if memory ran out.
  const float* forward(const std::int32_t* tokens, std::size_t batch, std::size_t seq_len);
  // -1 if memory ran out.
  double loss_and_gradients(float* gradients, const std::int32_t* tokens, const std::int32_t* targets,
                            std::size_t batch, std::size_t seq_len);
  // Both are of the last forward pass. The second writes mean, var and rstd, then x, x_hat and y.
  void attn_pattern(float* out, std::size_t block, std::size_t head) const {
    addnorm::attn_pattern(out, *model_, *trace_, block, head);
  }
  void norm_internals(double* out, std::size_t norm, std::size_t row) const;
  int generate(std::int32_t* out, const std::int32_t* prompt, std::size_t n_prompt,
               std::size_t max_new_tokens, double temperature, double seed);

 private:
  [[nodiscard]] const Parameter& parameter(std::size_t i) const { return model_->table().parameters[i]; }
  Trace* trace(std::size_t batch, std::size_t seq_len);

  std::unique_ptr<Model> model_;
  TracePointer trace_;  // of the last batch and seq_len, kept for the next call
  std::size_t batch_ = 0;
  std::size_t seq_len_ = 0;
};

class TrainerHandle {
 public:
  explicit TrainerHandle(std::unique_ptr<Trainer> trainer) : trainer_(std::move(trainer)) {}

  const double* step() { return trainer_->step(); }
  const double* step_on(const std::int32_t* tokens, const std::int32_t* targets) {
    return trainer_->step_on(tokens, targets);
  }
  [[nodiscard]] std::size_t n_fields() const { return trainer_->fields().size(); }
  [[nodiscard]] std::string field_name(std::size_t i) const { return trainer_->fields()[i].name; }
  [[nodiscard]] std::size_t field_offset(std::size_t i) const { return trainer_->fields()[i].offset; }
  [[nodiscard]] std::size_t field_count(std::size_t i) const { return trainer_->fields()[i].count; }
  [[nodiscard]] std::size_t n_sites() const { return trainer_->n_sites(); }
  [[nodiscard]] std::string site_name(std::size_t site) const { return trainer_->site_name(site); }
  [[nodiscard]] int site_block(std::size_t site) const { return trainer_->site_block(site); }
  [[nodiscard]] std::size_t site_size(std::size_t site) const { return trainer_->tensor(site).size; }
  // Writes n_bins + 1 edges and n_bins counts; returns how many numbers are not finite.
  std::size_t histogram(double* edges, double* counts, std::size_t site, std::size_t n_bins) const {
    const TensorView tensor = trainer_->tensor(site);
    return addnorm::histogram(edges, counts, tensor.data, tensor.size, n_bins);
  }
  // Loss, then accuracy.
  void evaluate(double* out, std::size_t n_batches);
  void batch(std::int32_t* tokens, std::int32_t* targets) const { trainer_->next_batch(tokens, targets); }
  [[nodiscard]] std::string fingerprint() const;
  [[nodiscard]] std::size_t snapshot_size() const { return trainer_->snapshot_size(); }
  void save_snapshot(std::uint8_t* out) const { trainer_->save_snapshot(out); }
  // A SnapshotFault, 0 for none.
  int load_snapshot(const std::uint8_t* bytes, std::size_t n_bytes) {
    return static_cast<int>(trainer_->load_snapshot(bytes, n_bytes));
  }

 private:
  std::unique_ptr<Trainer> trainer_;
};

// Null if memory ran out.
ModelHandle* create_model(const ModelConfig& config, double seed);
TrainerHandle* create_trainer(const ModelHandle& model, const TrainerConfig& config);

// Every fault, one a line.
std::string model_faults(const ModelConfig& config);
std::string trainer_faults(const TrainerConfig& config, const ModelConfig& model);

}  // namespace addnorm::bindings
