// The trainer; the contract is in addnorm/trainer.h.
#include "addnorm/trainer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <new>
#include <vector>

#include "kernels/optimizer.h"
#include "math/bit_cast.h"
#include "math/mutant.h"
#include "math/random.h"
#include "model/trace.h"
#include "train/metrics.h"
#include "train/probes.h"
#include "train/schedule.h"
#include "train/snapshot.h"
#include "train/task.h"

namespace addnorm {

struct Trainer::State {
  State(Model& model_, const TrainerConfig& config_)
      : model(model_),
        text(config_.task.text, config_.task.text + config_.task.n_text),
        config(config_),
        layout(model_),
        sites(model_.table()),
        tokens(n_tokens(model_, config_)),
        targets(tokens.size()),
        row(layout.size()),
        grad_sq(model_.table().parameters.size()),
        update_stats(model_.table().sub_layers.size()),
        trace(make_trace(model_, config_.batch, model_.config().n_ctx)),
        gradients(model_.table().size),
        first_moment(model_.table().size),
        second_moment(config_.optimizer.kind == OptimizerKind::kSgd ? 0 : model_.table().size),
        running_stats(model_.n_running_stats()) {
    config.task.text = text.data();
    key = run_key(model.config(), config);
  }

  static std::size_t n_tokens(const Model& model, const TrainerConfig& config) {
    return std::size_t{config.batch} * model.config().n_ctx;
  }

  // Bytes of what is not a Buffer, with some to spare.
  static std::uint64_t small_bytes(const Model& model, const TrainerConfig& config) {
    constexpr std::uint64_t kSpare = 65536;
    constexpr std::uint64_t kBytesPerParameter = 32;
    return kSpare + sizeof(std::int32_t) * (2 * n_tokens(model, config) + config.task.n_text) +
           kBytesPerParameter * model.table().parameters.size();
  }

  [[nodiscard]] bool has_memory() const {
    return trace != nullptr && gradients.data() != nullptr && first_moment.data() != nullptr &&
           second_moment.data() != nullptr && running_stats.data() != nullptr;
  }

  void measure_gradients();
  bool clip(double grad_norm);
  void update(double lr);
  UpdateStats update_parameter(const Parameter& parameter, double lr);
  void note_non_finite(std::size_t site);
  std::array<SnapshotPart, 8> snapshot_parts();
  [[nodiscard]] bool can_stand_at(const std::array<double, 4>& counts) const;

