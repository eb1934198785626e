// What JavaScript holds; the contract is in handles.h.
#include "handles.h"

#include <algorithm>
#include <new>

namespace addnorm::bindings {

Trace* ModelHandle::trace(std::size_t batch, std::size_t seq_len) {
  if (trace_ == nullptr || batch != batch_ || seq_len != seq_len_) {
    trace_ = nullptr;  // The old memory goes before the new is asked for.
    trace_ = make_trace(*model_, batch, seq_len);
    batch_ = batch;
    seq_len_ = seq_len;
  }
  return trace_.get();
}

const float* ModelHandle::forward(const std::int32_t* tokens, std::size_t batch, std::size_t seq_len) {
  Trace* pass = trace(batch, seq_len);
  return pass != nullptr ? addnorm::forward(*model_, *pass, tokens, Mode::kEvaluation) : nullptr;
}

double ModelHandle::loss_and_gradients(float* gradients, const std::int32_t* tokens,
                                       const std::int32_t* targets, std::size_t batch, std::size_t seq_len) {
  Trace* pass = trace(batch, seq_len);
  if (pass == nullptr) return -1.0;
  std::fill_n(gradients, size(), 0.0F);
  addnorm::forward(*model_, *pass, tokens, Mode::kGradient);
  const Loss result = loss(*model_, *pass, targets);
  backward(*model_, *pass, tokens, gradients);
  return result.loss;
}

void ModelHandle::norm_internals(double* out, std::size_t norm, std::size_t row) const {
  constexpr std::size_t kNumbers = 3;
  const std::size_t d_model = model_->config().d_model;
  double* x = out + kNumbers;
  const NormInternals internals =
      addnorm::norm_internals(x, x + d_model, x + 2 * d_model, *model_, *trace_, norm, row);
  out[0] = internals.mean;
  out[1] = internals.var;
  out[2] = internals.rstd;
}

int ModelHandle::generate(std::int32_t* out, const std::int32_t* prompt, std::size_t n_prompt,
                          std::size_t max_new_tokens, double temperature, double seed) {
  return static_cast<int>(
      addnorm::generate(out, *model_, prompt, n_prompt, max_new_tokens, temperature, seed));
}

void TrainerHandle::evaluate(double* out, std::size_t n_batches) {
  const Loss result = trainer_->evaluate(n_batches);
  out[0] = result.loss;
  out[1] = result.accuracy();
}

std::string TrainerHandle::fingerprint() const {
  const std::uint64_t hash = trainer_->fingerprint();
  std::string digits(16, '0');
  for (std::size_t i = 0; i < digits.size(); ++i) digits[i] = "0123456789abcdef"[(hash >> (60 - 4 * i)) & 15];
  return digits;
}

namespace {

// What comes after the object itself must have room as well: the handle, and the names that JavaScript asks
// it for, which Embind passes in memory that it takes without asking.
constexpr std::uint64_t kRoomForNames = 16384;

}  // namespace

ModelHandle* create_model(const ModelConfig& config, double seed) {
  std::unique_ptr<Model> model = Model::create(config, seed);
  if (model == nullptr || !has_room_for(kRoomForNames)) return nullptr;
  return new (std::nothrow) ModelHandle(std::move(model));
}

TrainerHandle* create_trainer(const ModelHandle& model, const TrainerConfig& config) {
  std::unique_ptr<Trainer> trainer = Trainer::create(model.model(), config);
  if (trainer == nullptr || !has_room_for(kRoomForNames)) return nullptr;
  return new (std::nothrow) TrainerHandle(std::move(trainer));
}

namespace {

std::string lines(const Faults& faults) {
  std::string text;
  for (const std::string& fault : faults) text += (text.empty() ? "" : "\n") + fault;
  return text;
}

}  // namespace

std::string model_faults(const ModelConfig& config) {
  return lines(validate(config));
}
std::string trainer_faults(const TrainerConfig& config, const ModelConfig& model) {
  return lines(validate(config, model));
}

}  // namespace addnorm::bindings
