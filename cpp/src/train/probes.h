// What is measured of a step beside its loss: the sizes of streams, branches and gradients, what norms have
// learned and meet, how widely heads look. A probe only reads.
#pragma once

#include "model/trace.h"
#include "train/metrics.h"

namespace addnorm {

// sqrt(a / b) of two sums of squares, and 0 where either is 0: there is nothing to compare, or nothing to
// compare with.
double root_ratio(double a, double b);

// Writes streamRms, branchRms (after its gain), branchRatio and cosine of the last forward pass, and
// inputGradNorm of the last backward pass. Sums are in double. Returns the first site whose numbers are not
// finite, or Sites::logits() + 1 if none up to the logits is.
std::size_t probe_streams(double* row, const MetricsLayout& layout, const Sites& sites, const Model& model,
                          const Trace& trace);

// Writes gammaAbsMean, the mean of |gamma|, gammaDeviation, the root mean square of gamma - 1, and
// preNormStd, of what goes into the norm the mean over rows of a row's standard deviation (over its d_model
// features, biased, without eps): the same measure for every kind of norm, batch norm too, which does not
// divide by it.
void probe_norms(double* row, const MetricsLayout& layout, const Model& model, const Trace& trace);

// Writes attnEntropy: of each head the mean over rows of the entropy of the softmax, in nats, before dropout:
// 0 where a token attends to one token, ln n where it attends to n alike.
void probe_attention(double* row, const MetricsLayout& layout, const ModelConfig& config, const Trace& trace);

// Writes weightGradNorm from the squared gradient norms of all parameters, and returns the square of the
// global norm.
double probe_gradients(double* row, const MetricsLayout& layout, const ParameterTable& table,
                       const double* grad_sq);

}  // namespace addnorm
