// Configurations as the public API writes them, in the JSON of tests/golden. What is left out takes its
// default.
#pragma once

#include "addnorm/config.h"
#include "json.h"

namespace addnorm::test {

// Of the section "model".
ModelConfig model_config(const Json& model);

// Of the section "optimizer".
OptimizerConfig optimizer_config(const Json& optimizer);

// Of a whole run: the sections "task", "optimizer" and "schedule", and what stands beside them.
TrainerConfig trainer_config(const Json& run);

}  // namespace addnorm::test
