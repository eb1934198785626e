// The model's memory; the contract is in addnorm/model.h.
#include "addnorm/model.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>

#include "kernels/embedding.h"
#include "model/init.h"
#include "model/trace.h"

namespace addnorm {

namespace {

// More than names, shapes and places of the parameters take.
std::uint64_t table_bytes(const ModelConfig& config) {
  constexpr std::uint64_t kBytes = 65536;
  constexpr std::uint64_t kBytesPerLayer = 8192;
  return kBytes + config.n_layer * kBytesPerLayer;
}

}  // namespace

// calloc and not new: in a build without exceptions new ends the program when memory runs out.
Buffer::Buffer(std::uint64_t n_floats) {
  if (n_floats > SIZE_MAX / sizeof(float)) return;
  size_ = static_cast<std::size_t>(n_floats);
  data_.reset(static_cast<float*>(std::calloc(std::max<std::size_t>(size_, 1), sizeof(float))));
}

// A compiler may leave out a piece of memory that is asked for only to be given back, and take it for granted
// that it was there; Clang does. One that went through a volatile it has to ask for.
bool has_room_for(std::uint64_t n_bytes) {
  if (n_bytes > SIZE_MAX) return false;
  void* volatile piece = std::malloc(static_cast<std::size_t>(n_bytes));
  const bool is_there = piece != nullptr;
  std::free(piece);
  return is_there;
}

void Buffer::Free::operator()(float* p) const {
  std::free(p);
}

Model::Model(const ModelConfig& config, double seed)
    : config_(config),
      table_(config),
      parameters_(table_.size),
      running_stats_(n_running_stats()),
      positions_(config.positional == Positional::kSinusoidal ? std::size_t{config.n_ctx} * config.d_model
                                                              : 0) {
  if (!has_memory()) return;
  init_parameters(parameters_.data(), table_, config_, seed);
  for (std::size_t norm = 0; norm < table_.norm_names.size() && n_running_stats() > 0; ++norm) {
    float* running_var = running_stats(norm) + config_.d_model;
    std::fill(running_var, running_var + config_.d_model, 1.0F);
  }
  if (config_.positional == Positional::kSinusoidal) {
    sinusoidal_positions(positions_.data(), config_.n_ctx, config_.d_model,
                         static_cast<float>(config_.embedding_scale));
  }
}

bool Model::has_memory() const {
  return parameters_.data() != nullptr && running_stats_.data() != nullptr && positions_.data() != nullptr;
}

std::unique_ptr<Model> Model::create(const ModelConfig& config, double seed) {
  if (!has_room_for(table_bytes(config))) return nullptr;
  std::unique_ptr<Model> model(new (std::nothrow) Model(config, seed));
  if (model == nullptr || !model->has_memory()) return nullptr;
  return model;
}

std::size_t Model::n_running_stats() const {
  return config_.norm == Norm::kBatch ? table_.norm_names.size() * 2 * config_.d_model : 0;
}

float* Model::running_stats(std::size_t norm_index) const {
  return running_stats_.data() + norm_index * 2 * config_.d_model;
}

const float* Model::positions() const {
  switch (config_.positional) {
    case Positional::kLearned:
      return parameters() + table_.pos_embedding;
    case Positional::kSinusoidal:
      return positions_.data();
    case Positional::kNone:
      break;
  }
  return nullptr;
}

double bytes_needed(const ModelConfig& config, std::size_t batch, std::size_t n_text) {
  constexpr double kBuffers = 4.0;  // parameters, gradients and the two moments
  if (!has_room_for(table_bytes(config))) return std::numeric_limits<double>::infinity();
  const ParameterTable table(config);
  return sizeof(float) * (kBuffers * static_cast<double>(table.size) +
                          static_cast<double>(Trace::floats_needed(config, batch, config.n_ctx))) +
         static_cast<double>(sizeof(std::int32_t) * n_text);
}

}  // namespace addnorm
