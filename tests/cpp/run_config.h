// Configurations as the public API writes them, in the JSON of tests/golden. What is left out takes its
// default.
#pragma once

#include <cstdint>
#include <vector>

#include "addnorm/config.h"
#include "json.h"

namespace addnorm::test {

// Of one section by itself.
ModelConfig model_config(const Json& model);
OptimizerConfig optimizer_config(const Json& optimizer);

// Of a whole run: its section "model", and all that stands beside it but the text of its task.
ModelConfig model_config_of_run(const Json& run);
TrainerConfig trainer_config_of_run(const Json& run);

// The ASCII text of a run's task as symbols, its characters in order from 2 on; empty if there is none.
std::vector<std::int32_t> text_of_run(const Json& run);

}  // namespace addnorm::test
