// A libFuzzer target: bytes become a configuration, sound or not. validate() must find a fault exactly where
// there is one; what it finds sound is trained, generated from and hashed, twice to the same bits, under the
// sanitizers. `npm run fuzz -- model` builds and runs it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "addnorm/trainer.h"

namespace addnorm {
namespace {

void require(bool is_true, const char* what) {
  if (is_true) return;
  std::fprintf(stderr, "not true: %s\n", what);
  std::abort();
}

// Turns bytes into fields, each within its range or, now and then, outside; zeros after the last byte.
class Reader {
 public:
  Reader(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  [[nodiscard]] bool is_sound() const { return is_sound_; }
  void must(bool is_true) { is_sound_ = is_sound_ && is_true; }

  template <typename Enum>
  Enum choice(int count) {
    return static_cast<Enum>(byte() % count);
  }
  bool boolean() { return byte() % 2 == 1; }

  std::uint32_t whole(std::uint32_t lowest, std::uint32_t usual, std::uint32_t highest) {
    const std::uint8_t how = byte();
    std::uint32_t value = lowest + byte() % (usual - lowest + 1);
    if (how == 255) value = bits<std::uint32_t>();
    if (how == 254) value = highest;
    if (how == 253) value = highest + 1;
    if (how == 252) value = lowest - 1;
    must(value >= lowest && value <= highest);
    return value;
  }

  double number(double lowest, double highest) {
    const double value = any_number(lowest, highest);
    must(value >= lowest && value <= highest);
    return value;
  }

  double whole_number(double lowest, double highest) {
    const double value = any_number(lowest, highest);
    const double rounded = byte() < 250 ? std::floor(value) : value;
    must(rounded == std::floor(rounded) && rounded >= lowest && rounded <= highest);
    return rounded;
  }

 private:
  std::uint8_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }

  // A number that is often, not always, within the range.
  double any_number(double lowest, double highest) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const double specials[] = {lowest,
                               highest,
                               std::nextafter(lowest, -kInfinity),
                               std::nextafter(highest, kInfinity),
                               kInfinity,
                               NAN,
                               -kInfinity,
                               5e-324,
                               -0.0,
                               1e308,
                               9007199254740993.0};
    const std::uint8_t how = byte();
    double value = lowest + (highest - lowest) * byte() / 255.0;
    if (how == 255) value = bits<double>();
    if (how >= 240 && how < 251) value = specials[how - 240];
    return value;
  }

  template <typename T>
  T bits() {
    std::uint8_t bytes[sizeof(T)];
    for (std::uint8_t& b : bytes) b = byte();
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }

  const std::uint8_t* data_;
  std::size_t left_;
  bool is_sound_ = true;
};

// Ranges are those that the documentation gives, written down once more.
ModelConfig read_model(Reader& reader) {
  ModelConfig c;
  c.n_head = reader.whole(1, 4, 64);
  c.d_model = reader.whole(1, 17, 512);
  // Few widths are a multiple of the heads by chance.
  if (reader.boolean() && reader.is_sound()) c.d_model -= c.d_model % c.n_head;
  reader.must(c.d_model > 0 && c.n_head > 0 && c.d_model % c.n_head == 0);
  c.vocab_size = reader.whole(3, 20, 512);
  c.n_ctx = reader.whole(1, 9, 256);
  c.n_layer = reader.whole(1, 3, 48);
  c.d_ff = reader.whole(1, 20, 2048);
  c.norm = reader.choice<Norm>(3);
  c.activation = reader.choice<Activation>(3);
  c.positional = reader.choice<Positional>(3);
  c.init = reader.choice<Init>(2);
  c.is_causal = reader.boolean();
  c.tie_embeddings = reader.boolean();
  c.embedding_scale = reader.number(1e-3, 1e3);
  c.dropout = reader.number(0, 1);
  c.eps = reader.number(1e-12, 1);
  c.arrangement.slots = {reader.boolean(), reader.boolean(), reader.boolean()};
  c.arrangement.residual_gain = reader.number(-100, 100);
  c.arrangement.branch_gain = reader.number(-100, 100);
  c.arrangement.is_branch_gain_learned = reader.boolean();
  c.arrangement.init_gain = reader.number(0, 100);
  c.arrangement.final_norm = reader.boolean();
  return c;
}

// A text of symbols, one of which may be none. It is never much longer than what is allowed, so that there is
// all of it.
std::vector<std::int32_t> read_text(Reader& reader, const ModelConfig& model) {
  const std::uint32_t shortest = 2 * (model.n_ctx + 1);
  const std::uint32_t size = reader.whole(shortest, shortest + 40, kMaxTextLength);
  const std::uint32_t n_symbols = model.vocab_size - 2;
  std::vector<std::int32_t> text(std::min(size, kMaxTextLength + 1));
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = 2 + static_cast<std::int32_t>(i * i % n_symbols);
  const std::size_t place = reader.choice<std::size_t>(static_cast<int>(text.size()));
  text[place] = static_cast<std::int32_t>(reader.whole(2, model.vocab_size - 1, model.vocab_size - 1));
  return text;
}

// The text belongs to the caller.
TrainerConfig read_trainer(Reader& reader, const ModelConfig& model, std::vector<std::int32_t>& text) {
  TrainerConfig c;
  c.task.kind = reader.choice<TaskKind>(7);
  if (c.task.kind == TaskKind::kText) {
    text = read_text(reader, model);
    c.task.text = text.data();
    c.task.n_text = static_cast<std::uint32_t>(text.size());
  }
  // 0 stands for the largest there is.
  c.task.modulus = reader.whole(0, 8, model.vocab_size - 2);
  reader.must(c.task.kind != TaskKind::kParity || model.vocab_size >= 4);
  c.optimizer.kind = reader.choice<OptimizerKind>(3);
  c.optimizer.lr = reader.number(0, 100);
  c.optimizer.momentum = reader.number(0, 0.9999);
  c.optimizer.beta1 = reader.number(0, 0.9999);
  c.optimizer.beta2 = reader.number(0, 0.999999);
  c.optimizer.eps = reader.number(1e-12, 1);
  c.optimizer.weight_decay = reader.number(0, 10);
  c.schedule.kind = reader.choice<ScheduleKind>(5);
  c.schedule.warmup = reader.whole_number(0, 1e6);
  c.schedule.total_steps = reader.whole_number(1, 1e6);
  c.batch = reader.whole(1, 4, 256);
  reader.must(model.norm != Norm::kBatch || std::uint64_t{c.batch} * model.n_ctx >= 2);
  c.seed = reader.whole_number(0, 9007199254740991.0);
  c.clip_norm = reader.number(0, 1e6);
  return c;
}

void check_texts(const Faults& faults) {
  for (const std::string& fault : faults) {
    require(fault.starts_with("invalid ") && fault.find(" (must be ") != std::string::npos &&
                fault.ends_with(")"),
            "a fault names the field and says what is allowed");
  }
}

std::uint64_t train(const ModelConfig& config, const TrainerConfig& trainer_config) {
  const std::unique_ptr<Model> model = Model::create(config, trainer_config.seed);
  require(model != nullptr, "there is memory for a small model");
  const std::unique_ptr<Trainer> trainer = Trainer::create(*model, trainer_config);
  require(trainer != nullptr, "there is memory for a small trainer");
  for (int step = 0; step < 2; ++step) trainer->step();
  trainer->evaluate(1);
  const std::int32_t prompt[] = {1, 2};
  std::int32_t out[3] = {};
  const GenerateStatus status = generate(out, *model, prompt, 2, 3, 1.0, trainer_config.seed);
  require(status != GenerateStatus::kOutOfMemory, "there is memory to generate");
  const bool are_tokens = std::all_of(out, out + 3, [&](std::int32_t token) {
    return token >= 0 && static_cast<std::uint32_t>(token) < config.vocab_size;
  });
  require(are_tokens, "what is generated are tokens");
  return trainer->fingerprint();
}

void run(Reader reader) {
  // Training takes a hundred times as long as validating: most inputs do without.
  const bool is_trained = reader.choice<int>(8) == 1;
  const ModelConfig model = read_model(reader);
  const Faults model_faults = validate(model);
  check_texts(model_faults);
  require(model_faults.empty() == reader.is_sound(), "a model has faults exactly if it is not sound");
  if (!model_faults.empty()) return;

  std::vector<std::int32_t> text;
  const TrainerConfig trainer = read_trainer(reader, model, text);
  const Faults trainer_faults = validate(trainer, model);
  check_texts(trainer_faults);
  require(trainer_faults.empty() == reader.is_sound(), "a trainer has faults exactly if it is not sound");
  if (!trainer_faults.empty()) return;

  constexpr double kSmall = 192.0 * 1024.0;
  const double bytes = bytes_needed(model, trainer.batch, trainer.task.n_text);
  require(bytes > 0 && std::isfinite(bytes), "a sound run needs a finite number of bytes");
  if (bytes > kSmall || !is_trained) return;
  require(train(model, trainer) == train(model, trainer), "a run is the same bits again");
}

}  // namespace
}  // namespace addnorm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  addnorm::run(addnorm::Reader(data, size));
  return 0;
}
