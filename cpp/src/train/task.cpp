// The tasks; the contract is in task.h.
#include "train/task.h"

#include <algorithm>
#include <array>
#include <numeric>

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

  // 0 ... n - 1; i < n_ctx numbers the draws of this sequence.
  [[nodiscard]] std::uint32_t draw(std::size_t i, std::size_t n) const {
    return stream.below(first_draw + i, static_cast<std::uint32_t>(n));
  }
  [[nodiscard]] std::int32_t symbol(std::size_t i, std::uint32_t n_symbols) const {
    return kFirstSymbol + static_cast<std::int32_t>(draw(i, n_symbols));
  }
  // Position i is to be predicted from what stands around it.
  void hide(std::size_t i) const {
    targets[i] = tokens[i];
    tokens[i] = kBlank;
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
  // Position n, the separator, predicts the first symbol of the answer; the token after it is that symbol;
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

// The first n of the symbols in random order, by Fisher and Yates.
void draw_different_symbols(const Sequence& s, std::size_t n, std::uint32_t n_symbols) {
  std::array<std::int32_t, kMaxVocabSize> left;
  std::iota(left.begin(), left.begin() + n_symbols, kFirstSymbol);
  for (std::size_t i = 0; i < n; ++i) {
    std::swap(left[i], left[i + s.draw(i, n_symbols - i)]);
    s.tokens[i] = left[i];
  }
}

void write_induction(const Sequence& s, std::uint32_t n_symbols, bool is_causal) {
  const std::size_t longest = std::clamp<std::size_t>(s.n_ctx / 2, 1, n_symbols);
  const std::size_t shortest = (longest + 1) / 2;
  // The symbols of the prefix use the draws before the last.
  const std::size_t n = shortest + s.draw(s.n_ctx - 1, longest - shortest + 1);
  draw_different_symbols(s, n, n_symbols);
  for (std::size_t i = n; i < s.n_ctx; ++i)
    s.tokens[i] = s.tokens[is_mutant<"induction repeats what stood one later">() ? i - n + 1 : i - n];
  std::fill(s.targets, s.targets + s.n_ctx, kIgnoreIndex);
  for (std::size_t i = n; i < s.n_ctx; ++i) {
    if (is_causal) s.targets[i] = s.tokens[i + 1 - n];
    if (!is_causal && (i - n) % 2 == 1) s.hide(i);
  }
}

// n_ctx + 1 characters of the text, the last of which is only predicted.
const std::int32_t* draw_window(const Sequence& s, const TaskConfig& task, bool is_held_out) {
  const std::size_t size = s.n_ctx + 1;
  const std::size_t n_held_out = std::max<std::size_t>(task.n_text / 10, size);
  const std::size_t n_train = task.n_text - n_held_out;
  const std::size_t n_places = (is_held_out ? n_held_out : n_train) - size + 1;
  if (is_mutant<"text held out is trained on">()) is_held_out = true;
  return task.text + (is_held_out ? n_train : 0) + s.draw(0, n_places);
}

void write_text(const Sequence& s, const TaskConfig& task, bool is_causal, bool is_held_out) {
  const std::int32_t* window = draw_window(s, task, is_held_out);
  std::copy(window, window + s.n_ctx, s.tokens);
  if (is_causal) {
    const std::int32_t* next = is_mutant<"a text's target is the token itself">() ? window : window + 1;
    std::copy(next, next + s.n_ctx, s.targets);
    return;
  }
  constexpr std::uint32_t kOneIn = 8;
  std::fill(s.targets, s.targets + s.n_ctx, kIgnoreIndex);
  const RandomStream hidden(s.stream.bits(s.first_draw));
  const std::size_t always = hidden.below(s.n_ctx, static_cast<std::uint32_t>(s.n_ctx));
  for (std::size_t i = 0; i < s.n_ctx; ++i) {
    if (i == always || hidden.below(i, kOneIn) == 0) s.hide(i);
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
      case TaskKind::kInduction:
        write_induction(sequence, n_symbols, model.is_causal);
        break;
      case TaskKind::kText:
        write_text(sequence, task, model.is_causal, is_held_out);
        break;
    }
  }
}

}  // namespace addnorm
