// Snapshots of a trainer: what follows one is the same bits as the first time, in this trainer or in a new
// one, and bytes that are no snapshot of the run change nothing.
#include "train/snapshot.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <set>

#include "allocations.h"
#include "lab.h"
#include "math/bit_cast.h"
#include "tasks.h"

namespace addnorm::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes snapshot_of(const Lab& lab) {
  Bytes bytes(lab.trainer->snapshot_size());
  lab.trainer->save_snapshot(bytes.data());
  return bytes;
}

SnapshotFault load(const Lab& lab, const Bytes& bytes) {
  return lab.trainer->load_snapshot(bytes.data(), bytes.size());
}

// Everything that comes out of some steps: the bits of each row, of the parameters and of a held-out loss.
std::vector<std::uint64_t> bits_of_steps(const Lab& lab, int n_steps) {
  std::vector<std::uint64_t> bits;
  const MetricsField& last = lab.trainer->fields().back();
  for (int i = 0; i < n_steps; ++i) {
    // Every third step is on a batch that does not come from the task.
    const double* row =
        i % 3 == 2 ? lab.step_on(training_batch(lab.model->config(), 77)) : lab.trainer->step();
    for (std::size_t k = 0; k < last.offset + last.count; ++k)
      bits.push_back(bit_cast<std::uint64_t>(row[k]));
    bits.push_back(lab.trainer->fingerprint());
  }
  bits.push_back(bit_cast<std::uint64_t>(lab.trainer->evaluate(1).loss));
  return bits;
}

TEST(Snapshot, WhatFollowsItIsTheSameBitsAsTheFirstTime) {
  for (const OptimizerKind optimizer : kOptimizers) {
    for (const Norm norm : kNorms) {
      for (const double dropout : {0.0, 0.2}) {
        for (const double clip_norm : {0.0, 0.5}) {
          ModelConfig model_config = small_model(Placement::kSandwich, norm);
          model_config.dropout = dropout;
          TrainerConfig config = small_trainer();
          config.optimizer.kind = optimizer;
          config.optimizer.weight_decay = 0.01;
          config.clip_norm = clip_norm;
          config.schedule = {.kind = ScheduleKind::kCosine, .warmup = 3, .total_steps = 20};
          const Lab lab(model_config, config);
          const Bytes start = snapshot_of(lab);
          const std::vector<std::uint64_t> first = bits_of_steps(lab, 4);
          const Bytes later = snapshot_of(lab);
          const std::vector<std::uint64_t> second = bits_of_steps(lab, 5);

          const std::string what = std::to_string(static_cast<int>(optimizer)) + " " +
                                   std::to_string(static_cast<int>(norm)) + " " + std::to_string(dropout) +
                                   " " + std::to_string(clip_norm);
          ASSERT_EQ(load(lab, later), SnapshotFault::kNone) << what;
          EXPECT_EQ(snapshot_of(lab), later) << what;
          EXPECT_EQ(bits_of_steps(lab, 5), second) << what;
          ASSERT_EQ(load(lab, start), SnapshotFault::kNone) << what;
          EXPECT_EQ(bits_of_steps(lab, 4), first) << what;
          const Lab fresh(model_config, config);
          ASSERT_EQ(load(fresh, later), SnapshotFault::kNone) << what;
          EXPECT_EQ(bits_of_steps(fresh, 5), second) << what;
          EXPECT_NE(first, second) << what;
        }
      }
    }
  }
}

// Steps that were skipped count as steps and not as updates, which the corrections of Adam count.
TEST(Snapshot, HoldsHowManyStepsWereSkippedAndWhatWasNotFinite) {
  for (const OptimizerKind optimizer : kOptimizers) {
    TrainerConfig config = small_trainer();
    config.optimizer.kind = optimizer;
    config.clip_norm = 1.0;
    const Lab lab(small_model(), config);
    lab.trainer->step();
    const Bytes before = snapshot_of(lab);
    float& p = lab.parameter("layers.0.linear1.weight");
    const float sound = p;
    p = std::numeric_limits<float>::quiet_NaN();
    ASSERT_EQ(lab.get(lab.trainer->step(), "isSkipped"), 1.0);
    p = sound;
    const Bytes after = snapshot_of(lab);
    const double* row = lab.trainer->step();
    const double site = lab.get(row, "nonFiniteSite");
    EXPECT_EQ(lab.get(row, "nonFiniteStep"), 2.0);
    const std::uint64_t expected = lab.trainer->fingerprint();

    const Lab fresh(small_model(), config);
    ASSERT_EQ(load(fresh, after), SnapshotFault::kNone);
    row = fresh.trainer->step();
    EXPECT_EQ(fresh.get(row, "nonFiniteStep"), 2.0);
    EXPECT_EQ(fresh.get(row, "nonFiniteSite"), site);
    EXPECT_EQ(fresh.trainer->fingerprint(), expected) << static_cast<int>(optimizer);

    // Before it, nothing was the matter.
    ASSERT_EQ(load(fresh, before), SnapshotFault::kNone);
    EXPECT_EQ(fresh.get(fresh.trainer->step(), "nonFiniteStep"), 0.0);
    const Lab sound_run(small_model(), config);
    sound_run.trainer->step();
    sound_run.trainer->step();
    EXPECT_EQ(fresh.trainer->fingerprint(), sound_run.trainer->fingerprint());
  }
}

