// Initial values of parameters: a function of seed, name, shape and kind of each tensor, and of nothing else.
#pragma once

#include "addnorm/config.h"
#include "addnorm/parameters.h"

namespace addnorm {

// Writes the whole block. xavier: uniform in +-sqrt(6 / (fan_in + fan_out)) (Glorot and Bengio 2010, eq. 16),
// embeddings normal with variance 1 / d_model; gpt2: normal with standard deviation 0.02. Biases and beta 0,
// gamma 1.
void init_parameters(float* block, const ParameterTable& table, const ModelConfig& config, double seed);

}  // namespace addnorm
