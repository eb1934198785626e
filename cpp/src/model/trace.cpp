// The plan of a trace; the contract is in trace.h.
#include "model/trace.h"

#include <algorithm>
#include <cstdint>
#include <new>

#include "kernels/matmul.h"
#include "math/mutant.h"
#include "math/random.h"

namespace addnorm {

namespace {

// Hands out pieces of one block, or, without a block, only counts them. Pieces are multiples of 16 bytes
// long. Sizes have 64 bits: with 32 a product, or the sum over a model's layers, could wrap on wasm, and a
// plan too large for memory pass as a small one.
class Arena {
 public:
  explicit Arena(float* base) : base_(base) {}

  float* floats(std::uint64_t n) {
    const std::uint64_t offset = used_;
    used_ += (n + 3) / 4 * 4;
    return base_ != nullptr ? base_ + offset : nullptr;
  }
  double* doubles(std::uint64_t n) { return reinterpret_cast<double*>(floats(2 * n)); }
  [[nodiscard]] std::uint64_t used() const { return used_; }

 private:
  float* base_;
  std::uint64_t used_ = 0;
};

std::size_t scratch_size(const ModelConfig& c, const AttentionShape& shape, std::size_t n_rows) {
  const std::size_t d = c.d_model;
  return std::max({linear_scratch_size(n_rows, d, 3 * d), linear_scratch_size(n_rows, d, d),
                   linear_scratch_size(n_rows, d, c.d_ff), linear_scratch_size(n_rows, c.d_ff, d),
                   linear_scratch_size(n_rows, d, c.vocab_size), attention_scratch_size(shape)});
}

}  // namespace

// Lays a trace out twice: once to count, once to place.
struct TracePlan {
  Trace& trace;
  const ModelConfig& config;
  Arena arena;

  NormStats stats(bool is_there) {
    const std::size_t n = is_there ? norm_stats_size(config, trace.n_rows()) : 0;
    NormStats result;
    result.mean = arena.doubles(n);
    result.rstd = arena.doubles(n);
    return result;
  }

  float* rows(std::uint64_t width) { return arena.floats(width * trace.n_rows()); }

  void lay_out_sub_layer(SubLayerTrace& s, bool is_attention) {
    const std::size_t d = config.d_model;
    const Slots& slots = config.arrangement.slots;
    s.x = rows(d);
    s.input_stats = stats(slots.input);
    s.first = rows(is_attention ? 3 * d : config.d_ff);
    if (is_attention) {
      s.kept_pattern = arena.floats(kept_pattern_size(trace.attention_shape(config)));
      s.attn_entropy = arena.doubles(config.n_head);
    }
    // relu can be undone as far as its backward pass needs: x <= 0 exactly where relu(x) <= 0. So it works in
    // place.
    const bool is_in_place = !is_attention && config.activation == Activation::kRelu;
    s.middle = is_in_place ? s.first : rows(is_attention ? d : config.d_ff);
    s.branch = rows(d);
    s.output = slots.output ? rows(d) : s.branch;
    s.output_stats = stats(slots.output);
    s.after_stats = stats(slots.after);
  }

  void lay_out() {
    const std::size_t d = config.d_model;
    trace.sub_layers.resize(2 * config.n_layer);
    for (std::size_t i = 0; i < trace.sub_layers.size(); ++i)
      lay_out_sub_layer(trace.sub_layers[i], i % 2 == 0);
    trace.stream = rows(d);
    trace.final_stats = stats(config.arrangement.final_norm);
    trace.logits = rows(config.vocab_size);
    trace.dstream = rows(d);
    trace.dbranch = rows(d);
    trace.remade = trace.dbranch;
    // Only attention needs dmiddle and dfirst at once, and its dmiddle is d_model wide: where it is wider it
    // runs on into dfirst. dlogits is read before either is written.
    const std::size_t widest = std::max<std::size_t>({4 * d, config.d_ff, config.vocab_size});
    trace.dmiddle = rows(d);
    trace.dfirst = rows(widest - d);
    trace.dlogits = trace.dmiddle;
    trace.scratch = arena.floats(scratch_size(config, trace.attention_shape(config), trace.n_rows()));
  }
};

namespace {

std::uint64_t count_floats(Trace& trace, const ModelConfig& config) {
  TracePlan plan{trace, config, Arena(nullptr)};
  plan.lay_out();
  return plan.arena.used();
}

}  // namespace

Trace::Trace(const Model& model, std::size_t batch_, std::size_t seq_len_)
    : batch(batch_), seq_len(seq_len_) {
  memory_ = Buffer(count_floats(*this, model.config()));
  if (!has_memory()) return;
  TracePlan plan{*this, model.config(), Arena(memory_.data())};
  plan.lay_out();
}

std::uint64_t Trace::floats_needed(const ModelConfig& config, std::size_t batch, std::size_t seq_len) {
  Trace trace(batch, seq_len);
  return count_floats(trace, config);
}

void Trace::set_dropout(float p, double seed, double step) {
  dropout_p_ = p;
  dropout_key_ = p > 0.0F ? RandomStream(seed, "dropout").key() : 0;
  dropout_step_ = step;
}

Dropout Trace::dropout_site(std::size_t site) const {
  const std::uint64_t site_key = RandomStream(dropout_key_).bits(site);
  const double step = is_mutant<"the same dropout at every step">() ? 0.0 : dropout_step_;
  return {dropout_p_, RandomStream(site_key).bits(static_cast<std::uint64_t>(step))};
}

TracePointer make_trace(const Model& model, std::size_t batch, std::size_t seq_len) {
  if (!has_room_for(sizeof(Trace) + 2 * model.config().n_layer * sizeof(SubLayerTrace))) return nullptr;
  TracePointer trace(new (std::nothrow) Trace(model, batch, seq_len));
  if (trace == nullptr || !trace->has_memory()) return nullptr;
  return trace;
}

void TraceDeleter::operator()(Trace* trace) const {
  delete trace;
}

}  // namespace addnorm
