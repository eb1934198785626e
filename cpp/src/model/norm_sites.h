// The norms of a pass, one after the other: what went into each, what came out, and what it keeps.
#pragma once

#include "model/trace.h"

namespace addnorm {

struct NormSite {
  const NormParameters& norm;
  const NormStats& stats;
  const float* x;  // (n_rows, d_model)
  const float* y;  // (n_rows, d_model)
};

// Calls visit(site) for each norm of the model in the order of ParameterTable::norm_names.
template <typename Visit>
void for_each_norm(const Model& model, const Trace& trace, Visit visit) {
  const ParameterTable& table = model.table();
  for (std::size_t i = 0; i < table.sub_layers.size(); ++i) {
    const SubLayerParameters& norms = table.sub_layers[i];
    const SubLayerTrace& v = trace.sub_layers[i];
    const float* out = i + 1 < table.sub_layers.size() ? trace.sub_layers[i + 1].x : trace.stream;
    if (norms.input.exists()) visit(NormSite{norms.input, v.input_stats, v.x, v.input});
    if (norms.output.exists()) visit(NormSite{norms.output, v.output_stats, v.branch, v.output});
    if (norms.after.exists()) visit(NormSite{norms.after, v.after_stats, v.sum, out});
  }
  if (table.final_norm.exists())
    visit(NormSite{table.final_norm, trace.final_stats, trace.stream, trace.final});
}

}  // namespace addnorm
