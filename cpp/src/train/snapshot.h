// A run as bytes: a checksum, a key that says of which run they are, and the parts of the run one after the
// other, all as they stand in memory. Knows nothing of what the parts are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "addnorm/trainer.h"

namespace addnorm {

// Memory of a run that decides what follows.
struct SnapshotPart {
  void* data;
  std::size_t n_bytes;
};

// A hash of every setting of a run, its text included: trainers of one key take the same steps from the same
// snapshot.
std::uint64_t run_key(const ModelConfig& model, const TrainerConfig& config);

// Bytes of a snapshot of these parts.
std::size_t snapshot_size(std::span<const SnapshotPart> parts);

void write_snapshot(std::uint8_t* out, std::uint64_t key, std::span<const SnapshotPart> parts);

// What the bytes are lacking to be a snapshot of these parts under this key.
SnapshotFault check_snapshot(const std::uint8_t* bytes, std::size_t n_bytes, std::uint64_t key,
                             std::span<const SnapshotPart> parts);

// Copies bytes without a fault into the parts.
void read_snapshot(std::span<const SnapshotPart> parts, const std::uint8_t* bytes);

// The parts in a snapshot, where they begin.
inline constexpr std::size_t kSnapshotHeader = 2 * sizeof(std::uint64_t);

// The checksum of bytes, n_bytes of them: one that is changed changes it.
std::uint64_t checksum(const std::uint8_t* bytes, std::size_t n_bytes);

}  // namespace addnorm
