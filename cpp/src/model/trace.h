// All saved activations of one pass, laid out in one arena that is planned when the trace is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "addnorm/model.h"
#include "kernels/attention.h"
#include "model/norm.h"

namespace addnorm {

// One sub-layer: y = After(a * x + b * Output(F(Input(x)))). Pointers are into the arena; where the output
// slot is empty, output is the same array as branch. What comes of an array here by little work is not kept
// and made again when it is needed: what an input norm puts out, and the sum that an after norm takes in.
struct SubLayerTrace {
  float* x = nullptr;  // (n_rows, d_model), the residual stream coming in
  // (n_rows, 3 * d_model) queries, keys, values; or (n_rows, d_ff) before the activation, in whose place relu
  // writes what comes after it
  float* first = nullptr;
  float* kept_pattern = nullptr;   // kept_pattern_size(), of attention only
  double* attn_entropy = nullptr;  // (n_head), mean over the pattern's rows, in nats
  float* middle = nullptr;  // (n_rows, d_model) the heads' outputs; or (n_rows, d_ff) after the activation
  float* branch = nullptr;  // (n_rows, d_model), F(Input(x)); after dropout where it is output as well
  float* output = nullptr;  // (n_rows, d_model), Output(branch), after dropout
  NormStats input_stats, output_stats, after_stats;
  double dx_sq = 0.0;  // squared norm of the loss's gradient with respect to x, written by the backward pass
};

class Trace {
 public:
  Trace(const Model& model, std::size_t batch, std::size_t seq_len);

  // Floats that a trace of this size takes.
  static std::uint64_t floats_needed(const ModelConfig& config, std::size_t batch, std::size_t seq_len);

  [[nodiscard]] bool has_memory() const { return memory_.data() != nullptr; }
  [[nodiscard]] std::size_t n_rows() const { return batch * seq_len; }
  [[nodiscard]] AttentionShape attention_shape(const ModelConfig& config) const {
    return {batch, seq_len, config.n_head, config.d_model / config.n_head, config.is_causal};
  }

  std::size_t batch;
  std::size_t seq_len;  // may be made smaller than planned, never larger

  std::vector<SubLayerTrace> sub_layers;  // 2 * n_layer
  float* stream = nullptr;                // (n_rows, d_model), out of the last block
  NormStats final_stats;
  float* logits = nullptr;  // (n_rows, vocab_size)

  // The array that was made again last, (n_rows, d_model). In the place of dbranch: one is needed where the
  // other means nothing.
  float* remade = nullptr;

  // Working memory of the backward pass. dlogits is in the place of dmiddle. dfirst stands after (n_rows,
  // d_model) of it: only attention needs both, and its dmiddle is no larger.
  float* dstream = nullptr;  // (n_rows, d_model)
  float* dbranch = nullptr;  // (n_rows, d_model)
  float* dmiddle = nullptr;  // (n_rows, max(d_model, d_ff))
  float* dfirst = nullptr;   // (n_rows, 3 * d_model)
  float* dlogits = nullptr;  // (n_rows, vocab_size)

  float* scratch = nullptr;  // what the kernels ask for, to pack into

  // The dropout of this pass; site 0 is the embedding, then three for each block. Off in every mode but
  // training.
  [[nodiscard]] Dropout dropout_site(std::size_t site) const;
  void set_dropout(float p, double seed, double step);

 private:
  Trace(std::size_t batch_, std::size_t seq_len_) : batch(batch_), seq_len(seq_len_) {}

  Buffer memory_;
  float dropout_p_ = 0.0F;
  std::uint64_t dropout_key_ = 0;
  double dropout_step_ = 0.0;
};

}  // namespace addnorm
