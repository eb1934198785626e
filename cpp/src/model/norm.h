// The norm in a slot: layer, rms or batch behind one pair of calls.
#pragma once

#include <cstddef>

#include "addnorm/model.h"

namespace addnorm {

// What the backward pass needs of one norm: a row's (or, for batch norm, a feature's) mean and 1 / standard
// deviation.
struct NormStats {
  double* mean = nullptr;
  double* rstd = nullptr;
};

// Doubles in each array of NormStats.
inline std::size_t norm_stats_size(const ModelConfig& config, std::size_t n_rows) {
  return config.norm == Norm::kBatch ? config.d_model : n_rows;
}

// out = norm(x), and out is returned; where the slot is empty nothing is written, and x is returned. Batch
// norm uses the running statistics in evaluation, else those of the batch, and moves the running ones in
// training only. out, x are (n_rows, d_model); out may be x
const float* norm_forward(float* out, const NormStats& stats, const float* x, const Model& model,
                          const NormParameters& norm, std::size_t n_rows, Mode mode);

// The same once more, to the bit. Layer norm, the usual one, takes the statistics that are kept; the
// others compute and keep them anew. Not of batch norm after a forward pass in evaluation mode. out may be x
const float* norm_again(float* out, const NormStats& stats, const float* x, const Model& model,
                        const NormParameters& norm, std::size_t n_rows);

// dx is written, the gradients of gamma and beta are added. dx may be dy. Not of batch norm after a
// forward pass in evaluation mode.
void norm_backward(float* dx, float* gradients, const float* dy, const float* x, const NormStats& stats,
                   const Model& model, const NormParameters& norm, std::size_t n_rows);

}  // namespace addnorm
