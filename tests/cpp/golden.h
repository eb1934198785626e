// The golden cases: models made and run by PyTorch in double, read from tests/golden. A case is <name>.json
// (configuration, tokens, targets, logits, loss, losses of training) beside <name>.safetensors (parameters)
// and <name>.grads.safetensors.
#pragma once

#include <string>
#include <vector>

#include "addnorm/config.h"
#include "json.h"
#include "reference/transformer.h"
#include "transformers.h"

namespace addnorm::test {

struct Golden {
  ModelConfig config;
  Batch batch;
  reference::Tensors parameters, gradients;
  reference::Vector logits;
  double loss;
  OptimizerConfig optimizer;  // Adam
  reference::Vector losses;   // before each of its steps on the same batch
};

// Both end the test program if a file is missing or broken: there is nothing to compare with.
Json read_json(const std::string& name);
Golden read_golden(const std::string& name);

}  // namespace addnorm::test
