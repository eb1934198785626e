// The norms of a pass, one after the other: what went into each, what came out, and what it keeps.
#pragma once

#include "model/residual_block.h"
#include "model/trace.h"

namespace addnorm {

// x() and y() are (n_rows, d_model), valid until the next call of either and the next pass: what the pass did
// not keep is made again in trace.remade, with the parameters as they stand. y() is not for batch norm after
// an evaluation.
struct NormSite {
  const Model& model;
  const Trace& trace;
  std::size_t sub_layer;  // of a norm in a slot
  const NormParameters& norm;
  const NormStats& stats;
  const float* kept_x;  // null for a sum, which is not kept
  const float* kept_y;  // null for what goes into a branch or into the unembedding, which is not kept

  [[nodiscard]] const float* x() const {
    return kept_x != nullptr ? kept_x : sub_layer_sum(model, trace, sub_layer);
  }
  [[nodiscard]] const float* y() const {
    if (kept_y != nullptr) return kept_y;
    norm_again(trace.remade, stats, kept_x, model, norm, trace.n_rows());
    return trace.remade;
  }
};

// Calls visit(site) for each norm of the model in the order of ParameterTable::norm_names.
template <typename Visit>
void for_each_norm(const Model& model, const Trace& trace, Visit visit) {
  const ParameterTable& table = model.table();
  const std::size_t n = table.sub_layers.size();
  for (std::size_t i = 0; i < n; ++i) {
    const SubLayerParameters& norms = table.sub_layers[i];
    const SubLayerTrace& v = trace.sub_layers[i];
    const float* out = i + 1 < n ? trace.sub_layers[i + 1].x : trace.stream;
    if (norms.input.exists()) visit(NormSite{model, trace, i, norms.input, v.input_stats, v.x, nullptr});
    if (norms.output.exists())
      visit(NormSite{model, trace, i, norms.output, v.output_stats, v.branch, v.output});
    if (norms.after.exists()) visit(NormSite{model, trace, i, norms.after, v.after_stats, nullptr, out});
  }
  if (table.final_norm.exists())
    visit(NormSite{model, trace, n, table.final_norm, trace.final_stats, trace.stream, nullptr});
}

}  // namespace addnorm