TEST(Snapshot, HoldsEveryBitOfNumbersThatAreNotFinite) {
  const Lab lab(small_model(), small_trainer());
  lab.parameter("unembedding.bias") = bit_cast<float>(0xFFC12345U);
  const Bytes bytes = snapshot_of(lab);
  lab.parameter("unembedding.bias") = 0.0F;
  ASSERT_EQ(load(lab, bytes), SnapshotFault::kNone);
  EXPECT_EQ(bit_cast<std::uint32_t>(lab.parameter("unembedding.bias")), 0xFFC12345U);
}

// A trainer that has trained on, and is to stay as it is whatever it is given.
void expect_refused(const Lab& lab, const Bytes& bytes, SnapshotFault fault, const std::string& what) {
  const Bytes before = snapshot_of(lab);
  EXPECT_EQ(static_cast<int>(load(lab, bytes)), static_cast<int>(fault)) << what;
  EXPECT_EQ(snapshot_of(lab), before) << what;
}

TEST(Snapshot, IsRefusedIfAnyByteIsAnotherOneOrMissing) {
  ModelConfig model_config = small_model();
  model_config.n_layer = 1;
  const Lab lab(model_config, small_trainer());
  lab.trainer->step();
  Bytes bytes = snapshot_of(lab);
  lab.trainer->step();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(bytes[i] ^ (1U << (i % 8)));
    ASSERT_EQ(load(lab, bytes), SnapshotFault::kChanged) << i;
    bytes[i] = static_cast<uint8_t>(bytes[i] ^ (1U << (i % 8)));
  }
  Bytes swapped = bytes;
  std::swap_ranges(swapped.end() - 16, swapped.end() - 8, swapped.end() - 8);
  expect_refused(lab, swapped, SnapshotFault::kChanged, "two words swapped");
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, bytes.size() - 1, bytes.size() + 1}) {
    Bytes other = bytes;
    other.resize(size);
    expect_refused(lab, other, SnapshotFault::kSize, std::to_string(size));
  }
  EXPECT_EQ(load(lab, bytes), SnapshotFault::kNone);
}

// A site is used as an index, so counts that cannot be are refused even where the checksum is right.
TEST(Snapshot, IsRefusedIfItsCountsCannotBe) {
  const Lab lab(small_model(), small_trainer());
  lab.trainer->step();
  const Bytes bytes = snapshot_of(lab);
  const double n_sites = static_cast<double>(lab.trainer->n_sites());
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::pair<std::size_t, double>> forgeries = {
      {0, -1.0}, {0, 0.5}, {0, kNan}, {0, 0x1p60}, {1, 2.0},     {1, -1.0}, {1, kNan},
      {2, 2.0},  {2, 0.5}, {2, kNan}, {3, -1.0},   {3, n_sites}, {3, 0.5},  {3, kNan}};
  for (const auto& [place, value] : forgeries) {
    Bytes forged = bytes;
    std::memcpy(forged.data() + kSnapshotHeader + place * sizeof value, &value, sizeof value);
    const std::uint64_t sum = checksum(forged.data() + sizeof sum, forged.size() - sizeof sum);
    std::memcpy(forged.data(), &sum, sizeof sum);
    expect_refused(lab, forged, SnapshotFault::kChanged,
                   std::to_string(place) + ": " + std::to_string(value));
  }
}

using Change = std::function<void(ModelConfig&, TrainerConfig&)>;

