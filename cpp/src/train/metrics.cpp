// The metrics row; the contract is in metrics.h.
#include "train/metrics.h"

namespace addnorm {

MetricsLayout::MetricsLayout(const Model& model)
    : step(add("step", 1)),
      loss(add("loss", 1)),
      accuracy(add("accuracy", 1)),
      lr(add("lr", 1)),
      grad_norm(add("gradNorm", 1)),
      is_clipped(add("isClipped", 1)),
      is_skipped(add("isSkipped", 1)),
      non_finite_step(add("nonFiniteStep", 1)),
      non_finite_site(add("nonFiniteSite", 1)),
      weight_grad_norm(add("weightGradNorm", model.table().sub_layers.size())),
      input_grad_norm(add("inputGradNorm", model.table().sub_layers.size())),
      stream_rms(add("streamRms", model.table().sub_layers.size())),
      branch_rms(add("branchRms", model.table().sub_layers.size())),
      branch_ratio(add("branchRatio", model.table().sub_layers.size())),
      update_ratio(add("updateRatio", model.table().sub_layers.size())),
      cosine(add("cosine", model.config().n_layer)),
      attn_entropy(add("attnEntropy", std::size_t{model.config().n_layer} * model.config().n_head)),
      gamma_abs_mean(add("gammaAbsMean", model.table().norm_names.size())),
      gamma_deviation(add("gammaDeviation", model.table().norm_names.size())),
      pre_norm_std(add("preNormStd", model.table().norm_names.size())) {}

std::size_t MetricsLayout::add(const char* name, std::size_t count) {
  const std::size_t offset = size_;
  fields_.push_back({name, offset, count});
  size_ += count;
  return offset;
}

std::string Sites::name(std::size_t site) const {
  if (site < final_stream()) {
    const std::string sub_layer =
        "layers." + std::to_string(site / 4) + (site / 2 % 2 == 0 ? ".self_attn" : ".feed_forward");
    return sub_layer + (site % 2 == 0 ? " input" : " output");
  }
  if (site == final_stream()) return "output of the last block";
  if (site == logits()) return "logits";
  const std::string& parameter_name = table_.parameters[parameter_of(site)].name;
  return is_gradient(site) ? "gradient of " + parameter_name : parameter_name;
}

int Sites::block(std::size_t site) const {
  if (site < final_stream()) return static_cast<int>(site / 4);
  if (site <= logits()) return -1;
  const int sub_layer = table_.parameters[parameter_of(site)].sub_layer;
  return sub_layer >= 0 ? sub_layer / 2 : -1;
}

}  // namespace addnorm
