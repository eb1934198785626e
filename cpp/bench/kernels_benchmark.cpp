// Micro-benchmarks of every kernel, forward and backward, and of a whole training step, at the sizes whose
// times the project quotes. Each says its rate: FLOP/s of what is counted in a comment, or bytes/s of what it
// reads and writes once. Native only (Google Benchmark); web/bench times the same kernels as WebAssembly,
// beside the best that an engine can do.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "addnorm/batch_norm.h"
#include "addnorm/layer_norm.h"
#include "addnorm/rms_norm.h"
#include "addnorm/trainer.h"
#include "kernels/activation.h"
#include "kernels/attention.h"
#include "kernels/dropout.h"
#include "kernels/embedding.h"
#include "kernels/matmul.h"
#include "kernels/optimizer.h"
#include "kernels/residual.h"
#include "kernels/softmax_cross_entropy.h"

namespace {

using namespace addnorm;

// snprintf of numbers.
template <typename... Numbers>
std::string text(const char* format, Numbers... numbers) {
  char buffer[64];
  return {buffer, static_cast<std::size_t>(
                      std::snprintf(buffer, sizeof buffer, format, static_cast<std::size_t>(numbers)...))};
}

// A model and a batch: 4 heads, d_ff = 4 d_model, V = 16 in all of them.
struct Work {
  std::uint32_t n_layer, d_model, n_ctx, batch;

