// The metrics row; the contract is in metrics.h.
#include "train/metrics.h"

namespace addnorm {

MetricsLayout::MetricsLayout(std::size_t n_layer)
    : step(add("step", 1)),
      loss(add("loss", 1)),
      accuracy(add("accuracy", 1)),
      lr(add("lr", 1)),
      grad_norm(add("gradNorm", 1)),
      is_clipped(add("isClipped", 1)),
      is_skipped(add("isSkipped", 1)),
      non_finite_step(add("nonFiniteStep", 1)),
      non_finite_site(add("nonFiniteSite", 1)),
      weight_grad_norm(add("weightGradNorm", 2 * n_layer)),
      input_grad_norm(add("inputGradNorm", 2 * n_layer)),
      stream_rms(add("streamRms", 2 * n_layer)),
      branch_rms(add("branchRms", 2 * n_layer)),
      branch_ratio(add("branchRatio", 2 * n_layer)),
      update_ratio(add("updateRatio", 2 * n_layer)),
      cosine(add("cosine", n_layer)) {}

std::size_t MetricsLayout::add(const char* name, std::size_t count) {
  const std::size_t offset = size_;
  fields_.push_back({name, offset, count});
  size_ += count;
  return offset;
}

std::string Sites::name(std::size_t site) const {
  const std::size_t n_parameters = table_.parameters.size();
  if (site < final_stream()) {
    const std::string sub_layer =
        "layers." + std::to_string(site / 4) + (site / 2 % 2 == 0 ? ".self_attn" : ".feed_forward");
    return sub_layer + (site % 2 == 0 ? " input" : " output");
  }
  if (site == final_stream()) return "output of the last block";
  if (site == logits()) return "logits";
  if (site <= logits() + n_parameters)
    return "gradient of " + table_.parameters[logits() + n_parameters - site].name;
  return table_.parameters[site - logits() - n_parameters - 1].name;
}

int Sites::block(std::size_t site) const {
  const std::size_t n_parameters = table_.parameters.size();
  if (site < final_stream()) return static_cast<int>(site / 4);
  if (site <= logits()) return -1;
  const std::size_t parameter =
      site <= logits() + n_parameters ? logits() + n_parameters - site : site - logits() - n_parameters - 1;
  const int sub_layer = table_.parameters[parameter].sub_layer;
  return sub_layer >= 0 ? sub_layer / 2 : -1;
}

}  // namespace addnorm
