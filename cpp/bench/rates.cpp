// How fast the kernels are, each beside what the engine could do at best: products against the measured peak
// of multiply and add in registers, norms against a copy of the same bytes. One line of JSON a measurement;
// web/tools/bench.mjs prints them as a table. Built natively and to wasm, so that the same code is measured
// in both.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#include "addnorm/backend.h"
#include "addnorm/layer_norm.h"
#include "kernels/attention.h"
#include "kernels/matmul.h"
#include "kernels/optimizer.h"
#include "math/f32x4.h"

namespace {

using namespace addnorm;

// Keeps a result alive, so that the work behind it is not left out.
volatile float sink;

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Median seconds of one call over seven samples of at least 20 ms each.
template <typename Work>
double median_seconds(Work work) {
  constexpr int kSamples = 7;
  constexpr double kSampleSeconds = 0.02;
  int calls = 1;
  for (;;) {
    const double start = seconds_now();
    for (int i = 0; i < calls; ++i) work();
    if (seconds_now() - start >= kSampleSeconds) break;
    calls *= 2;
  }
  std::vector<double> samples;
  for (int sample = 0; sample < kSamples; ++sample) {
    const double start = seconds_now();
    for (int i = 0; i < calls; ++i) work();
    samples.push_back((seconds_now() - start) / calls);
  }
  std::nth_element(samples.begin(), samples.begin() + kSamples / 2, samples.end());
  return samples[kSamples / 2];
}

std::vector<float> numbers(std::size_t n) {
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>((i * 7919) % 1013) / 1013.0F - 0.5F;
  return values;
}

void report(const char* what, const char* shape, double rate, const char* unit, double of_best) {
  std::printf(
      "{\"backend\":\"%s\",\"what\":\"%s\",\"shape\":\"%s\",\"rate\":%.4g,\"unit\":\"%s\",\"ofBest\":%.4g}\n",
      backend(), what, shape, rate, unit, of_best);
}

// kSums chains x = x * factor + step, with nothing read from memory: as many multiplications as additions, in
// pairs that wait for one another, so that it takes several chains to keep all units busy, and too many do
// not fit the registers. A function of its own, called many times, since an engine optimises a function of a
// module when it is called again and not while it runs.
template <int kSums>
[[gnu::noinline]] float multiply_and_add(int n_rounds, float x) {
  const simd::f32x4 factor = simd::splat(0.5F * x);
  const simd::f32x4 step = simd::splat(0.25F * x);
  simd::f32x4 sums[kSums];
  for (int i = 0; i < kSums; ++i) sums[i] = simd::splat(x + static_cast<float>(i));
  for (int round = 0; round < n_rounds; ++round) {
    for (int i = 0; i < kSums; ++i) sums[i] = sums[i] * factor + step;
  }
  simd::f32x4 total = sums[0];
  for (int i = 1; i < kSums; ++i) total = total + sums[i];
  return simd::sum(total);
}

template <int kSums>
double flops_of_chains() {
  constexpr int kRounds = 2000;
  const double seconds = median_seconds([] { sink = multiply_and_add<kSums>(kRounds, sink * 0.0F + 1.0F); });
  return 2.0 * kRounds * kSums * simd::kLanes / seconds;
}

// What registers and units allow: the best of several numbers of chains.
double peak_flops() {
  return std::max(
      {flops_of_chains<8>(), flops_of_chains<10>(), flops_of_chains<11>(), flops_of_chains<12>()});
}

void measure_linear(double peak, std::size_t n_rows, std::size_t d_in, std::size_t d_out) {
  const std::vector<float> x = numbers(n_rows * d_in);
  const std::vector<float> weight = numbers(d_in * d_out);
  const std::vector<float> bias = numbers(d_out);
  const std::vector<float> dy = numbers(n_rows * d_out);
  std::vector<float> out(n_rows * d_out);
  std::vector<float> dx(n_rows * d_in);
  std::vector<float> dweight(d_in * d_out);
  std::vector<float> dbias(d_out);
  std::vector<float> scratch(linear_scratch_size(n_rows, d_in, d_out));
  char shape[64];
  std::snprintf(shape, sizeof shape, "(%zu, %zu) x (%zu, %zu)", n_rows, d_in, d_in, d_out);
  const double flops = 2.0 * static_cast<double>(n_rows * d_in * d_out);

  const double forward =
      flops / median_seconds([&] {
        linear(out.data(), x.data(), weight.data(), bias.data(), n_rows, d_in, d_out, scratch.data());
        sink = out[0];
      });
  report("linear", shape, forward / 1e9, "GFLOP/s", forward / peak);
  const double backward = 2.0 * flops / median_seconds([&] {
                            linear_backward(dx.data(), dweight.data(), dbias.data(), dy.data(), x.data(),
                                            weight.data(), n_rows, d_in, d_out, scratch.data());
                            sink = dx[0];
                          });
  report("linear_backward", shape, backward / 1e9, "GFLOP/s", backward / peak);
}

void measure_attention(double peak, std::size_t batch, std::size_t seq_len, std::size_t n_head,
                       std::size_t d_head) {
  const AttentionShape attention_shape = {batch, seq_len, n_head, d_head, true};
  const std::size_t d_model = attention_shape.d_model();
  const std::vector<float> qkv = numbers(batch * seq_len * 3 * d_model);
  const std::vector<float> dout = numbers(batch * seq_len * d_model);
  std::vector<float> out(batch * seq_len * d_model);
  std::vector<float> pattern(batch * n_head * seq_len * seq_len);
  std::vector<float> dqkv(qkv.size());
  std::vector<float> scratch(attention_scratch_size(attention_shape));
  char shape[64];
  std::snprintf(shape, sizeof shape, "B%zu T%zu h%zu d_head %zu causal", batch, seq_len, n_head, d_head);
  // Two products forward and four backward, half of each masked; the softmax is not counted.
  const double flops = 2.0 * 6.0 / 2.0 * static_cast<double>(batch * n_head * seq_len * seq_len * d_head);
  const double rate =
      flops / median_seconds([&] {
        attention(out.data(), pattern.data(), qkv.data(), attention_shape, {}, scratch.data());
        attention_backward(dqkv.data(), dout.data(), qkv.data(), pattern.data(), attention_shape, {},
                           scratch.data());
        sink = dqkv[0];
      });
  report("attention + backward", shape, rate / 1e9, "GFLOP/s", rate / peak);
}

void measure_layer_norm(std::size_t n_rows, std::size_t d_model) {
  const std::vector<float> x = numbers(n_rows * d_model);
  const std::vector<float> gamma = numbers(d_model);
  const std::vector<float> beta = numbers(d_model);
  const std::vector<float> dy = numbers(n_rows * d_model);
  std::vector<float> y(x.size());
  std::vector<float> dx(x.size());
  std::vector<float> dgamma(d_model);
  std::vector<float> dbeta(d_model);
  std::vector<double> mean(n_rows);
  std::vector<double> rstd(n_rows);
  char shape[64];
  std::snprintf(shape, sizeof shape, "(%zu, %zu)", n_rows, d_model);
  // Forward reads x and writes y; backward reads dy and x and writes dx.
  const double bytes = 5.0 * sizeof(float) * static_cast<double>(x.size());
  const double copy = bytes / median_seconds([&] {
                        std::memcpy(y.data(), x.data(), x.size() * sizeof(float));
                        std::memcpy(dx.data(), dy.data(), x.size() * sizeof(float));
                        std::memcpy(y.data(), dx.data(), x.size() * sizeof(float) / 2);
                        sink = y[0] + dx[0];
                      });
  const double rate = bytes / median_seconds([&] {
                        layer_norm(y.data(), mean.data(), rstd.data(), x.data(), gamma.data(), beta.data(),
                                   n_rows, d_model, 1e-5F);
                        layer_norm_backward(dx.data(), dgamma.data(), dbeta.data(), dy.data(), x.data(),
                                            gamma.data(), mean.data(), rstd.data(), n_rows, d_model);
                        sink = dx[0];
                      });
  report("layer_norm + backward", shape, rate / 1e9, "GB/s", rate / copy);
}

void measure_adam(std::size_t n) {
  std::vector<float> p = numbers(n);
  std::vector<float> m(n);
  std::vector<float> v(n);
  const std::vector<float> grad = numbers(n);
  char shape[64];
  std::snprintf(shape, sizeof shape, "(%zu)", n);
  const double seconds = median_seconds([&] {
    sink = static_cast<float>(
        adam(p.data(), m.data(), v.data(), grad.data(), n, {1e-3, 0.9, 0.98, 1e-9, 0.0, false, 10.0})
            .update_sq);
  });
  report("adam", shape, static_cast<double>(n) / seconds / 1e6, "million parameters/s", 0.0);
}

}  // namespace

int main() {
  const double peak = peak_flops();
  report("multiply and add in registers", "", peak / 1e9, "GFLOP/s", 1.0);
  for (const auto& [n_rows, d] : {std::pair<std::size_t, std::size_t>{512, 32}, {1024, 64}, {512, 128}}) {
    measure_linear(peak, n_rows, d, 3 * d);
    measure_linear(peak, n_rows, d, d);
    measure_linear(peak, n_rows, d, 4 * d);
    measure_linear(peak, n_rows, 4 * d, d);
  }
  measure_attention(peak, 16, 32, 4, 8);
  measure_attention(peak, 16, 64, 4, 16);
  measure_attention(peak, 8, 64, 4, 32);
  measure_layer_norm(512, 32);
  measure_layer_norm(1024, 64);
  measure_layer_norm(512, 128);
  measure_adam(100000);
  return 0;
}
