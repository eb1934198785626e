// The golden cases: models made and run by PyTorch in double, read from tests/golden. A case is <name>.json
// (configuration, tokens, targets, logits, loss, losses of training) beside <name>.safetensors (parameters)
// and <name>.grads.safetensors. There are four of nn.TransformerEncoder, and those that generate.py writes.
#pragma once

#include <optional>
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

// Twenty steps of one optimiser on the case's batch.
struct TorchCurve {
  OptimizerConfig optimizer;
  reference::Vector losses;          // before each step
  std::optional<double> loss_after;  // after them all, in evaluation, where rounding does not decide it
};

struct TorchCase {
  ModelConfig config;
  Batch batch;
  reference::Tensors parameters, running_stats, gradients;
  reference::Vector logits;  // in evaluation
  double loss;               // in training
  std::vector<TorchCurve> curves;
};

// All end the test program if a file is missing or broken: there is nothing to compare with.
Json read_json(const std::string& name);
Golden read_golden(const std::string& name);
TorchCase read_torch_case(const std::string& name);

// The names of all cases that generate.py writes.
std::vector<std::string> torch_case_names();

}  // namespace addnorm::test
