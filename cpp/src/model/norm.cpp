// The norm in a slot; the contract is in norm.h.
#include "model/norm.h"

#include "addnorm/batch_norm.h"
#include "addnorm/layer_norm.h"
#include "addnorm/rms_norm.h"
#include "math/mutant.h"

namespace addnorm {

namespace {

// Null where the norm has none.
const float* beta_of(const Model& model, const NormParameters& norm) {
  return norm.beta >= 0 ? model.parameters() + norm.beta : nullptr;
}

}  // namespace

const float* norm_forward(float* out, const NormStats& stats, const float* x, const Model& model,
                          const NormParameters& norm, std::size_t n_rows, Mode mode) {
  if (!norm.exists()) return x;
  const ModelConfig& config = model.config();
  const std::size_t d_model = config.d_model;
  const float eps = static_cast<float>(config.eps);
  const float* gamma = model.parameters() + norm.gamma;
  const float* beta = beta_of(model, norm);
  switch (config.norm) {
    case Norm::kLayer:
      layer_norm(out, stats.mean, stats.rstd, x, gamma, beta, n_rows, d_model, eps);
      break;
    case Norm::kRms:
      rms_norm(out, stats.rstd, x, gamma, n_rows, d_model, eps);
      break;
    case Norm::kBatch: {
      if (is_mutant<"batch norm evaluates by the batch">()) mode = Mode::kGradient;
      if (is_mutant<"gradient mode moves the running statistics">() && mode == Mode::kGradient)
        mode = Mode::kTraining;
      float* running_mean = model.running_stats(static_cast<std::size_t>(norm.index));
      float* running_var = running_mean + d_model;
      if (mode == Mode::kEvaluation) {
        batch_norm_evaluate(out, x, gamma, beta, running_mean, running_var, n_rows, d_model, eps);
      } else {
        const bool is_training = mode == Mode::kTraining;
        batch_norm(out, stats.mean, stats.rstd, is_training ? running_mean : nullptr,
                   is_training ? running_var : nullptr, x, gamma, beta, n_rows, d_model, eps);
      }
      break;
    }
  }
  return out;
}

const float* norm_again(float* out, const NormStats& stats, const float* x, const Model& model,
                        const NormParameters& norm, std::size_t n_rows) {
  if (!norm.exists() || model.config().norm != Norm::kLayer)
    return norm_forward(out, stats, x, model, norm, n_rows, Mode::kGradient);
  layer_norm_again(out, x, model.parameters() + norm.gamma, beta_of(model, norm), stats.mean, stats.rstd,
                   n_rows, model.config().d_model);
  return out;
}

void norm_backward(float* dx, float* gradients, const float* dy, const float* x, const NormStats& stats,
                   const Model& model, const NormParameters& norm, std::size_t n_rows) {
  const std::size_t d_model = model.config().d_model;
  const float* gamma = model.parameters() + norm.gamma;
  float* dgamma = gradients + norm.gamma;
  float* dbeta = norm.beta >= 0 ? gradients + norm.beta : nullptr;
  switch (model.config().norm) {
    case Norm::kLayer:
      layer_norm_backward(dx, dgamma, dbeta, dy, x, gamma, stats.mean, stats.rstd, n_rows, d_model);
      break;
    case Norm::kRms:
      rms_norm_backward(dx, dgamma, dy, x, gamma, stats.rstd, n_rows, d_model);
      break;
    case Norm::kBatch:
      batch_norm_backward(dx, dgamma, dbeta, dy, x, gamma, stats.mean, stats.rstd, n_rows, d_model);
      break;
  }
}

}  // namespace addnorm
