// Training: batches of a task, forward, loss, backward, probes, optimiser, one row of metrics a step.
// All memory is planned when the trainer is made; a step allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "addnorm/config.h"
#include "addnorm/model.h"

namespace addnorm {

// One field of the metrics row: its name and how many doubles it has (1, or one for each sub-layer, block,
// head or norm).
struct MetricsField {
  const char* name;
  std::size_t offset;
  std::size_t count;
};

// Numbers of the trainer, valid as long as it and changed by its next pass.
struct TensorView {
  const float* data;
  std::size_t size;
};

// What is wrong with bytes that are to be a snapshot: there are more or fewer, they are not as they were
// written, or their run has other settings.
enum class SnapshotFault { kNone, kSize, kChanged, kOtherRun };

class Trainer {
 public:
  // Null if memory ran out. The configuration is sound; the model lives longer than the trainer.
  static std::unique_ptr<Trainer> create(Model& model, const TrainerConfig& config);
  ~Trainer();

  // Trains on the task's next batch. Returns the metrics row, valid until the next step.
  const double* step();

  // The same on the caller's batch: tokens and targets are (batch, n_ctx), tokens < vocab_size, targets <
  // vocab_size or < 0.
  const double* step_on(const std::int32_t* tokens, const std::int32_t* targets);

  // The batch that the next step() will train on: tokens and targets are (batch, n_ctx).
  void next_batch(std::int32_t* tokens, std::int32_t* targets) const;

  // Loss and accuracy over n_batches batches of the task that training never sees, in evaluation mode.
  // Changes nothing.
  Loss evaluate(std::size_t n_batches);

  // The run as it stands: parameters, moments of the optimiser, running statistics of batch norm, the steps
  // done, and the first number that was not finite. Bytes in this machine's order, snapshot_size() of them.
  [[nodiscard]] std::size_t snapshot_size() const;
  void save_snapshot(std::uint8_t* out) const;

  // Takes the run to where it, or another of the same settings, stood: the steps that follow, on the same
  // batches, are the same bits. tensor() goes on to show what the last pass left. Changes nothing if there is
  // a fault.
  [[nodiscard]] SnapshotFault load_snapshot(const std::uint8_t* bytes, std::size_t n_bytes);

  // Names and places of the row's fields, in order.
  [[nodiscard]] const std::vector<MetricsField>& fields() const;

  // The tensors of a step by site, in the order in which they are computed: what a non-finite number was
  // first seen in is the row's nonFiniteSite. The block is -1 for none.
  [[nodiscard]] std::size_t n_sites() const;
  [[nodiscard]] std::string site_name(std::size_t site) const;
  [[nodiscard]] int site_block(std::size_t site) const;
  // Streams, branches and logits are those of the last pass, be it a step or an evaluation; gradients those
  // of the last step, after clipping; parameters as they stand. All 0 before there was one.
  [[nodiscard]] TensorView tensor(std::size_t site) const;

  // Hash of all parameters (little-endian floats in parameter order, NaN made canonical), equal on every
  // machine.
  [[nodiscard]] std::uint64_t fingerprint() const;

 private:
  struct State;
  explicit Trainer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace addnorm
