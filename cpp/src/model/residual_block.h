// One residual block with three norm slots, y = After(a * x + b * Output(F(Input(x)))), around attention or
// feed-forward. Every placement of the table is this code with other slots and gains.
#pragma once

#include <cstddef>

#include "model/trace.h"

namespace addnorm {

// The sum a * x + b * output of the last forward pass, which an after norm takes in, made once more in
// trace.remade, with the parameters as they stand; valid until something else is made there, or a backward
// pass goes on.
const float* sub_layer_sum(const Model& model, const Trace& trace, std::size_t index);

// Runs sub-layer `index` (2 * block for attention, + 1 for feed-forward) from its trace's x to `out`,
// (n_rows, d_model).
void sub_layer_forward(float* out, const Model& model, Trace& trace, std::size_t index, Mode mode);

// trace.dstream holds the gradient of the sub-layer's output and becomes that of its x. The gradients of its
// parameters are added to `gradients`.
void sub_layer_backward(const Model& model, Trace& trace, std::size_t index, float* gradients);

}  // namespace addnorm
