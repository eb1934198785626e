// The tasks; the contract is in task.h.
#include "train/task.h"

#include <algorithm>

#include "kernels/softmax_cross_entropy.h"
#include "math/mutant.h"
#include "math/random.h"

namespace addnorm {

namespace {

constexpr std::int32_t kBlank = 0;
constexpr std::int32_t kSeparator = 1;
constexpr std::int32_t kFirstSymbol = 2;

// One sequence being written.
struct Sequence {
  std::int32_t* tokens;
  std::int32_t* targets;
  std::size_t n_ctx;
  const RandomStream& stream;
  std::uint64_t first_draw;

  [[nodiscard]] std::int32_t symbol(std::size_t i, std::uint32_t n_symbols) const {
    return kFirstSymbol + static_cast<std::int32_t>(stream.below(first_draw + i, n_symbols));
  }
};

// answer = f(x), both (n); they do not overlap.
void answer_of(std::int32_t* answer, const std::int32_t* x, std::size_t n, TaskKind kind) {
  std::copy(x, x + n, answer);
  if (kind == TaskKind::kReverse) std::reverse(answer, answer + n);
  if (kind == TaskKind::kSort) std::sort(answer, answer + n);
}

void write_rearrangement(const Sequence& s, TaskKind kind, std::uint32_t n_symbols, bool is_causal) {
  const std::size_t n = is_causal ? s.n_ctx / 2 : s.n_ctx;
  for (std::size_t i = 0; i < n; ++i) s.tokens[i] = s.symbol(i, n_symbols);
  if (!is_causal) {
    answer_of(s.targets, s.tokens, n, kind);
    return;
  }
  // Position n, the separator, predicts the first symbol of the answer; the token behind it is that symbol;
  // and so on.
  std::fill(s.targets, s.targets + s.n_ctx, kIgnoreIndex);
  answer_of(s.targets + n, s.tokens, n, kind);
  s.tokens[n] = kSeparator;
  for (std::size_t i = n + 1; i < s.n_ctx; ++i)
    s.tokens[i] = s.targets[is_mutant<"the answer stands in the tokens">() ? i : i - 1];
}

void write_parity(const Sequence& s) {
  std::int32_t parity = 0;
  for (std::size_t i = 0; i < s.n_ctx; ++i) {
    s.tokens[i] = s.symbol(i, 2);
    parity ^= s.tokens[i] - kFirstSymbol;
    s.targets[i] = kFirstSymbol + parity;
  }
}

void write_modular_addition(const Sequence& s, std::uint32_t modulus, bool is_causal) {
  for (std::size_t i = 0; i < s.n_ctx; ++i) {
    s.targets[i] = kIgnoreIndex;
    if (i % 3 < 2) s.tokens[i] = s.symbol(i, modulus);
    if (i % 3 == 0) continue;
    const std::int32_t* pair = s.tokens + i - i % 3;
    const std::int32_t sum =
        (pair[0] + pair[1] - 2 * kFirstSymbol) % static_cast<std::int32_t>(modulus) + kFirstSymbol;
    if (i % 3 == 2) s.tokens[i] = is_causal ? sum : kBlank;
    if ((i % 3 == 1) == is_causal) s.targets[i] = sum;
  }
}

}  // namespace

void make_batch(std::int32_t* tokens, std::int32_t* targets, const TaskConfig& task, const ModelConfig& model,
                std::size_t batch, double seed, double step, bool is_held_out) {
  if (is_mutant<"held-out batches are those of training">()) is_held_out = false;
  if (is_mutant<"the same batch at every step">()) step = 1.0;
  const RandomStream steps(seed, is_held_out ? "task.held_out" : "task.train");
  const RandomStream stream(steps.bits(static_cast<std::uint64_t>(step)));
  const std::uint32_t n_symbols = model.vocab_size - static_cast<std::uint32_t>(kFirstSymbol);
  for (std::size_t b = 0; b < batch; ++b) {
    const std::size_t at = b * model.n_ctx;
    const Sequence sequence = {tokens + at, targets + at, model.n_ctx, stream, at};
    switch (task.kind) {
      case TaskKind::kCopy:
      case TaskKind::kReverse:
      case TaskKind::kSort:
        write_rearrangement(sequence, task.kind, n_symbols, model.is_causal);
        break;
      case TaskKind::kParity:
        write_parity(sequence);
        break;
      case TaskKind::kModularAddition:
        write_modular_addition(sequence, task.modulus > 0 ? task.modulus : n_symbols, model.is_causal);
        break;
    }
  }
}

}  // namespace addnorm