  [[nodiscard]] std::size_t n_rows() const { return std::size_t{batch} * n_ctx; }
  [[nodiscard]] std::string name() const {
    return text("L%zu d%zu T%zu B%zu", n_layer, d_model, n_ctx, batch);
  }
};
constexpr Work kWorks[] = {{6, 32, 32, 16}, {4, 64, 64, 16}, {6, 128, 64, 8}};
constexpr std::size_t kHeads = 4;
constexpr std::size_t kVocabSize = 16;
constexpr float kEps = 1e-5F;

std::vector<float> numbers(std::size_t n) {
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>((i * 7919) % 1013) / 1013.0F - 0.5F;
  return values;
}

std::vector<std::int32_t> symbols(std::size_t n) {
  std::vector<std::int32_t> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<std::int32_t>((i * 7919) % kVocabSize);
  return values;
}

// Runs one call over and over; the rate is amount a call, in FLOP or in bytes.
template <typename Kernel>
void measure(benchmark::State& state, const char* rate, double amount, Kernel kernel) {
  for (auto _ : state) {
    kernel();
    benchmark::ClobberMemory();
  }
  state.counters[rate] = benchmark::Counter(amount, benchmark::Counter::kIsIterationInvariantRate);
}

template <typename Kernel>
void measure_flops(benchmark::State& state, double n_flops, Kernel kernel) {
  measure(state, "FLOP/s", n_flops, kernel);
}

// n_arrays arrays of n floats, each read or written once.
template <typename Kernel>
void measure_bytes(benchmark::State& state, std::size_t n, double n_arrays, Kernel kernel) {
  measure(state, "bytes/s", n_arrays * sizeof(float) * static_cast<double>(n), kernel);
}

// Names it "what/work", and "what/backward/work" for its way back.
template <typename Body>
void add(const std::string& what, const std::string& size, Body body) {
  benchmark::RegisterBenchmark((what + "/" + size).c_str(), body)->Unit(benchmark::kMicrosecond);
}

// Multiplications and additions of the products; the bias is not counted.
void add_linear(std::size_t n_rows, std::size_t d_in, std::size_t d_out) {
  const std::string size = text("(%zu, %zu) to %zu", n_rows, d_in, d_out);
  const double n_flops = 2.0 * static_cast<double>(n_rows * d_in * d_out);
  add("linear", size, [=](benchmark::State& state) {
    const auto x = numbers(n_rows * d_in), weight = numbers(d_in * d_out), bias = numbers(d_out);
    std::vector<float> out(n_rows * d_out), scratch(linear_scratch_size(n_rows, d_in, d_out));
    measure_flops(state, n_flops, [&] {
      linear(out.data(), x.data(), weight.data(), bias.data(), n_rows, d_in, d_out, scratch.data());
    });
  });
  add("linear/backward", size, [=](benchmark::State& state) {
    const auto x = numbers(n_rows * d_in), weight = numbers(d_in * d_out), dy = numbers(n_rows * d_out);
    std::vector<float> dx(x.size()), dweight(weight.size()), dbias(d_out);
    std::vector<float> scratch(linear_scratch_size(n_rows, d_in, d_out));
    measure_flops(state, 2.0 * n_flops, [&] {
      linear_backward(dx.data(), dweight.data(), dbias.data(), dy.data(), x.data(), weight.data(), n_rows,
                      d_in, d_out, scratch.data());
    });
  });
}

// Two products forward and four backward, of which the mask leaves half; the softmax is not counted.
void add_attention(const Work& work) {
  const AttentionShape shape = {work.batch, work.n_ctx, kHeads, work.d_model / kHeads, true};
  const double n_flops_a_product = static_cast<double>(work.n_rows() * work.n_ctx * work.d_model);
  const std::size_t n_kept = static_cast<std::size_t>(kept_pattern_size(shape));
  const auto qkv = [=] { return numbers(3 * work.n_rows() * work.d_model); };
  add("attention", work.name(), [=](benchmark::State& state) {
    const auto x = qkv();
    std::vector<float> out(x.size() / 3), pattern(n_kept), scratch(attention_scratch_size(shape));
    measure_flops(state, 2.0 * n_flops_a_product, [&] {
      attention(out.data(), pattern.data(), nullptr, x.data(), shape, {}, scratch.data());
    });
  });
  add("attention/backward", work.name(), [=](benchmark::State& state) {
    const auto x = qkv(), dout = numbers(x.size() / 3);
    std::vector<float> out(dout.size()), pattern(n_kept), dx(x.size());
    std::vector<float> scratch(attention_scratch_size(shape));
    attention(out.data(), pattern.data(), nullptr, x.data(), shape, {}, scratch.data());
    measure_flops(state, 4.0 * n_flops_a_product, [&] {
      attention_backward(dx.data(), dout.data(), x.data(), pattern.data(), shape, {}, scratch.data());
    });
  });
}

// What a norm works on. It reads x and writes y; on the way back it reads dy and x and writes dx.
struct NormArrays {
  std::size_t n_rows, d_model;
  std::vector<float> x = numbers(n_rows * d_model), dy = x, y = x, dx = x;
  std::vector<float> gamma = numbers(d_model), beta = gamma, dgamma = gamma, dbeta = gamma;
  std::vector<float> running_mean = gamma, running_var = std::vector<float>(d_model, 1.0F);
  // A number a row, or a number a feature.
  std::vector<double> mean = std::vector<double>(n_rows + d_model), rstd = mean;

