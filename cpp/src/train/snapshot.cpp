// Snapshots; the contract is in snapshot.h.
#include "train/snapshot.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>

#include "math/bit_cast.h"
#include "math/random.h"

namespace addnorm {

namespace {

class Hash {
 public:
  void add(std::uint64_t bits) { value_ = mix(value_ ^ bits) + ++n_; }
  // Every number of a configuration is a double, or fits into one.
  void add(std::initializer_list<double> numbers) {
    for (const double number : numbers) add(bit_cast<std::uint64_t>(number));
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
  std::uint64_t n_ = 0;
};

template <typename Enum>
double number(Enum value) {
  return static_cast<double>(value);
}

// Taken apart, a structure with one more setting does not compile, so that none can be forgotten here.

void add(Hash& hash, const Arrangement& arrangement) {
  const auto& [slots, residual_gain, branch_gain, is_branch_gain_learned, init_gain, final_norm] =
      arrangement;
  const auto& [input, output, after] = slots;
  hash.add({number(input), number(output), number(after), residual_gain, branch_gain,
            number(is_branch_gain_learned), init_gain, number(final_norm)});
}

void add(Hash& hash, const ModelConfig& model) {
  const auto& [vocab_size, n_ctx, d_model, n_head, n_layer, d_ff, norm, activation, positional, init,
               is_causal, tie_embeddings, embedding_scale, dropout, eps, arrangement] = model;
  hash.add({number(vocab_size), number(n_ctx), number(d_model), number(n_head), number(n_layer), number(d_ff),
            number(norm), number(activation), number(positional), number(init), number(is_causal),
            number(tie_embeddings), embedding_scale, dropout, eps});
  add(hash, arrangement);
}

void add(Hash& hash, const TaskConfig& task) {
  const auto& [kind, modulus, text, n_text] = task;
  hash.add({number(kind), number(modulus), number(n_text)});
  for (std::uint32_t i = 0; i < n_text; ++i) hash.add(static_cast<std::uint64_t>(text[i]));
}

void add(Hash& hash, const OptimizerConfig& optimizer) {
  const auto& [kind, lr, momentum, beta1, beta2, eps, weight_decay] = optimizer;
  hash.add({number(kind), lr, momentum, beta1, beta2, eps, weight_decay});
}

void add(Hash& hash, const ScheduleConfig& schedule) {
  const auto& [kind, warmup, total_steps] = schedule;
  hash.add({number(kind), warmup, total_steps});
}

std::uint64_t read_word(const std::uint8_t* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

}  // namespace

std::uint64_t run_key(const ModelConfig& model, const TrainerConfig& config) {
  const auto& [task, optimizer, schedule, batch, seed, clip_norm] = config;
  Hash hash;
  add(hash, model);
  add(hash, task);
  add(hash, optimizer);
  add(hash, schedule);
  hash.add({number(batch), seed, clip_norm});
  return hash.value();
}

std::uint64_t checksum(const std::uint8_t* bytes, std::size_t n_bytes) {
  Hash hash;
  for (std::size_t i = 0; i < n_bytes; i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + i, std::min(sizeof word, n_bytes - i));
    hash.add(word);
  }
  return hash.value();
}

std::size_t snapshot_size(std::span<const SnapshotPart> parts) {
  std::size_t size = kSnapshotHeader;
  for (const SnapshotPart& part : parts) size += part.n_bytes;
  return size;
}

void write_snapshot(std::uint8_t* out, std::uint64_t key, std::span<const SnapshotPart> parts) {
  std::uint8_t* to = out + kSnapshotHeader;
  for (const SnapshotPart& part : parts) {
    if (part.n_bytes > 0) std::memcpy(to, part.data, part.n_bytes);
    to += part.n_bytes;
  }
  std::uint8_t* behind_sum = out + sizeof(std::uint64_t);
  std::memcpy(behind_sum, &key, sizeof key);
  const std::uint64_t sum = checksum(behind_sum, static_cast<std::size_t>(to - behind_sum));
  std::memcpy(out, &sum, sizeof sum);
}

SnapshotFault check_snapshot(const std::uint8_t* bytes, std::size_t n_bytes, std::uint64_t key,
                             std::span<const SnapshotPart> parts) {
  if (n_bytes != snapshot_size(parts)) return SnapshotFault::kSize;
  constexpr std::size_t kSum = sizeof(std::uint64_t);
  if (read_word(bytes) != checksum(bytes + kSum, n_bytes - kSum)) return SnapshotFault::kChanged;
  return read_word(bytes + kSum) == key ? SnapshotFault::kNone : SnapshotFault::kOtherRun;
}

void read_snapshot(std::span<const SnapshotPart> parts, const std::uint8_t* bytes) {
  const std::uint8_t* from = bytes + kSnapshotHeader;
  for (const SnapshotPart& part : parts) {
    if (part.n_bytes > 0) std::memcpy(part.data, from, part.n_bytes);
    from += part.n_bytes;
  }
}

}  // namespace addnorm
