// The tasks for tests that hold for each of them.
#pragma once

#include <array>

#include "addnorm/config.h"

namespace addnorm::test {

inline constexpr TaskKind kTasks[] = {
    TaskKind::kCopy,   TaskKind::kReverse,   TaskKind::kSort, TaskKind::kModularAddition,
    TaskKind::kParity, TaskKind::kInduction, TaskKind::kText};

// A text of 400 symbols from 2 to 6, in no order.
inline constexpr auto kSampleText = [] {
  std::array<std::int32_t, 400> text{};
  std::uint32_t state = 1;
  for (std::int32_t& symbol : text) {
    state = state * 1664525U + 1013904223U;
    symbol = 2 + static_cast<std::int32_t>((state >> 16) % 5);
  }
  return text;
}();

// The task with all it needs, for models of at least 7 tokens.
inline TaskConfig sample_task(TaskKind kind) {
  TaskConfig task;
  task.kind = kind;
  if (kind != TaskKind::kText) return task;
  task.text = kSampleText.data();
  task.n_text = kSampleText.size();
  return task;
}

}  // namespace addnorm::test
