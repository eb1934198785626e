// Whole models for tests: configurations of every kind, and the bridge between a Model and the reference,
// which share nothing but the names of the parameters.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "addnorm/config.h"
#include "addnorm/model.h"
#include "reference/transformer.h"

namespace addnorm::test {

inline constexpr Placement kPlacements[] = {Placement::kPost,    Placement::kPre,      Placement::kSandwich,
                                            Placement::kResPost, Placement::kDeepnorm, Placement::kRezero,
                                            Placement::kNone,    Placement::kPlain};
inline constexpr Norm kNorms[] = {Norm::kLayer, Norm::kRms, Norm::kBatch};

struct NamedConfig {
  std::string name;
  ModelConfig config;
};

// A small model that differs from others of its kind only in what the test is about.
ModelConfig small_config(Placement placement, Norm norm, bool is_causal);

// Every placement x norm x causal or not, all custom slots, and every other choice and odd size once.
std::vector<NamedConfig> all_configs();

// Shapes by the names of architecture.md, worked out here anew.
std::map<std::string, std::size_t> parameter_sizes(const ModelConfig& config);

// Values that hide nothing: all biases, gammas and gains away from their initial 0 and 1.
reference::Tensors random_parameters(const ModelConfig& config, std::uint64_t seed);

struct Batch {
  std::size_t size, seq_len;
  std::vector<std::int32_t> tokens, targets;  // some targets are -1
};
Batch random_batch(const ModelConfig& config, std::size_t size, std::size_t seq_len, std::uint64_t seed);

// A block laid out as the parameters, such as the gradients, by name.
std::map<std::string, std::vector<float>> by_name(const ParameterTable& table, const float* block);
reference::Tensors by_name_in_double(const ParameterTable& table, const float* block);

// A model that holds these parameters; its seed does not show.
std::unique_ptr<Model> make_model(const ModelConfig& config, const reference::Tensors& parameters);

// One pass forward and backward. The gradients start from 0.
struct Pass {
  std::vector<float> logits;
  Loss loss;
  std::vector<float> gradients;
};
Pass run(const Model& model, const Batch& batch, Mode mode, double seed = 0.0, double step = 0.0);

// Forward only.
std::vector<float> logits_of(const Model& model, const Batch& batch, Mode mode = Mode::kEvaluation);

}  // namespace addnorm::test
