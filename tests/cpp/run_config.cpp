#include "run_config.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <set>

namespace addnorm::test {
namespace {

// Reads the fields of one section of a configuration that are given; the others keep what they have.
class Section {
 public:
  explicit Section(const Json& section) : given_(section.fields) {}

  template <typename T>
  void number(const char* name, T& value) const {
    if (const Json* json = find(name)) value = static_cast<T>(json->number);
  }
  void boolean(const char* name, bool& value) const {
    if (const Json* json = find(name)) value = json->is_true;
  }
  // The choices stand in the order of the enumerators.
  template <typename Enum>
  void choice(const char* name, Enum& value, const std::vector<std::string>& choices) const {
    const Json* json = find(name);
    if (json == nullptr) return;
    const auto found = std::find(choices.begin(), choices.end(), json->text);
    if (found == choices.end()) {
      std::fprintf(stderr, "%s: no choice %s\n", name, json->text.c_str());
      std::abort();
    }
    value = static_cast<Enum>(found - choices.begin());
  }

 private:
  [[nodiscard]] const Json* find(const char* name) const {
    const auto field = given_.find(name);
    return field != given_.end() ? &field->second : nullptr;
  }

  std::map<std::string, Json> given_;
};

// One that is not there gives nothing.
Json section_of(const Json& config, const std::string& name) {
  return config.fields.contains(name) ? config[name] : Json{};
}

// The row of the table, with what the configuration says otherwise.
Arrangement arrangement(const Json& json, std::size_t n_layer) {
  const Section model(json);
  Placement placement = Placement::kPost;
  model.choice("placement", placement,
               {"post", "pre", "sandwich", "resPost", "deepnorm", "rezero", "none", "plain"});
  Arrangement result = arrangement_of(placement, n_layer);
  const Section slots(section_of(json, "slots"));
  slots.boolean("input", result.slots.input);
  slots.boolean("output", result.slots.output);
  slots.boolean("after", result.slots.after);
  model.number("residualGain", result.residual_gain);
  model.number("branchGain", result.branch_gain);
  model.boolean("learnBranchGain", result.is_branch_gain_learned);
  model.number("initGain", result.init_gain);
  model.boolean("finalNorm", result.final_norm);
  return result;
}

}  // namespace

ModelConfig model_config(const Json& json) {
  const Section model(json);
  ModelConfig c;
  model.number("vocabSize", c.vocab_size);
  model.number("nCtx", c.n_ctx);
  model.number("dModel", c.d_model);
  model.number("nHead", c.n_head);
  model.number("nLayer", c.n_layer);
  c.d_ff = 4 * c.d_model;
  model.number("dFf", c.d_ff);
  model.choice("norm", c.norm, {"layer", "rms", "batch"});
  model.choice("activation", c.activation, {"relu", "gelu", "geluTanh"});
  model.choice("positional", c.positional, {"learned", "sinusoidal", "none"});
  model.choice("init", c.init, {"xavier", "gpt2"});
  c.embedding_scale = c.init == Init::kXavier ? std::sqrt(static_cast<double>(c.d_model)) : 1.0;
  model.number("embeddingScale", c.embedding_scale);
  model.boolean("causal", c.is_causal);
  model.boolean("tieEmbeddings", c.tie_embeddings);
  model.number("dropout", c.dropout);
  model.number("eps", c.eps);
  c.arrangement = arrangement(json, c.n_layer);
  return c;
}

OptimizerConfig optimizer_config(const Json& json) {
  const Section optimizer(json);
  OptimizerConfig c;
  optimizer.choice("kind", c.kind, {"sgd", "adam", "adamw"});
  optimizer.number("lr", c.lr);
  optimizer.number("momentum", c.momentum);
  optimizer.number("beta1", c.beta1);
  optimizer.number("beta2", c.beta2);
  optimizer.number("eps", c.eps);
  optimizer.number("weightDecay", c.weight_decay);
  return c;
}

ModelConfig model_config_of_run(const Json& json) {
  return model_config(section_of(json, "model"));
}

TrainerConfig trainer_config_of_run(const Json& json) {
  TrainerConfig c;
  const Section task(section_of(json, "task"));
  task.choice("kind", c.task.kind,
              {"copy", "reverse", "sort", "modularAddition", "parity", "induction", "text"});
  task.number("modulus", c.task.modulus);
  c.optimizer = optimizer_config(section_of(json, "optimizer"));
  const Section schedule(section_of(json, "schedule"));
  schedule.choice("kind", c.schedule.kind, {"constant", "linear", "cosine", "inverseSqrt", "noam"});
  schedule.number("warmup", c.schedule.warmup);
  schedule.number("totalSteps", c.schedule.total_steps);
  const Section run(json);
  run.number("batch", c.batch);
  run.number("seed", c.seed);
  run.number("clipNorm", c.clip_norm);
  return c;
}

std::vector<std::int32_t> text_of_run(const Json& json) {
  const Json task = section_of(json, "task");
  const std::string text = section_of(task, "text").text;
  const std::set<char> characters(text.begin(), text.end());
  std::vector<std::int32_t> symbols;
  for (const char character : text) {
    const auto place = std::distance(characters.begin(), characters.find(character));
    symbols.push_back(2 + static_cast<std::int32_t>(place));
  }
  return symbols;
}

}  // namespace addnorm::test
