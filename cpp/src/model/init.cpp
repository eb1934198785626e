// Initial values; the contract is in init.h.
#include "model/init.h"

#include <algorithm>
#include <cmath>

#include "math/mutant.h"
#include "math/random.h"

namespace addnorm {

namespace {

constexpr double kGpt2Std = 0.02;

void init_matrix(float* values, const Parameter& parameter, Init init, const RandomStream& stream) {
  const std::size_t d_out = parameter.shape[0];
  const std::size_t d_in = parameter.shape[1];
  const bool is_third = is_mutant<"in_proj drawn by thirds">() && d_out == 3 * d_in;
  const double limit = std::sqrt(6.0 / static_cast<double>(d_in + (is_third ? d_in : d_out)));
  for (std::size_t i = 0; i < parameter.size; ++i) {
    const double gain = i / d_in >= parameter.first_gained_row ? parameter.init_gain : 1.0;
    const double value =
        init == Init::kXavier ? limit * (2.0 * stream.uniform_double(i) - 1.0) : kGpt2Std * stream.normal(i);
    values[i] = static_cast<float>(gain * value);
  }
}

void init_embedding(float* values, const Parameter& parameter, Init init, const RandomStream& stream) {
  const std::size_t width = parameter.shape[is_mutant<"embeddings of variance 1 / V">() ? 0 : 1];
  const double std = init == Init::kXavier ? 1.0 / std::sqrt(static_cast<double>(width)) : kGpt2Std;
  for (std::size_t i = 0; i < parameter.size; ++i) values[i] = static_cast<float>(std * stream.normal(i));
}

}  // namespace

void init_parameters(float* block, const ParameterTable& table, const ModelConfig& config, double seed) {
  for (const Parameter& parameter : table.parameters) {
    float* values = block + parameter.offset;
    const RandomStream stream(seed, parameter.name);
    const auto fill = [&](double value) {
      std::fill(values, values + parameter.size, static_cast<float>(value));
    };
    switch (parameter.kind) {
      case ParameterKind::kMatrix:
        init_matrix(values, parameter, config.init, stream);
        break;
      case ParameterKind::kEmbedding:
        init_embedding(values, parameter, config.init, stream);
        break;
      case ParameterKind::kGamma:
        fill(1.0);
        break;
      case ParameterKind::kGain:
        fill(config.arrangement.branch_gain);
        break;
      case ParameterKind::kBias:
      case ParameterKind::kBeta:
        fill(0.0);
        break;
    }
  }
}

}  // namespace addnorm