  Model& model;
  std::vector<std::int32_t> text;  // of the task
  TrainerConfig config;
  std::uint64_t key = 0;  // of its snapshots
  MetricsLayout layout;
  Sites sites;
  std::vector<std::int32_t> tokens, targets;  // (batch, n_ctx)
  std::vector<double> row;
  std::vector<double> grad_sq;            // by parameter
  std::vector<UpdateStats> update_stats;  // by sub-layer
  TracePointer trace;
  Buffer gradients, first_moment, second_moment;  // laid out as the parameters
  Buffer running_stats;  // of batch norm as they were before the step, for one that is skipped
  double steps_done = 0.0;
  double updates_done = 0.0;  // steps less those that were skipped: what the bias corrections count
};

Trainer::Trainer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Trainer::~Trainer() = default;

std::unique_ptr<Trainer> Trainer::create(Model& model, const TrainerConfig& config) {
  if (!has_room_for(State::small_bytes(model, config))) return nullptr;
  std::unique_ptr<State> state(new (std::nothrow) State(model, config));
  if (state == nullptr || !state->has_memory()) return nullptr;
  return std::unique_ptr<Trainer>(new (std::nothrow) Trainer(std::move(state)));
}

const double* Trainer::step() {
  next_batch(state_->tokens.data(), state_->targets.data());
  return step_on(state_->tokens.data(), state_->targets.data());
}

const double* Trainer::step_on(const std::int32_t* tokens, const std::int32_t* targets) {
  State& s = *state_;
  double* row = s.row.data();
  s.steps_done += 1.0;

  if (!is_mutant<"gradients kept from the step before">())
    std::fill_n(s.gradients.data(), s.gradients.size(), 0.0F);
  std::copy_n(s.model.running_stats(0), s.running_stats.size(), s.running_stats.data());
  const Mode mode = is_mutant<"trained in gradient mode">() ? Mode::kGradient : Mode::kTraining;
  forward(s.model, *s.trace, tokens, mode, s.config.seed, s.steps_done);
  const Loss result = loss(s.model, *s.trace, targets);
  backward(s.model, *s.trace, tokens, s.gradients.data());

  const std::size_t first_site = probe_streams(row, s.layout, s.sites, s.model, *s.trace);
  if (first_site <= s.sites.logits()) s.note_non_finite(first_site);
  probe_norms(row, s.layout, s.model, *s.trace);
  probe_attention(row, s.layout, s.model.config(), *s.trace);
  s.measure_gradients();

  const double lr =
      learning_rate(s.config.schedule, s.config.optimizer.lr, s.steps_done, s.model.config().d_model);
  row[s.layout.step] = s.steps_done;
  row[s.layout.loss] = result.loss;
  row[s.layout.accuracy] = result.accuracy();
  row[s.layout.lr] = lr;
  if (s.clip(row[s.layout.grad_norm])) s.update(lr);
  return row;
}

void Trainer::next_batch(std::int32_t* tokens, std::int32_t* targets) const {
  const State& s = *state_;
  make_batch(tokens, targets, s.config.task, s.model.config(), s.config.batch, s.config.seed,
             s.steps_done + 1.0, false);
}

Loss Trainer::evaluate(std::size_t n_batches) {
  State& s = *state_;
  Loss total = {0.0, 0, 0};
  for (std::size_t i = 0; i < n_batches; ++i) {
    make_batch(s.tokens.data(), s.targets.data(), s.config.task, s.model.config(), s.config.batch,
               s.config.seed, static_cast<double>(i), true);
    const Mode mode = is_mutant<"evaluated in training mode">() ? Mode::kTraining : Mode::kEvaluation;
    forward(s.model, *s.trace, s.tokens.data(), mode);
    const Loss one = loss(s.model, *s.trace, s.targets.data());
    total.loss += one.loss * static_cast<double>(one.n_targets);
    total.n_targets += one.n_targets;
    total.n_correct += one.n_correct;
  }
  if (total.n_targets > 0) total.loss /= static_cast<double>(total.n_targets);
  return total;
}

// The first site wins for the rest of the run: what came later is its consequence.
void Trainer::State::note_non_finite(std::size_t site) {
  if (row[layout.non_finite_step] != 0.0) return;
  row[layout.non_finite_step] = steps_done;
  row[layout.non_finite_site] = static_cast<double>(site);
}

void Trainer::State::measure_gradients() {
  const std::vector<Parameter>& parameters = model.table().parameters;
  for (std::size_t p = parameters.size(); p-- > 0;) {
    grad_sq[p] = sum_of_squares(gradients.data() + parameters[p].offset, parameters[p].size);
    if (!std::isfinite(grad_sq[p])) note_non_finite(sites.gradient(p));
  }
  row[layout.grad_norm] = std::sqrt(probe_gradients(row.data(), layout, model.table(), grad_sq.data()));
}

// Scales the gradients to the norm that is allowed. Returns false if the update is to be skipped: a gradient
// whose norm is not finite cannot be scaled, and would destroy the parameters.
bool Trainer::State::clip(double grad_norm) {
  const double clip_norm = config.clip_norm;
  const bool is_clipping = clip_norm > 0.0;
  const bool is_bad =
      is_mutant<"an infinite norm is clipped">() ? std::isnan(grad_norm) : !std::isfinite(grad_norm);
  const bool is_skipped = is_clipping && is_bad;
  const bool is_long = is_mutant<"short gradients stretched">() || grad_norm > clip_norm;
  const bool is_clipped = is_clipping && is_long && !is_skipped;
  if (is_mutant<"clipped by the largest tensor alone">())
    grad_norm = std::sqrt(*std::max_element(grad_sq.begin(), grad_sq.end()));
  if (is_clipped) scale(gradients.data(), gradients.size(), clip_norm / grad_norm);
  row[layout.is_clipped] = is_clipped ? 1.0 : 0.0;
  row[layout.is_skipped] = is_skipped ? 1.0 : 0.0;
  if (is_skipped) {
    std::fill_n(row.data() + layout.update_ratio, update_stats.size(), 0.0);
    std::copy_n(running_stats.data(), running_stats.size(), model.running_stats(0));
  }
  return !is_skipped;
}

void Trainer::State::update(double lr) {
  updates_done += 1.0;
  std::fill(update_stats.begin(), update_stats.end(), UpdateStats{});
  const std::vector<Parameter>& parameters = model.table().parameters;
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    const UpdateStats stats = update_parameter(parameters[p], lr);
    if (!std::isfinite(stats.update_sq)) note_non_finite(sites.parameter(p));
    if (parameters[p].sub_layer < 0) continue;
    UpdateStats& sum = update_stats[static_cast<std::size_t>(parameters[p].sub_layer)];
    sum.update_sq += stats.update_sq;
    sum.weight_sq += stats.weight_sq;
  }
  for (std::size_t i = 0; i < update_stats.size(); ++i) {
    const UpdateStats& stats = update_stats[i];
    row[layout.update_ratio + i] = root_ratio(stats.update_sq, stats.weight_sq);
  }
}

