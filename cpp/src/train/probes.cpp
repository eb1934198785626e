// Probes; the contract is in probes.h.
#include "train/probes.h"

#include <algorithm>
#include <cmath>

#include "kernels/optimizer.h"
#include "kernels/row_sums.h"
#include "model/norm_sites.h"

namespace addnorm {

using namespace simd;

namespace {

// Mean over rows of the cosine between a row going into a block and the same row coming out.
double mean_cosine(const float* before, const float* after, std::size_t n_rows, std::size_t d_model) {
  double total = 0.0;
  for (std::size_t row = 0; row < n_rows; ++row) {
    const float* x = before + row * d_model;
    const float* y = after + row * d_model;
    f64x4 xy = splat4(0.0);
    f64x4 xx = splat4(0.0);
    f64x4 yy = splat4(0.0);
    for_each_group(d_model, [&](std::size_t i, auto lanes) {
      const f64x4 x_i = to_double(load(x + i, lanes));
      const f64x4 y_i = to_double(load(y + i, lanes));
      xy = xy + x_i * y_i;
      xx = xx + x_i * x_i;
      yy = yy + y_i * y_i;
    });
    const double lengths = std::sqrt(sum(xx) * sum(yy));
    total += lengths == 0.0 ? 0.0 : sum(xy) / lengths;
  }
  return total / static_cast<double>(n_rows);
}

// Sum over n elements of |x|, and of (x - 1)^2.
double sum_of_magnitudes(const float* x, std::size_t n) {
  return sum_row(n, [&](std::size_t i, auto lanes) { return to_double(abs(load(x + i, lanes))); });
}
double sum_of_deviations(const float* x, std::size_t n) {
  return sum_row(n, [&](std::size_t i, auto lanes) {
    const f64x4 deviation = to_double(load(x + i, lanes)) - splat4(1.0);
    return deviation * deviation;
  });
}

// Mean over rows of the standard deviation of a row about its own mean.
double mean_row_std(const float* x, std::size_t n_rows, std::size_t d_model) {
  const double n = static_cast<double>(d_model);
  double total = 0.0;
  for (const float* end = x + n_rows * d_model; x != end; x += d_model) {
    const f64x4 mean = splat4(
        sum_row(d_model, [&](std::size_t i, auto lanes) { return to_double(load(x + i, lanes)); }) / n);
    const double sum_sq = sum_row(d_model, [&](std::size_t i, auto lanes) {
      const f64x4 centred = to_double(load(x + i, lanes)) - mean;
      return centred * centred;
    });
    total += std::sqrt(sum_sq / n);
  }
  return total / static_cast<double>(n_rows);
}

// The same of rows that have been through a layer norm, from the 1 / sqrt(var + eps) that it keeps. A
// variance too small to be seen beside eps comes out as rounding, and is taken as 0.
double mean_row_std(const double* rstd, std::size_t n_rows, double eps) {
  double total = 0.0;
  for (std::size_t row = 0; row < n_rows; ++row) {
    const double var = 1.0 / (rstd[row] * rstd[row]) - eps;
    total += var < 1e-14 * eps ? 0.0 : std::sqrt(var);
  }
  return total / static_cast<double>(n_rows);
}

}  // namespace

double root_ratio(double a, double b) {
  return a == 0.0 || b == 0.0 ? 0.0 : std::sqrt(a / b);
}

std::size_t probe_streams(double* row, const MetricsLayout& layout, const Sites& sites, const Model& model,
                          const Trace& trace) {
  const std::size_t d_model = model.config().d_model;
  const std::size_t n_rows = trace.n_rows();
  const std::size_t n = n_rows * d_model;
  std::size_t first_site = sites.logits() + 1;
  const auto watch = [&](std::size_t site, double value) {
    if (!std::isfinite(value)) first_site = std::min(first_site, site);
  };
  for (std::size_t i = 0; i < trace.sub_layers.size(); ++i) {
    const SubLayerTrace& s = trace.sub_layers[i];
    const std::ptrdiff_t learned_gain = model.table().sub_layers[i].branch_gain;
    const double gain = learned_gain >= 0 ? static_cast<double>(model.parameters()[learned_gain])
                                          : model.config().arrangement.branch_gain;
    const double stream_sq = sum_of_squares(s.x, n);
    const double branch_sq = sum_of_squares(s.output, n);
    watch(sites.stream(i), stream_sq);
    watch(sites.branch(i), branch_sq);
    row[layout.stream_rms + i] = std::sqrt(stream_sq / static_cast<double>(n));
    row[layout.branch_rms + i] = std::abs(gain) * std::sqrt(branch_sq / static_cast<double>(n));
    row[layout.branch_ratio + i] = std::abs(gain) * root_ratio(branch_sq, stream_sq);
    row[layout.input_grad_norm + i] = std::sqrt(s.dx_sq);
  }
  for (std::size_t block = 0; block < trace.sub_layers.size() / 2; ++block) {
    const float* after =
        2 * block + 2 < trace.sub_layers.size() ? trace.sub_layers[2 * block + 2].x : trace.stream;
    row[layout.cosine + block] = mean_cosine(trace.sub_layers[2 * block].x, after, n_rows, d_model);
  }
  watch(sites.final_stream(), sum_of_squares(trace.stream, n));
  watch(sites.logits(), sum_of_squares(trace.logits, n_rows * model.config().vocab_size));
  return first_site;
}

void probe_norms(double* row, const MetricsLayout& layout, const Model& model, const Trace& trace) {
  const std::size_t d_model = model.config().d_model;
  const double n = static_cast<double>(d_model);
  const double eps = static_cast<double>(static_cast<float>(model.config().eps));  // as the kernel has it
  for_each_norm(model, trace, [&](const NormSite& site) {
    const std::size_t i = static_cast<std::size_t>(site.norm.index);
    const float* gamma = model.parameters() + site.norm.gamma;
    row[layout.gamma_abs_mean + i] = sum_of_magnitudes(gamma, d_model) / n;
    row[layout.gamma_deviation + i] = std::sqrt(sum_of_deviations(gamma, d_model) / n);
    row[layout.pre_norm_std + i] = model.config().norm == Norm::kLayer
                                       ? mean_row_std(site.stats.rstd, trace.n_rows(), eps)
                                       : mean_row_std(site.x(), trace.n_rows(), d_model);
  });
}

void probe_attention(double* row, const MetricsLayout& layout, const ModelConfig& config,
                     const Trace& trace) {
  for (std::size_t block = 0; block < config.n_layer; ++block)
    std::copy_n(trace.sub_layers[2 * block].attn_entropy, config.n_head,
                row + layout.attn_entropy + block * config.n_head);
}

double probe_gradients(double* row, const MetricsLayout& layout, const ParameterTable& table,
                       const double* grad_sq) {
  double total = 0.0;
  std::fill_n(row + layout.weight_grad_norm, table.sub_layers.size(), 0.0);
  for (std::size_t p = 0; p < table.parameters.size(); ++p) {
    total += grad_sq[p];
    const int sub_layer = table.parameters[p].sub_layer;
    if (sub_layer >= 0) row[layout.weight_grad_norm + static_cast<std::size_t>(sub_layer)] += grad_sq[p];
  }
  for (std::size_t i = 0; i < table.sub_layers.size(); ++i) {
    row[layout.weight_grad_norm + i] = std::sqrt(row[layout.weight_grad_norm + i]);
  }
  return total;
}

}  // namespace addnorm
