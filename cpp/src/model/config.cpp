// What makes a configuration sound. The page and the package check the same before they call; this is the
// second look.
#include "addnorm/config.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace addnorm {

namespace {

// A number as people write it, to six significant digits. printf would do, and weighs a tenth of the whole
// wasm module.
std::string text(double value) {
  constexpr std::size_t kDigits = 6;
  constexpr double kExactBelow = 9007199254740992.0;
  if (std::isnan(value)) return "nan";
  if (value < 0.0) return std::string("-").append(text(-value));
  if (std::isinf(value)) return "inf";
  if (value == std::floor(value) && value < kExactBelow)
    return std::to_string(static_cast<std::uint64_t>(value));

  int exponent = 0;
  for (; value >= 10.0; ++exponent) value /= 10.0;
  for (; value < 1.0; --exponent) value *= 10.0;
  std::string digits = std::to_string(std::lround(value * 1e5));
  if (digits.size() > kDigits) ++exponent;
  digits.erase(std::min(digits.find_last_not_of('0') + 1, kDigits));
  if (exponent < -4 || exponent >= static_cast<int>(kDigits)) {
    if (digits.size() > 1) digits = std::string(digits, 0, 1).append(".").append(digits, 1);
    return digits.append("e").append(std::to_string(exponent));
  }
  if (exponent < 0)
    return std::string("0.").append(static_cast<std::size_t>(-exponent - 1), '0').append(digits);
  const std::size_t n_whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() < n_whole) digits.resize(n_whole, '0');
  if (digits.size() == n_whole) return digits;
  return std::string(digits, 0, n_whole).append(".").append(digits, n_whole);
}

class Checker {
 public:
  void fault(const char* name, double value, const std::string& allowed) {
    faults_.push_back(std::string("invalid ") + name + ": " + text(value) + " (must be " + allowed + ")");
  }

  // Written so that NaN is a fault.
  void range(const char* name, double value, double lowest, double highest) {
    if (!(value >= lowest && value <= highest))
      fault(name, value, "from " + text(lowest) + " to " + text(highest));
  }

  void whole(const char* name, double value, double lowest, double highest) {
    if (!(value >= lowest && value <= highest && value == std::floor(value))) {
      fault(name, value, "a whole number from " + text(lowest) + " to " + text(highest));
    }
  }

  [[nodiscard]] Faults result() { return std::move(faults_); }

 private:
  Faults faults_;
};

constexpr double kMaxSeed = 9007199254740991.0;

void check_text(Checker& check, const TaskConfig& task, const ModelConfig& model) {
  check.range("nText", task.n_text, 2.0 * (model.n_ctx + 1.0), kMaxTextLength);
  // One fault is enough: what is no symbol is one for the same reason everywhere.
  for (std::uint32_t i = 0; i < task.n_text; ++i) {
    const std::int32_t token = task.text[i];
    if (token >= 2 && token < static_cast<std::int64_t>(model.vocab_size)) continue;
    check.fault("text", token, "a symbol, from 2 to " + text(model.vocab_size - 1.0));
    break;
  }
}

}  // namespace

Faults validate(const ModelConfig& c) {
  Checker check;
  check.range("vocabSize", c.vocab_size, 3, kMaxVocabSize);
  check.range("nCtx", c.n_ctx, 1, 256);
  check.range("dModel", c.d_model, 1, 512);
  check.range("nHead", c.n_head, 1, 64);
  check.range("nLayer", c.n_layer, 1, 48);
  check.range("dFf", c.d_ff, 1, 2048);
  if (c.n_head > 0 && c.d_model % c.n_head != 0) {
    check.fault("dModel", c.d_model, "a multiple of nHead = " + text(c.n_head));
  }
  check.range("embeddingScale", c.embedding_scale, 1e-3, 1e3);
  check.range("dropout", c.dropout, 0, 1);
  check.range("eps", c.eps, 1e-12, 1);
  check.range("residualGain", c.arrangement.residual_gain, -100, 100);
  check.range("branchGain", c.arrangement.branch_gain, -100, 100);
  check.range("initGain", c.arrangement.init_gain, 0, 100);
  return check.result();
}

Faults validate(const TrainerConfig& c, const ModelConfig& model) {
  Checker check;
  const std::uint32_t n_symbols = model.vocab_size - 2;
  const bool is_parity = c.task.kind == TaskKind::kParity;
  if (is_parity && n_symbols < 2)
    check.fault("vocabSize", model.vocab_size, "at least 4 for the task parity");
  if (c.task.kind == TaskKind::kText) check_text(check, c.task, model);
  if (c.task.modulus != 0) check.range("modulus", c.task.modulus, 1, n_symbols);
  check.range("batch", c.batch, 1, 256);
  if (model.norm == Norm::kBatch && c.batch * model.n_ctx < 2) {
    check.fault("batch", c.batch,
                "at least 2 with batch norm and one token a sequence: it has no statistics of one row");
  }
  check.whole("seed", c.seed, 0, kMaxSeed);
  check.range("clipNorm", c.clip_norm, 0, 1e6);
  check.range("lr", c.optimizer.lr, 0, 100);
  check.range("momentum", c.optimizer.momentum, 0, 0.9999);
  check.range("beta1", c.optimizer.beta1, 0, 0.9999);
  check.range("beta2", c.optimizer.beta2, 0, 0.999999);
  check.range("eps", c.optimizer.eps, 1e-12, 1);
  check.range("weightDecay", c.optimizer.weight_decay, 0, 10);
  check.whole("warmup", c.schedule.warmup, 0, 1e6);
  check.whole("totalSteps", c.schedule.total_steps, 1, 1e6);
  return check.result();
}

}  // namespace addnorm
