#include "transformers.h"

#include <algorithm>
#include <cmath>

#include "expect.h"
#include "inputs.h"

namespace addnorm::test {
namespace {

const char* const kPlacementNames[] = {"post",     "pre",    "sandwich", "resPost",
                                       "deepnorm", "rezero", "none",     "plain"};
const char* const kNormNames[] = {"layer", "rms", "batch"};

std::vector<NamedConfig> odd_configs() {
  const ModelConfig base = small_config(Placement::kPre, Norm::kLayer, true);
  std::vector<NamedConfig> result;
  const auto add = [&](const char* name, auto change) {
    ModelConfig config = base;
    change(config);
    result.push_back({name, config});
  };
  add("d_model 10 in 5 heads", [](ModelConfig& c) { c.d_model = 10, c.n_head = 5; });
  add("one head", [](ModelConfig& c) { c.n_head = 1; });
  add("heads of width 1", [](ModelConfig& c) { c.d_model = 3, c.n_head = 3; });
  add("d_model 1", [](ModelConfig& c) { c.d_model = 1, c.n_head = 1, c.norm = Norm::kRms; });
  add("d_ff 1", [](ModelConfig& c) { c.d_ff = 1; });
  add("d_ff 33", [](ModelConfig& c) { c.d_ff = 33; });
  add("one block", [](ModelConfig& c) { c.n_layer = 1; });
  add("five blocks", [](ModelConfig& c) { c.n_layer = 5; });
  add("gelu", [](ModelConfig& c) { c.activation = Activation::kGelu; });
  add("geluTanh", [](ModelConfig& c) { c.activation = Activation::kGeluTanh; });
  add("tied", [](ModelConfig& c) { c.tie_embeddings = true; });
  add("tied, not causal", [](ModelConfig& c) { c.tie_embeddings = true, c.is_causal = false; });
  add("sinusoidal", [](ModelConfig& c) { c.positional = Positional::kSinusoidal; });
  add("no positions", [](ModelConfig& c) { c.positional = Positional::kNone; });
  add("embedding scale 1", [](ModelConfig& c) { c.embedding_scale = 1.0; });
  add("wide eps", [](ModelConfig& c) { c.eps = 0.1; });
  add("large vocabulary", [](ModelConfig& c) { c.vocab_size = 65; });
  add("residual gain", [](ModelConfig& c) { c.arrangement.residual_gain = 0.7; });
  add("branch gain", [](ModelConfig& c) { c.arrangement.branch_gain = 0.4; });
  add("learned gain", [](ModelConfig& c) { c.arrangement.is_branch_gain_learned = true; });
  add("no final norm", [](ModelConfig& c) { c.arrangement.final_norm = false; });
  add("final norm after post", [](ModelConfig& c) { c.arrangement.slots = {.after = true}; });
  return result;
}

}  // namespace

ModelConfig small_config(Placement placement, Norm norm, bool is_causal) {
  ModelConfig config;
  config.vocab_size = 7;
  config.n_ctx = 6;
  config.d_model = 6;
  config.n_head = 2;
  config.n_layer = 2;
  config.d_ff = 9;
  config.norm = norm;
  config.is_causal = is_causal;
  config.embedding_scale = std::sqrt(6.0);
  config.arrangement = arrangement_of(placement, config.n_layer);
  return config;
}

std::vector<NamedConfig> all_configs() {
  std::vector<NamedConfig> result;
  for (const Placement placement : kPlacements) {
    for (const Norm norm : kNorms) {
      for (const bool is_causal : {true, false}) {
        result.push_back({std::string(kPlacementNames[static_cast<int>(placement)]) + ", " +
                              kNormNames[static_cast<int>(norm)] + (is_causal ? ", causal" : ""),
                          small_config(placement, norm, is_causal)});
      }
    }
  }
  for (unsigned bits = 0; bits < 8; ++bits) {
    ModelConfig config = small_config(Placement::kNone, bits % 2 == 0 ? Norm::kLayer : Norm::kRms, true);
    config.arrangement.slots = {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
    config.arrangement.final_norm = bits > 3;
    result.push_back({"slots " + std::to_string(bits), config});
  }
  for (NamedConfig& odd : odd_configs()) result.push_back(std::move(odd));
  return result;
}

std::map<std::string, std::size_t> parameter_sizes(const ModelConfig& config) {
  const std::size_t d = config.d_model;
  std::map<std::string, std::size_t> sizes;
  const auto add_norm = [&](const std::string& name) {
    sizes[name + ".weight"] = d;
    if (config.norm != Norm::kRms) sizes[name + ".bias"] = d;
  };
  sizes["tok_embedding.weight"] = config.vocab_size * d;
  if (config.positional == Positional::kLearned) sizes["pos_embedding.weight"] = config.n_ctx * d;
  const Slots& slots = config.arrangement.slots;
  const bool is_one_norm = int{slots.input} + int{slots.output} + int{slots.after} == 1;
  for (std::size_t l = 0; l < config.n_layer; ++l) {
    const std::string block = "layers." + std::to_string(l) + ".";
    sizes[block + "self_attn.in_proj_weight"] = 3 * d * d;
    sizes[block + "self_attn.in_proj_bias"] = 3 * d;
    sizes[block + "self_attn.out_proj.weight"] = d * d;
    sizes[block + "self_attn.out_proj.bias"] = d;
    sizes[block + "linear1.weight"] = config.d_ff * d;
    sizes[block + "linear1.bias"] = config.d_ff;
    sizes[block + "linear2.weight"] = d * config.d_ff;
    sizes[block + "linear2.bias"] = d;
    for (const std::string number : {"1", "2"}) {
      if (slots.input) add_norm(block + "norm" + number + (is_one_norm ? "" : "_input"));
      if (slots.output) add_norm(block + "norm" + number + (is_one_norm ? "" : "_output"));
      if (slots.after) add_norm(block + "norm" + number + (is_one_norm ? "" : "_after"));
      if (config.arrangement.is_branch_gain_learned) sizes[block + "branch_gain" + number] = 1;
    }
  }
  if (config.arrangement.final_norm) add_norm("norm");
  if (!config.tie_embeddings) sizes["unembedding.weight"] = config.vocab_size * d;
  sizes["unembedding.bias"] = config.vocab_size;
  return sizes;
}

reference::Tensors random_parameters(const ModelConfig& config, std::uint64_t seed) {
  reference::Tensors tensors;
  for (const auto& [name, size] : parameter_sizes(config)) {
    const bool is_around_1 = name.find("norm") != std::string::npos && name.ends_with("weight");
    // Rounded to float, so that the model and the reference can hold the very same numbers.
    std::vector<float> values = normal(size, ++seed);
    for (float& value : values) value = 0.4F * value + (is_around_1 ? 1.0F : 0.0F);
    tensors[name] = to_double(values);
  }
  return tensors;
}

Batch random_batch(const ModelConfig& config, std::size_t size, std::size_t seq_len, std::uint64_t seed) {
  const std::int32_t vocab_size = static_cast<std::int32_t>(config.vocab_size);
  Batch batch = {size, seq_len, whole_numbers(size * seq_len, seed, vocab_size),
                 whole_numbers(size * seq_len, seed + 1, vocab_size)};
  for (std::size_t i = 2; i < batch.targets.size(); i += 5) batch.targets[i] = -1;
  return batch;
}

std::map<std::string, std::vector<float>> by_name(const ParameterTable& table, const float* block) {
  std::map<std::string, std::vector<float>> tensors;
  for (const Parameter& p : table.parameters) {
    tensors[p.name] = std::vector<float>(block + p.offset, block + p.offset + p.size);
  }
  return tensors;
}

reference::Tensors by_name_in_double(const ParameterTable& table, const float* block) {
  reference::Tensors tensors;
  for (const auto& [name, values] : by_name(table, block)) tensors[name] = to_double(values);
  return tensors;
}

std::unique_ptr<Model> make_model(const ModelConfig& config, const reference::Tensors& parameters) {
  std::unique_ptr<Model> model = Model::create(config, 1.0);
  for (const Parameter& p : model->table().parameters) {
    const std::vector<float> values = to_float(parameters.at(p.name));
    std::copy(values.begin(), values.end(), model->parameters() + p.offset);
  }
  return model;
}

Pass run(const Model& model, const Batch& batch, Mode mode, double seed, double step) {
  const TracePointer trace = make_trace(model, batch.size, batch.seq_len);
  const float* logits = forward(model, *trace, batch.tokens.data(), mode, seed, step);
  Pass pass;
  pass.logits.assign(logits, logits + batch.tokens.size() * model.config().vocab_size);
  pass.loss = loss(model, *trace, batch.targets.data());
  pass.gradients.assign(model.table().size, 0.0F);
  backward(model, *trace, batch.tokens.data(), pass.gradients.data());
  return pass;
}

std::vector<float> logits_of(const Model& model, const Batch& batch, Mode mode) {
  const TracePointer trace = make_trace(model, batch.size, batch.seq_len);
  const float* logits = forward(model, *trace, batch.tokens.data(), mode);
  return {logits, logits + batch.tokens.size() * model.config().vocab_size};
}

}  // namespace addnorm::test
