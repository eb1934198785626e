// Configurations as the public API writes them, in the JSON of tests/golden. What is left out takes its
// default.
#pragma once

#include "addnorm/config.h"
#include "json.h"

namespace addnorm::test {

// Of one section by itself.
ModelConfig model_config(const Json& model);
OptimizerConfig optimizer_config(const Json& optimizer);

// Of a whole run: its section "model", and all that stands beside it.
ModelConfig model_config_of_run(const Json& run);
TrainerConfig trainer_config_of_run(const Json& run);

}  // namespace addnorm::test
