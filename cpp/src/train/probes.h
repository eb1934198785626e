// What is measured of a step beside its loss: the sizes of streams, branches and gradients. A probe only
// reads.
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

// Writes weightGradNorm from the squared gradient norms of all parameters, and returns the square of the
// global norm.
double probe_gradients(double* row, const MetricsLayout& layout, const ParameterTable& table,
                       const double* grad_sq);

}  // namespace addnorm
