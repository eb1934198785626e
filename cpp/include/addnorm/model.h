// A Transformer of residual blocks: its parameters, the memory of one pass, and the passes forward and
// backward.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "addnorm/config.h"
#include "addnorm/parameters.h"

namespace addnorm {

// Floats in one piece, planned once, all 0 at first. data() is null if the memory could not be had.
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::uint64_t n_floats);

  [[nodiscard]] float* data() const { return data_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(float* p) const;
  };
  std::unique_ptr<float[], Free> data_;
  std::size_t size_ = 0;
};

// Whether so many bytes can be had now. Where they cannot, new and std::vector end the program in a build
// without exceptions; so this is asked before anything small is made, and what is large is a Buffer.
bool has_room_for(std::uint64_t n_bytes);

// Configuration, parameters and (for batch norm) running statistics. The parameters' initial values depend on
// seed, name and shape only, so two models of one seed agree bit for bit wherever they have a tensor in
// common.
class Model {
 public:
  // Null if memory ran out. The configuration is sound (validate() found no fault); seed is a whole number in
  // [0, 2^53).
  static std::unique_ptr<Model> create(const ModelConfig& config, double seed);

  [[nodiscard]] const ModelConfig& config() const { return config_; }
  [[nodiscard]] const ParameterTable& table() const { return table_; }
  [[nodiscard]] float* parameters() const { return parameters_.data(); }
  // Running mean then running variance of each batch norm, d_model floats each, in order of use; none without
  // batch norm.
  [[nodiscard]] float* running_stats(std::size_t norm_index) const;
  [[nodiscard]] std::size_t n_running_stats() const;
  // What is added to the token embeddings, (n_ctx, d_model): learned, sinusoidal, or null for none.
  [[nodiscard]] const float* positions() const;

 private:
  Model(const ModelConfig& config, double seed);
  [[nodiscard]] bool has_memory() const;

  ModelConfig config_;
  ParameterTable table_;
  Buffer parameters_;
  Buffer running_stats_;
  Buffer positions_;  // of the sinusoidal kind
};

// Every activation of one pass of `batch` sequences of `seq_len` tokens that the backward pass or a probe
// needs, in one arena.
class Trace;

struct TraceDeleter {
  void operator()(Trace* trace) const;
};
using TracePointer = std::unique_ptr<Trace, TraceDeleter>;

// Null if memory ran out. batch > 0, 0 < seq_len <= n_ctx.
TracePointer make_trace(const Model& model, std::size_t batch, std::size_t seq_len);

// Bytes that a model with its gradients, moments of Adam, one trace and a text of n_text symbols takes: what
// a trainer will ask for. Infinite if there is no memory left even for the count.
double bytes_needed(const ModelConfig& config, std::size_t batch, std::size_t n_text = 0);

// kTraining: dropout is on, batch norm uses and moves its statistics. kGradient: as training, without dropout
// and without moving anything, for a gradient that depends on nothing but its arguments. kEvaluation: no
// dropout, running statistics.
enum class Mode { kTraining, kGradient, kEvaluation };

// Runs the model forward and returns the logits, (batch, seq_len, vocab_size), which stay in the trace until
// the next pass. The masks of dropout follow from seed and step.
//
// tokens are (batch, seq_len), each < vocab_size; more than one if batch norm takes its statistics from them
const float* forward(const Model& model, Trace& trace, const std::int32_t* tokens, Mode mode,
                     double seed = 0.0, double step = 0.0);

struct Loss {
  double loss;            // mean cross-entropy over targets >= 0, in nats
  std::size_t n_targets;  // targets >= 0
  std::size_t n_correct;  // of those, predicted right

  // Share of the targets predicted right; 0 if there is none.
  [[nodiscard]] double accuracy() const {
    return n_targets > 0 ? static_cast<double>(n_correct) / static_cast<double>(n_targets) : 0.0;
  }
};

// Compares the last forward pass with the targets, (batch, seq_len), each < vocab_size, and keeps the
// gradient of the logits for backward().
Loss loss(const Model& model, Trace& trace, const std::int32_t* targets);

// Adds the gradients of the last loss to `gradients`, laid out as the parameters. Call it once after loss(),
// and not after a forward pass in evaluation mode.
void backward(const Model& model, Trace& trace, const std::int32_t* tokens, float* gradients);

enum class GenerateStatus { kDone, kOutOfMemory, kNotFinite };

// Writes max_new_tokens tokens to `out`, one sequence, each drawn from the model's prediction after all
// before it; the model sees the last n_ctx of them. Temperature 0 takes the largest logit. Draw i depends on
// (seed, i) only.
//
// prompt is (n_prompt), n_prompt > 0, each < vocab_size
GenerateStatus generate(std::int32_t* out, const Model& model, const std::int32_t* prompt,
                        std::size_t n_prompt, std::size_t max_new_tokens, double temperature, double seed);

}  // namespace addnorm