  void layer_forward() {
    layer_norm(y.data(), mean.data(), rstd.data(), x.data(), gamma.data(), beta.data(), n_rows, d_model,
               kEps);
  }
  void layer_backward() {
    layer_norm_backward(dx.data(), dgamma.data(), dbeta.data(), dy.data(), x.data(), gamma.data(),
                        mean.data(), rstd.data(), n_rows, d_model);
  }
  void rms_forward() { rms_norm(y.data(), rstd.data(), x.data(), gamma.data(), n_rows, d_model, kEps); }
  void rms_backward() {
    rms_norm_backward(dx.data(), dgamma.data(), dy.data(), x.data(), gamma.data(), rstd.data(), n_rows,
                      d_model);
  }
  void batch_forward() {
    batch_norm(y.data(), mean.data(), rstd.data(), running_mean.data(), running_var.data(), x.data(),
               gamma.data(), beta.data(), n_rows, d_model, kEps);
  }
  void batch_backward() {
    batch_norm_backward(dx.data(), dgamma.data(), dbeta.data(), dy.data(), x.data(), gamma.data(),
                        mean.data(), rstd.data(), n_rows, d_model);
  }
};

void add_norm(const std::string& what, const Work& work, void (NormArrays::*forward)(),
              void (NormArrays::*backward)()) {
  add(what, work.name(), [=](benchmark::State& state) {
    NormArrays arrays = {.n_rows = work.n_rows(), .d_model = work.d_model};
    measure_bytes(state, arrays.x.size(), 2.0, [&] { (arrays.*forward)(); });
  });
  add(what + "/backward", work.name(), [=](benchmark::State& state) {
    NormArrays arrays = {.n_rows = work.n_rows(), .d_model = work.d_model};
    (arrays.*forward)();
    measure_bytes(state, arrays.x.size(), 3.0, [&] { (arrays.*backward)(); });
  });
}

void add_activation(const std::string& what, const Work& work, Activation kind) {
  const std::size_t n = 4 * work.n_rows() * work.d_model;
  add(what, work.name(), [=](benchmark::State& state) {
    const auto x = numbers(n);
    std::vector<float> out(n);
    measure_bytes(state, n, 2.0, [&] { activation(out.data(), x.data(), n, kind); });
  });
  add(what + "/backward", work.name(), [=](benchmark::State& state) {
    const auto x = numbers(n), dy = numbers(n);
    std::vector<float> dx(n);
    measure_bytes(state, n, 3.0, [&] { activation_backward(dx.data(), dy.data(), x.data(), n, kind); });
  });
}

// Of the loss the gradient is made in the same pass; forward alone is what evaluation needs.
void add_cross_entropy(const Work& work) {
  const std::size_t n = work.n_rows() * kVocabSize;
  const auto run = [=](benchmark::State& state, bool with_gradient) {
    const auto logits = numbers(n);
    const auto targets = symbols(work.n_rows());
    std::vector<float> dlogits(n);
    float* const out = with_gradient ? dlogits.data() : nullptr;
    measure_bytes(state, n, with_gradient ? 2.0 : 1.0, [&] {
      benchmark::DoNotOptimize(
          softmax_cross_entropy(out, logits.data(), targets.data(), work.n_rows(), kVocabSize));
    });
  };
  add("softmax_cross_entropy", work.name(), [=](benchmark::State& state) { run(state, false); });
  add("softmax_cross_entropy/backward", work.name(), [=](benchmark::State& state) { run(state, true); });
}

void add_embedding(const Work& work) {
  const std::size_t d = work.d_model, n = work.n_rows() * d;
  add("embedding", work.name(), [=](benchmark::State& state) {
    const auto tok = numbers(kVocabSize * d), pos = numbers(work.n_ctx * d);
    const auto tokens = symbols(work.n_rows());
    std::vector<float> out(n);
    measure_bytes(state, n, 1.0, [&] {
      embedding(out.data(), tok.data(), pos.data(), tokens.data(), work.batch, work.n_ctx, d, 2.0F);
    });
  });
  add("embedding/backward", work.name(), [=](benchmark::State& state) {
    const auto dout = numbers(n);
    const auto tokens = symbols(work.n_rows());
    std::vector<float> dtok(kVocabSize * d), dpos(work.n_ctx * d);
    measure_bytes(state, n, 1.0, [&] {
      embedding_backward(dtok.data(), dpos.data(), dout.data(), tokens.data(), work.batch, work.n_ctx, d,
                         2.0F);
    });
  });
}

void add_residual(const Work& work) {
  const std::size_t n = work.n_rows() * work.d_model;
  add("residual_add", work.name(), [=](benchmark::State& state) {
    const auto x = numbers(n), branch = numbers(n);
    std::vector<float> out(n);
    measure_bytes(state, n, 3.0, [&] { residual_add(out.data(), x.data(), branch.data(), 1.0F, 1.0F, n); });
  });
  add("residual_add/backward", work.name(), [=](benchmark::State& state) {
    const auto dy = numbers(n), branch = numbers(n);
    std::vector<float> dx(n), dbranch(n);
    measure_bytes(state, n, 4.0, [&] {
      benchmark::DoNotOptimize(
          residual_add_backward(dx.data(), dbranch.data(), dy.data(), branch.data(), 1.0F, 1.0F, n));
    });
  });
}

// The way back is the same function.
void add_dropout(const Work& work) {
  const std::size_t n = work.n_rows() * work.d_model;
  add("dropout", work.name(), [=](benchmark::State& state) {
    const auto x = numbers(n);
    std::vector<float> out(n);
    measure_bytes(state, n, 2.0, [&] { dropout(out.data(), x.data(), n, {0.1F, 1}); });
  });
}

// The parameters of all blocks. Adam reads p, m, v and the gradient and writes the first three; SGD has no v.
void add_optimizers(const Work& work) {
  const std::size_t n = std::size_t{12} * work.n_layer * work.d_model * work.d_model;
  add("adam", work.name(), [=](benchmark::State& state) {
    const auto grad = numbers(n);
    std::vector<float> p = numbers(n), m(n), v(n);
    measure_bytes(state, n, 7.0, [&] {
      benchmark::DoNotOptimize(
          adam(p.data(), m.data(), v.data(), grad.data(), n, {1e-3, 0.9, 0.98, 1e-9, 0.0, false, 10.0}));
    });
  });
  add("sgd", work.name(), [=](benchmark::State& state) {
    const auto grad = numbers(n);
    std::vector<float> p = numbers(n), velocity(n);
    measure_bytes(state, n, 5.0, [&] {
      benchmark::DoNotOptimize(sgd(p.data(), velocity.data(), grad.data(), n, 1e-3, 0.9, 0.0));
    });
  });
  add("sum_of_squares", work.name(), [=](benchmark::State& state) {
    const auto x = numbers(n);
    measure_bytes(state, n, 1.0, [&] { benchmark::DoNotOptimize(sum_of_squares(x.data(), n)); });
  });
}

// Forward, loss, backward, probes and Adam, batch included. Counted are the products: three times what a pass
// forward has.
void add_step(const Work& work) {
  const double d = work.d_model;
  const double a_token = work.n_layer * (2.0 * 12.0 * d * d + 2.0 * work.n_ctx * d) + 2.0 * kVocabSize * d;
  add("step", work.name(), [=](benchmark::State& state) {
    ModelConfig config;
    config.n_ctx = work.n_ctx;
    config.d_model = work.d_model;
    config.n_layer = work.n_layer;
    config.d_ff = 4 * work.d_model;
    config.arrangement = arrangement_of(Placement::kPre, work.n_layer);
    const auto model = Model::create(config, 1);
    TrainerConfig trainer_config;
    trainer_config.batch = work.batch;
    const auto trainer = Trainer::create(*model, trainer_config);
    measure_flops(state, 3.0 * static_cast<double>(work.n_rows()) * a_token,
                  [&] { benchmark::DoNotOptimize(trainer->step()); });
  });
}

void add_all(const Work& work) {
  const std::size_t d = work.d_model;
  add_linear(work.n_rows(), d, 3 * d);
  add_linear(work.n_rows(), d, d);
  add_linear(work.n_rows(), d, 4 * d);
  add_linear(work.n_rows(), 4 * d, d);
  add_linear(work.n_rows(), d, kVocabSize);
  add_attention(work);
  add_norm("layer_norm", work, &NormArrays::layer_forward, &NormArrays::layer_backward);
  add_norm("rms_norm", work, &NormArrays::rms_forward, &NormArrays::rms_backward);
  add_norm("batch_norm", work, &NormArrays::batch_forward, &NormArrays::batch_backward);
  add_activation("relu", work, Activation::kRelu);
  add_activation("gelu", work, Activation::kGelu);
  add_activation("gelu_tanh", work, Activation::kGeluTanh);
  add_cross_entropy(work);
  add_embedding(work);
  add_residual(work);
  add_dropout(work);
  add_optimizers(work);
  add_step(work);
}

}  // namespace

int main(int argc, char** argv) {
  for (const Work& work : kWorks) add_all(work);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  // A filter that nothing passes is a mistake.
  return benchmark::RunSpecifiedBenchmarks() > 0 ? 0 : 1;
}
