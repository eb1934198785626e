// A closer look; the contract is in addnorm/inspect.h.
#include "addnorm/inspect.h"

#include <algorithm>
#include <cmath>

#include "model/norm_sites.h"

namespace addnorm {

namespace {

double sum(const double* x, std::size_t n) {
  double total = 0.0;
  for (std::size_t i = 0; i < n; ++i) total += x[i];
  return total;
}

// The smallest and the largest finite number of x.
struct Range {
  double low = 0.0;
  double high = 1.0;
  std::size_t n_finite = 0;

  Range(const float* x, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      if (!std::isfinite(x[i])) continue;
      const double value = static_cast<double>(x[i]);
      low = n_finite == 0 ? value : std::min(low, value);
      high = n_finite == 0 ? value : std::max(high, value);
      ++n_finite;
    }
    if (low < high) return;
    low -= 0.5;
    high += 0.5;
  }
};

}  // namespace

void attn_pattern(float* pattern, const Model& model, const Trace& trace, std::size_t block,
                  std::size_t head) {
  unpack_attn_pattern(pattern, trace.sub_layers[2 * block].kept_pattern,
                      trace.attention_shape(model.config()), head);
}

NormInternals norm_internals(double* x, double* x_hat, double* y, const Model& model, const Trace& trace,
                             std::size_t norm, std::size_t row) {
  const std::size_t d_model = model.config().d_model;
  const double n = static_cast<double>(d_model);
  NormInternals result = {0.0, 0.0, 0.0};
  for_each_norm(model, trace, [&](const NormSite& site) {
    if (static_cast<std::size_t>(site.norm.index) != norm) return;
    std::copy_n(site.x() + row * d_model, d_model, x);
    std::copy_n(site.y() + row * d_model, d_model, y);
  });
  if (model.config().norm == Norm::kLayer) result.mean = sum(x, d_model) / n;
  for (std::size_t i = 0; i < d_model; ++i) {
    const double centred = x[i] - result.mean;
    x_hat[i] = centred;
    result.var += centred * centred / n;
  }
  result.rstd = 1.0 / std::sqrt(result.var + model.config().eps);
  for (std::size_t i = 0; i < d_model; ++i) x_hat[i] *= result.rstd;
  return result;
}

std::size_t histogram(double* edges, double* counts, const float* x, std::size_t n, std::size_t n_bins) {
  const Range range(x, n);
  const double width = (range.high - range.low) / static_cast<double>(n_bins);
  for (std::size_t i = 0; i < n_bins; ++i) edges[i] = range.low + static_cast<double>(i) * width;
  edges[n_bins] = range.high;
  std::fill_n(counts, n_bins, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(x[i])) continue;
    // The last edge that is not above x; what equals the largest number is in the last bin.
    const double* above = std::upper_bound(edges, edges + n_bins, static_cast<double>(x[i]));
    counts[above - edges - 1] += 1.0;
  }
  return n - range.n_finite;
}

}  // namespace addnorm
