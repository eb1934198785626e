// The same bits everywhere: the hash of all parameters after 50 steps of each run in
// tests/golden/fingerprints.json is what stands there, in this build. The other builds and the browsers are
// held to the same file (tests/lib, tests/browser).
#include <gtest/gtest.h>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <set>

#include "addnorm/trainer.h"
#include "golden.h"
#include "json.h"
#include "lab.h"

namespace addnorm::test {
namespace {

constexpr int kSteps = 50;

// Reads the fields of one section of a configuration that are given; the others keep what they have.
class Section {
 public:
  Section(const Json& config, const std::string& name) : fields_(config.fields) {
    if (const auto section = fields_.find(name); section != fields_.end()) {
      given_ = section->second.fields;
    }
  }

  template <typename T>
  void number(const char* name, T& value) const {
    if (const Json* json = find(name)) value = static_cast<T>(json->number);
  }
  void string(const char* name, std::string& value) const {
    if (const Json* json = find(name)) value = json->text;
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
    ASSERT_NE(found, choices.end()) << json->text;
    value = static_cast<Enum>(found - choices.begin());
  }

 private:
  [[nodiscard]] const Json* find(const char* name) const {
    const auto field = given_.find(name);
    return field != given_.end() ? &field->second : nullptr;
  }

  std::map<std::string, Json> fields_, given_;
};

ModelConfig model_config(const Json& config) {
  const Section model(config, "model");
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
  model.boolean("causal", c.is_causal);
  model.boolean("tieEmbeddings", c.tie_embeddings);
  model.number("dropout", c.dropout);
  Placement placement = Placement::kPost;
  model.choice("placement", placement,
               {"post", "pre", "sandwich", "resPost", "deepnorm", "rezero", "none", "plain"});
  c.arrangement = arrangement_of(placement, c.n_layer);
  return c;
}

// Of a task that has one.
std::string text_of(const Json& config) {
  std::string text;
  Section(config, "task").string("text", text);
  return text;
}

// The characters of an ASCII text in order, from 2 on.
std::vector<std::int32_t> symbols_of(const std::string& text) {
  const std::set<char> characters(text.begin(), text.end());
  std::vector<std::int32_t> symbols;
  for (const char c : text) {
    symbols.push_back(2 + static_cast<std::int32_t>(std::distance(characters.begin(), characters.find(c))));
  }
  return symbols;
}

TrainerConfig trainer_config(const Json& config, const std::vector<std::int32_t>& text) {
  TrainerConfig c;
  const Section task(config, "task");
  task.choice("kind", c.task.kind,
              {"copy", "reverse", "sort", "modularAddition", "parity", "induction", "text"});
  c.task.text = text.data();
  c.task.n_text = static_cast<std::uint32_t>(text.size());
  task.number("modulus", c.task.modulus);
  const Section optimizer(config, "optimizer");
  optimizer.choice("kind", c.optimizer.kind, {"sgd", "adam", "adamw"});
  optimizer.number("lr", c.optimizer.lr);
  optimizer.number("momentum", c.optimizer.momentum);
  optimizer.number("weightDecay", c.optimizer.weight_decay);
  const Section schedule(config, "schedule");
  schedule.choice("kind", c.schedule.kind, {"constant", "linear", "cosine", "inverseSqrt", "noam"});
  schedule.number("warmup", c.schedule.warmup);
  schedule.number("totalSteps", c.schedule.total_steps);
  const auto top = [&](const char* name, auto& value) {
    if (config.fields.contains(name)) {
      value = static_cast<std::decay_t<decltype(value)>>(config[name].number);
    }
  };
  top("batch", c.batch);
  top("seed", c.seed);
  top("clipNorm", c.clip_norm);
  return c;
}

TEST(Fingerprint, IsThatOfEveryOtherBuild) {
  const Json file = read_json("fingerprints.json");
  ASSERT_GE(file.items.size(), 8U);
  for (const Json& run : file.items) {
    const ModelConfig model = model_config(run["config"]);
    const std::vector<std::int32_t> text = symbols_of(text_of(run["config"]));
    const TrainerConfig trainer = trainer_config(run["config"], text);
    ASSERT_EQ(validate(model), Faults{}) << run["name"].text;
    ASSERT_EQ(validate(trainer, model), Faults{}) << run["name"].text;
    const Lab lab(model, trainer);
    for (int step = 0; step < kSteps; ++step) lab.trainer->step();
    char fingerprint[17];
    std::snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, lab.trainer->fingerprint());
    EXPECT_EQ(fingerprint, run["fingerprint"].text) << run["name"].text;
  }
}

}  // namespace
}  // namespace addnorm::test
