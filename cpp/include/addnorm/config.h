// Everything a run is made from: model, task, optimiser and schedule, as plain data, with the faults a
// configuration can have. Which placement puts which norm into which slot is one table, and it stands here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace addnorm {

enum class Placement { kPost, kPre, kSandwich, kResPost, kDeepnorm, kRezero, kNone, kPlain };
enum class Norm { kLayer, kRms, kBatch };
enum class Activation { kRelu, kGelu, kGeluTanh };
enum class Positional { kLearned, kSinusoidal, kNone };
enum class Init { kXavier, kGpt2 };

// The three places around a sub-layer F where a norm can stand: y = After(a * x + b * Output(F(Input(x)))).
struct Slots {
  bool input = false;
  bool output = false;
  bool after = false;

  bool operator==(const Slots&) const = default;
};

// One arrangement of norm and residual. residual_gain is a (0 = no residual), branch_gain is b; a learned b
// is a parameter that starts at branch_gain. init_gain scales the initial value, out and feed-forward weights
// (DeepNorm).
struct Arrangement {
  Slots slots;
  double residual_gain = 1.0;
  double branch_gain = 1.0;
  bool is_branch_gain_learned = false;
  double init_gain = 1.0;
  bool final_norm = false;

  bool operator==(const Arrangement&) const = default;
};

// The row of the table of placements: post (Vaswani et al. 2017), pre (Xiong et al. 2020), sandwich (CogView,
// Ding et al. 2021), resPost (Swin v2, Liu et al. 2022), deepnorm (Wang et al. 2022, table of section 3.2: a
// = (2N)^1/4, weights times (8N)^-1/4), rezero (Bachlechner et al. 2020), none (residual only), plain (norm,
// no residual).
Arrangement arrangement_of(Placement placement, std::size_t n_layer);

inline constexpr std::uint32_t kMaxVocabSize = 512;
// Of the text of a task: more could not be learned by a model of these sizes.
inline constexpr std::uint32_t kMaxTextLength = 200000;

// A model. Sizes are those of the names in the literature: see the comment of each.
struct ModelConfig {
  std::uint32_t vocab_size = 16;
  std::uint32_t n_ctx = 32;    // longest sequence, in tokens
  std::uint32_t d_model = 32;  // width of the residual stream, a multiple of n_head
  std::uint32_t n_head = 4;
  std::uint32_t n_layer = 6;
  std::uint32_t d_ff = 128;
  Norm norm = Norm::kLayer;
  Activation activation = Activation::kRelu;
  Positional positional = Positional::kLearned;
  Init init = Init::kXavier;
  bool is_causal = true;
  bool tie_embeddings = false;
  double embedding_scale = 5.656854249492381;  // sqrt(d_model)
  double dropout = 0.0;
  double eps = 1e-5;
  Arrangement arrangement = {.slots = {.after = true}};
};

enum class TaskKind { kCopy, kReverse, kSort, kModularAddition, kParity, kInduction, kText };

// A task is a pure function of seed and step. Tokens 0 and 1 are reserved (blank and separator); symbols are
// 2 ... vocab_size - 1.
struct TaskConfig {
  TaskKind kind = TaskKind::kReverse;
  std::uint32_t modulus = 0;  // of modularAddition, 1 ... vocab_size - 2; 0 for the largest
  // Of text: its characters as symbols, (n_text), at least 2 * (n_ctx + 1) of them. A trainer copies them
  // when it is made.
  const std::int32_t* text = nullptr;
  std::uint32_t n_text = 0;
};

enum class OptimizerKind { kSgd, kAdam, kAdamw };

struct OptimizerConfig {
  OptimizerKind kind = OptimizerKind::kAdam;
  double lr = 5e-3;
  double momentum = 0.9;
  double beta1 = 0.9;
  double beta2 = 0.98;
  double eps = 1e-9;
  double weight_decay = 0.0;
};

enum class ScheduleKind { kConstant, kLinear, kCosine, kInverseSqrt, kNoam };

struct ScheduleConfig {
  ScheduleKind kind = ScheduleKind::kConstant;
  double warmup = 0.0;          // steps; 0 is none
  double total_steps = 1000.0;  // where cosine reaches its end
};

struct TrainerConfig {
  TaskConfig task;
  OptimizerConfig optimizer;
  ScheduleConfig schedule;
  std::uint32_t batch = 16;
  double seed = 1.0;       // a whole number in [0, 2^53)
  double clip_norm = 0.0;  // 0 is no clipping
};

// What is wrong with one field: its name, its value and what is allowed, ready to be shown.
using Faults = std::vector<std::string>;

// Every fault of a configuration; empty if it is sound. Sizes are limited so that nothing overflows and
// memory can be planned.
Faults validate(const ModelConfig& config);
Faults validate(const TrainerConfig& config, const ModelConfig& model);

}  // namespace addnorm
