// A closer look, on request: what heads attend to, what a norm makes of one token, how the numbers of a
// tensor are spread. Nothing here changes a model or what comes of a pass, and nothing of it is part of a
// training step. What a pass did not keep is made again in the trace's working memory, so a trace is looked
// at by one thread at a time.
#pragma once

#include <cstddef>

#include "addnorm/model.h"

namespace addnorm {

// The attention pattern of one head of one sequence in the last forward pass: the softmax before dropout, 0
// where masked.
//
// pattern is written, (seq_len, seq_len)
// block < n_layer
// head is b * n_head + h of head h in sequence b
void attn_pattern(float* pattern, const Model& model, const Trace& trace, std::size_t block,
                  std::size_t head);

// What a norm makes of one token: y = gamma * x_hat + beta with x_hat = (x - mean) * rstd and rstd = 1 /
// sqrt(var + eps), in double from the x of the pass; y is what the pass went on with. Either may be made
// again, with the parameters as they stand. RMSNorm does not centre: its mean is 0 and its var the mean of
// the squares. Of layer and rms only: batch norm has no mean of a token. In a pass with dropout, the y of a
// norm on a branch has been through it.
struct NormInternals {
  double mean, var, rstd;
};

// x, x_hat, y are written, (d_model)
// norm is an index into ParameterTable::norm_names
// row < batch * seq_len of the last forward pass
NormInternals norm_internals(double* x, double* x_hat, double* y, const Model& model, const Trace& trace,
                             std::size_t norm, std::size_t row);

// Counts how many of n numbers lie in each of n_bins intervals of one width, from the smallest finite number
// to the largest: bin i holds edges[i] <= x < edges[i + 1], and the last one its upper edge too. Where all
// numbers are one, the edges begin half below and end half above it; where none is finite, they run from 0
// to 1. Returns how many are not finite, which no bin counts.
//
// edges are (n_bins + 1), counts are (n_bins), n_bins > 0
std::size_t histogram(double* edges, double* counts, const float* x, std::size_t n, std::size_t n_bins);

}  // namespace addnorm
