#include "golden.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "json.h"
#include "run_config.h"

namespace addnorm::test {
namespace {

std::string read_file(const std::string& name) {
  const std::string path = std::string(ADDNORM_GOLDEN_DIR) + "/" + name;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    std::abort();
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

// The format of safetensors: eight bytes of header length, a header of JSON, then the numbers, all
// little-endian.
reference::Tensors read_safetensors(const std::string& name) {
  const std::string bytes = read_file(name);
  std::uint64_t header_length = 0;
  std::memcpy(&header_length, bytes.data(), sizeof header_length);
  const std::size_t data = sizeof header_length + static_cast<std::size_t>(header_length);
  reference::Tensors tensors;
  for (const auto& [tensor, entry] :
       parse_json(bytes.substr(sizeof header_length, data - sizeof header_length)).fields) {
    if (tensor == "__metadata__") continue;
    const std::size_t begin = static_cast<std::size_t>(entry["data_offsets"].items[0].number);
    const std::size_t end = static_cast<std::size_t>(entry["data_offsets"].items[1].number);
    if (entry["dtype"].text != "F32" || data + end > bytes.size()) {
      std::fprintf(stderr, "%s: cannot read %s\n", name.c_str(), tensor.c_str());
      std::abort();
    }
    std::vector<float> values((end - begin) / sizeof(float));
    std::memcpy(values.data(), bytes.data() + data + begin, end - begin);
    tensors[tensor] = {values.begin(), values.end()};
  }
  return tensors;
}

reference::Vector numbers(const Json& json) {
  reference::Vector result;
  for (const Json& item : json.items) result.push_back(item.number);
  return result;
}

std::vector<std::int32_t> whole(const Json& json) {
  std::vector<std::int32_t> result;
  for (const Json& item : json.items) result.push_back(static_cast<std::int32_t>(item.number));
  return result;
}

ModelConfig read_config(const Json& json) {
  const auto size = [&](const char* name) { return static_cast<std::uint32_t>(json[name].number); };
  ModelConfig config;
  config.vocab_size = size("vocab_size");
  config.n_ctx = size("seq_len");
  config.d_model = size("d_model");
  config.n_head = size("n_head");
  config.n_layer = size("n_layer");
  config.d_ff = size("d_ff");
  config.activation = json["activation"].text == "relu" ? Activation::kRelu : Activation::kGelu;
  config.is_causal = json["causal"].is_true;
  config.embedding_scale = json["embedding_scale"].number;
  config.eps = json["eps"].number;
  config.arrangement =
      arrangement_of(json["norm"].text == "pre" ? Placement::kPre : Placement::kPost, config.n_layer);
  config.arrangement.final_norm = json["final_norm"].is_true;
  return config;
}

Batch read_batch(const Json& json, std::size_t seq_len) {
  return {static_cast<std::size_t>(json["batch"].number), seq_len, whole(json["tokens"]),
          whole(json["targets"])};
}

}  // namespace

Json read_json(const std::string& name) {
  return parse_json(read_file(name));
}

Golden read_golden(const std::string& name) {
  const Json json = read_json(name + ".json");
  Golden golden;
  golden.config = read_config(json);
  golden.batch = read_batch(json, golden.config.n_ctx);
  golden.parameters = read_safetensors(name + ".safetensors");
  golden.gradients = read_safetensors(name + ".grads.safetensors");
  golden.logits = numbers(json["logits"]);
  golden.loss = json["loss"].number;
  const Json& adam = json["adam"];
  golden.optimizer = {.kind = OptimizerKind::kAdam,
                      .lr = adam["lr"].number,
                      .beta1 = adam["beta1"].number,
                      .beta2 = adam["beta2"].number,
                      .eps = adam["eps"].number};
  golden.losses = numbers(adam["losses"]);
  return golden;
}

TorchCase read_torch_case(const std::string& name) {
  const Json json = read_json(name + ".json");
  TorchCase result;
  result.config = model_config(json["config"]);
  result.batch = read_batch(json, result.config.n_ctx);
  result.gradients = read_safetensors(name + ".grads.safetensors");
  // What has no gradient is no parameter.
  for (auto& [tensor, values] : read_safetensors(name + ".safetensors")) {
    (result.gradients.contains(tensor) ? result.parameters : result.running_stats)[tensor] = values;
  }
  result.logits = numbers(json["logits"]);
  result.loss = json["loss"].number;
  for (const Json& curve : json["curves"].items) {
    result.curves.push_back({optimizer_config(curve["optimizer"]), numbers(curve["losses"]), {}});
    if (curve.fields.contains("lossAfter")) result.curves.back().loss_after = curve["lossAfter"].number;
  }
  return result;
}

std::vector<std::string> torch_case_names() {
  std::vector<std::string> names;
  for (const Json& name : read_json("torch.json").items) names.push_back(name.text);
  return names;
}

}  // namespace addnorm::test
