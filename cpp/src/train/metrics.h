// The metrics row of a step: which fields it has and where, and the sites at which a number can first be
// non-finite.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "addnorm/trainer.h"

namespace addnorm {

// Names are those of StepMetrics in the public API. A field has one double, or one for each sub-layer (2 *
// block for attention, 2 * block + 1 for feed-forward), block, head (block * n_head + head) or norm (as in
// ParameterTable::norm_names).
class MetricsLayout {
  // Declared first, since the places below are handed out by add() while the layout is made.
  std::vector<MetricsField> fields_;
  std::size_t size_ = 0;

  std::size_t add(const char* name, std::size_t count);

 public:
  explicit MetricsLayout(const Model& model);

  std::size_t step, loss, accuracy, lr, grad_norm, is_clipped, is_skipped, non_finite_step, non_finite_site;
  std::size_t weight_grad_norm, input_grad_norm, stream_rms, branch_rms, branch_ratio,
      update_ratio;                                           // by sub-layer
  std::size_t cosine;                                         // by block
  std::size_t attn_entropy;                                   // by head
  std::size_t gamma_abs_mean, gamma_deviation, pre_norm_std;  // by norm

  [[nodiscard]] const std::vector<MetricsField>& fields() const { return fields_; }
  [[nodiscard]] std::size_t size() const { return size_; }
};

// The tensors of a step in the order in which they are computed: the stream into and the branch out of each
// sub-layer, the stream out of the last block, the logits, the gradients from the last parameter to the
// first, the parameters.
class Sites {
 public:
  explicit Sites(const ParameterTable& table) : table_(table) {}

  [[nodiscard]] std::size_t stream(std::size_t sub_layer) const { return 2 * sub_layer; }
  [[nodiscard]] std::size_t branch(std::size_t sub_layer) const { return 2 * sub_layer + 1; }
  [[nodiscard]] std::size_t final_stream() const { return 2 * table_.sub_layers.size(); }
  [[nodiscard]] std::size_t logits() const { return final_stream() + 1; }
  [[nodiscard]] std::size_t gradient(std::size_t parameter) const {
    return logits() + table_.parameters.size() - parameter;
  }
  [[nodiscard]] std::size_t parameter(std::size_t parameter) const {
    return logits() + table_.parameters.size() + 1 + parameter;
  }

  [[nodiscard]] std::size_t size() const { return parameter(table_.parameters.size()); }

  // Of a site after the logits: is it the gradient of its parameter, and which parameter is that?
  [[nodiscard]] bool is_gradient(std::size_t site) const { return site < parameter(0); }
  [[nodiscard]] std::size_t parameter_of(std::size_t site) const {
    return is_gradient(site) ? gradient(0) - site : site - parameter(0);
  }

  // "layers.3.self_attn output", "gradient of norm.weight"
  [[nodiscard]] std::string name(std::size_t site) const;
  // -1 for a site of no block
  [[nodiscard]] int block(std::size_t site) const;

 private:
  const ParameterTable& table_;
};

}  // namespace addnorm