// Settings of which every one makes another run, though most leave the snapshot as large as it was.
const std::vector<Change> kChanges = {
    [](ModelConfig& m, TrainerConfig&) { m.vocab_size += 1; },
    [](ModelConfig& m, TrainerConfig&) { m.n_ctx += 1; },
    [](ModelConfig& m, TrainerConfig&) { m.d_model *= 2; },
    [](ModelConfig& m, TrainerConfig&) { m.n_head = 1; },
    [](ModelConfig& m, TrainerConfig&) { m.n_layer += 1; },
    [](ModelConfig& m, TrainerConfig&) { m.d_ff += 1; },
    [](ModelConfig& m, TrainerConfig&) { m.norm = Norm::kRms; },
    [](ModelConfig& m, TrainerConfig&) { m.activation = Activation::kGeluTanh; },
    [](ModelConfig& m, TrainerConfig&) { m.positional = Positional::kSinusoidal; },
    [](ModelConfig& m, TrainerConfig&) { m.init = Init::kGpt2; },
    [](ModelConfig& m, TrainerConfig&) { m.is_causal = !m.is_causal; },
    [](ModelConfig& m, TrainerConfig&) { m.tie_embeddings = !m.tie_embeddings; },
    [](ModelConfig& m, TrainerConfig&) { m.embedding_scale += 0.5; },
    [](ModelConfig& m, TrainerConfig&) { m.dropout = 0.25; },
    [](ModelConfig& m, TrainerConfig&) { m.eps = 1e-3; },
    [](ModelConfig& m, TrainerConfig&) { m.arrangement.slots.input = !m.arrangement.slots.input; },
    [](ModelConfig& m, TrainerConfig&) { m.arrangement.slots.output = !m.arrangement.slots.output; },
    [](ModelConfig& m, TrainerConfig&) { m.arrangement.slots.after = !m.arrangement.slots.after; },
    [](ModelConfig& m, TrainerConfig&) { m.arrangement.residual_gain = 0.5; },
    [](ModelConfig& m, TrainerConfig&) { m.arrangement.branch_gain = 0.5; },
    [](ModelConfig& m, TrainerConfig&) { m.arrangement.is_branch_gain_learned = true; },
    [](ModelConfig& m, TrainerConfig&) { m.arrangement.init_gain = 0.5; },
    [](ModelConfig& m, TrainerConfig&) { m.arrangement.final_norm = !m.arrangement.final_norm; },
    [](ModelConfig&, TrainerConfig& t) { t.task.kind = TaskKind::kCopy; },
    [](ModelConfig&, TrainerConfig& t) { t.task.modulus = 3; },
    [](ModelConfig&, TrainerConfig& t) { t.task = sample_task(TaskKind::kText); },
    [](ModelConfig&, TrainerConfig& t) { t.optimizer.kind = OptimizerKind::kAdamw; },
    [](ModelConfig&, TrainerConfig& t) { t.optimizer.lr *= 2; },
    [](ModelConfig&, TrainerConfig& t) { t.optimizer.momentum = 0.5; },
    [](ModelConfig&, TrainerConfig& t) { t.optimizer.beta1 = 0.5; },
    [](ModelConfig&, TrainerConfig& t) { t.optimizer.beta2 = 0.5; },
    [](ModelConfig&, TrainerConfig& t) { t.optimizer.eps = 1e-3; },
    [](ModelConfig&, TrainerConfig& t) { t.optimizer.weight_decay = 0.5; },
    [](ModelConfig&, TrainerConfig& t) { t.schedule.kind = ScheduleKind::kLinear; },
    [](ModelConfig&, TrainerConfig& t) { t.schedule.warmup = 5; },
    [](ModelConfig&, TrainerConfig& t) { t.schedule.total_steps = 5; },
    [](ModelConfig&, TrainerConfig& t) { t.batch += 1; },
    [](ModelConfig&, TrainerConfig& t) { t.seed = 2; },
    [](ModelConfig&, TrainerConfig& t) { t.clip_norm = 0.5; },
};

TEST(Snapshot, EverySettingMakesAnotherRun) {
  const Lab lab(small_model(), small_trainer());
  const Bytes bytes = snapshot_of(lab);
  std::set<std::uint64_t> keys = {run_key(small_model(), small_trainer())};
  for (std::size_t i = 0; i < kChanges.size(); ++i) {
    ModelConfig model_config = small_model();
    TrainerConfig config = small_trainer();
    kChanges[i](model_config, config);
    EXPECT_TRUE(keys.insert(run_key(model_config, config)).second) << i;
    const Lab other(model_config, config);
    const bool is_as_large = other.trainer->snapshot_size() == bytes.size();
    expect_refused(other, bytes, is_as_large ? SnapshotFault::kOtherRun : SnapshotFault::kSize,
                   std::to_string(i));
  }
}

TEST(Snapshot, AnotherTextIsAnotherRun) {
  TrainerConfig config = small_trainer();
  config.task = sample_task(TaskKind::kText);
  const Lab lab(small_model(), config);
  const Bytes bytes = snapshot_of(lab);
  std::vector<std::int32_t> text(kSampleText.begin(), kSampleText.end());
  text.back() = text.back() == 2 ? 3 : 2;
  config.task.text = text.data();
  const Lab other(small_model(), config);
  expect_refused(other, bytes, SnapshotFault::kOtherRun, "text");
}

TEST(Snapshot, AllocatesNothing) {
  if (!allocations_are_counted()) GTEST_SKIP() << "allocations are not counted in this build";
  const Lab lab(small_model(), small_trainer());
  Bytes bytes(lab.trainer->snapshot_size());
  const std::size_t before = n_allocations();
  lab.trainer->save_snapshot(bytes.data());
  static_cast<void>(lab.trainer->load_snapshot(bytes.data(), bytes.size()));
  EXPECT_EQ(n_allocations(), before);
}

}  // namespace
}  // namespace addnorm::test