UpdateStats Trainer::State::update_parameter(const Parameter& parameter, double lr) {
  const OptimizerConfig& o = config.optimizer;
  const double weight_decay = parameter.is_decayed() || is_mutant<"decay on gamma">() ? o.weight_decay : 0.0;
  float* p = model.parameters() + parameter.offset;
  float* m = first_moment.data() + parameter.offset;
  const float* grad = gradients.data() + parameter.offset;
  if (o.kind == OptimizerKind::kSgd) return sgd(p, m, grad, parameter.size, lr, o.momentum, weight_decay);
  const double n_updates = is_mutant<"bias correction counts skipped steps">() ? steps_done : updates_done;
  const AdamStep step = {lr,       o.beta1, o.beta2, o.eps, weight_decay, o.kind == OptimizerKind::kAdamw,
                         n_updates};
  return adam(p, m, second_moment.data() + parameter.offset, grad, parameter.size, step);
}

// The four counts come first.
std::array<SnapshotPart, 8> Trainer::State::snapshot_parts() {
  const auto floats = [](float* data, std::size_t size) { return SnapshotPart{data, size * sizeof(float)}; };
  const auto count = [](double& value) { return SnapshotPart{&value, sizeof value}; };
  const bool is_without_stats = is_mutant<"running statistics are not in a snapshot">();
  const bool is_without_moments = is_mutant<"second moments are not in a snapshot">();
  return {count(steps_done),
          count(is_mutant<"updates are not in a snapshot">() ? steps_done : updates_done),
          count(row[layout.non_finite_step]),
          count(row[layout.non_finite_site]),
          floats(model.parameters(), model.table().size),
          floats(model.running_stats(0), is_without_stats ? 0 : model.n_running_stats()),
          floats(first_moment.data(), first_moment.size()),
          floats(second_moment.data(), is_without_moments ? 0 : second_moment.size())};
}

// A checksum can be forged, and a site is used as an index.
bool Trainer::State::can_stand_at(const std::array<double, 4>& counts) const {
  const auto is_count = [](double value, double most) {
    return value >= 0.0 && value <= most && value == std::floor(value);
  };
  const auto [steps, updates, non_finite_step, non_finite_site] = counts;
  return is_count(steps, 0x1p53) && is_count(updates, steps) && is_count(non_finite_step, steps) &&
         is_count(non_finite_site, static_cast<double>(sites.size()) - 1.0);
}

std::size_t Trainer::snapshot_size() const {
  return addnorm::snapshot_size(state_->snapshot_parts());
}

void Trainer::save_snapshot(std::uint8_t* out) const {
  write_snapshot(out, state_->key, state_->snapshot_parts());
}

SnapshotFault Trainer::load_snapshot(const std::uint8_t* bytes, std::size_t n_bytes) {
  const std::array<SnapshotPart, 8> parts = state_->snapshot_parts();
  const SnapshotFault fault = check_snapshot(bytes, n_bytes, state_->key, parts);
  if (fault != SnapshotFault::kNone) return fault;
  std::array<double, 4> counts;
  std::memcpy(counts.data(), bytes + kSnapshotHeader, sizeof counts);
  if (!state_->can_stand_at(counts)) return SnapshotFault::kChanged;
  read_snapshot(parts, bytes);
  return SnapshotFault::kNone;
}

std::size_t Trainer::n_sites() const {
  return state_->sites.size();
}

TensorView Trainer::tensor(std::size_t site) const {
  const State& s = *state_;
  const Trace& trace = *s.trace;
  const std::size_t d_model = s.model.config().d_model;
  if (site < s.sites.final_stream()) {
    const SubLayerTrace& values = trace.sub_layers[site / 2];
    return {site % 2 == 0 ? values.x : values.output, trace.n_rows() * d_model};
  }
  if (site == s.sites.final_stream()) return {trace.stream, trace.n_rows() * d_model};
  if (site == s.sites.logits()) return {trace.logits, trace.n_rows() * s.model.config().vocab_size};
  const bool is_gradient = s.sites.is_gradient(site);
  const Parameter& parameter = s.model.table().parameters[s.sites.parameter_of(site)];
  return {(is_gradient ? s.gradients.data() : s.model.parameters()) + parameter.offset, parameter.size};
}

const std::vector<MetricsField>& Trainer::fields() const {
  return state_->layout.fields();
}
std::string Trainer::site_name(std::size_t site) const {
  return state_->sites.name(site);
}
int Trainer::site_block(std::size_t site) const {
  return state_->sites.block(site);
}

std::uint64_t Trainer::fingerprint() const {
  const Model& model = state_->model;
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < model.table().size; ++i) {
    const float value = model.parameters()[i];
    // The sign and payload of a NaN differ between machines; that it is one does not.
    const std::uint32_t bits = value != value ? 0x7FC00000U : bit_cast<std::uint32_t>(value);
    hash = mix(hash ^ bits) + i;
  }
  return hash;
}

}  // namespace addnorm
