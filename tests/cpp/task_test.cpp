// The tasks: what stands in a batch, and that the answers are right, worked out here by other means.
#include "train/task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "kernels/softmax_cross_entropy.h"
#include "tasks.h"

namespace addnorm::test {
namespace {

constexpr std::int32_t kBlank = 0;
constexpr std::int32_t kSeparator = 1;

struct TaskBatch {
  std::vector<std::int32_t> tokens, targets;

  bool operator==(const TaskBatch&) const = default;
};

struct Setting {
  TaskConfig task;
  std::uint32_t vocab_size, n_ctx;
  bool is_causal;
  std::size_t batch;

  [[nodiscard]] TaskBatch make(double seed = 1, double step = 1, bool is_held_out = false) const {
    ModelConfig model;
    model.vocab_size = vocab_size;
    model.n_ctx = n_ctx;
    model.is_causal = is_causal;
    // Other numbers around, to see that nothing but the batch is written and all of it is.
    TaskBatch result = {std::vector<std::int32_t>(batch * n_ctx + 2, -99),
                        std::vector<std::int32_t>(batch * n_ctx + 2, -99)};
    make_batch(result.tokens.data() + 1, result.targets.data() + 1, task, model, batch, seed, step,
               is_held_out);
    for (std::vector<std::int32_t>* values : {&result.tokens, &result.targets}) {
      EXPECT_EQ(values->front(), -99);
      EXPECT_EQ(values->back(), -99);
      values->pop_back();
      values->erase(values->begin());
      EXPECT_EQ(std::count(values->begin(), values->end(), -99), 0);
    }
    return result;
  }

  [[nodiscard]] std::string describe() const {
    return "task " + std::to_string(static_cast<int>(task.kind)) + ", V " + std::to_string(vocab_size) +
           ", T " + std::to_string(n_ctx) + (is_causal ? ", causal" : "");
  }
};

std::vector<Setting> settings() {
  std::vector<Setting> result;
  for (const TaskKind kind : kTasks) {
    // What a text is about is not in the batch alone; it has tests of its own.
    if (kind == TaskKind::kText) continue;
    for (const bool is_causal : {true, false}) {
      for (const std::uint32_t n_ctx : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 31U, 32U}) {
        for (const std::uint32_t vocab_size : {4U, 5U, 16U}) {
          result.push_back({{kind, 0}, vocab_size, n_ctx, is_causal, 3});
        }
      }
    }
  }
  result.push_back({{TaskKind::kModularAddition, 2}, 16, 12, true, 3});
  result.push_back({{TaskKind::kModularAddition, 7}, 16, 13, false, 3});
  return result;
}

// The answers of one sequence: position to symbol. Counted from the tokens alone, without the task's own
// code.
using Answers = std::map<std::size_t, std::int32_t>;

std::vector<std::int32_t> rearranged(std::vector<std::int32_t> x, TaskKind kind) {
  const std::vector<std::int32_t> before = x;
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (kind == TaskKind::kReverse) x[i] = before[n - 1 - i];
    if (kind != TaskKind::kSort) continue;
    // The place of a number is how many are smaller, or equal and before it.
    std::size_t rank = 0;
    for (std::size_t j = 0; j < n; ++j)
      rank += before[j] < before[i] || (before[j] == before[i] && j < i) ? 1 : 0;
    x[rank] = before[i];
  }
  return x;
}

// What an induction head does: looks for the token it is at further back, and takes what stood after it. A
// model that sees everything does it for the token before a blank.
Answers induced(const Setting& s, const std::int32_t* tokens) {
  Answers result;
  for (std::size_t i = 0; i < s.n_ctx; ++i) {
    if (!s.is_causal && tokens[i] != kBlank) continue;
    const std::size_t at = s.is_causal ? i : i - 1;
    const std::int32_t* seen = std::find(tokens, tokens + at, tokens[at]);
    if (seen != tokens + at) result[i] = seen[1];
  }
  return result;
}

Answers answers(const Setting& s, const std::int32_t* tokens) {
  Answers result;
  switch (s.task.kind) {
    case TaskKind::kCopy:
    case TaskKind::kReverse:
    case TaskKind::kSort: {
      const std::size_t n = s.is_causal ? s.n_ctx / 2 : s.n_ctx;
      const std::vector<std::int32_t> f = rearranged({tokens, tokens + n}, s.task.kind);
      for (std::size_t i = 0; i < n; ++i) result[s.is_causal ? n + i : i] = f[i];
      break;
    }
    case TaskKind::kParity:
      for (std::size_t i = 0; i < s.n_ctx; ++i) {
        result[i] = std::count(tokens, tokens + i + 1, 3) % 2 == 1 ? 3 : 2;
      }
      break;
    case TaskKind::kModularAddition: {
      const std::int32_t modulus =
          static_cast<std::int32_t>(s.task.modulus != 0 ? s.task.modulus : s.vocab_size - 2);
      for (std::size_t i = s.is_causal ? 1 : 2; i < s.n_ctx; i += 3) {
        const std::size_t group = i - i % 3;
        std::int32_t sum = tokens[group] - 2 + tokens[group + 1] - 2;
        while (sum >= modulus) sum -= modulus;
        result[i] = 2 + sum;
      }
      break;
    }
    case TaskKind::kInduction:
      return induced(s, tokens);
    case TaskKind::kText:
      break;
  }
  return result;
}

TEST(Task, TargetsAreTheAnswersAndNothingElseIsPredicted) {
  for (const Setting& s : settings()) {
    const TaskBatch batch = s.make();
    for (std::size_t b = 0; b < s.batch; ++b) {
      const Answers expected = answers(s, batch.tokens.data() + b * s.n_ctx);
      for (std::size_t i = 0; i < s.n_ctx; ++i) {
        const std::int32_t target = batch.targets[b * s.n_ctx + i];
        if (expected.contains(i)) {
          EXPECT_EQ(target, expected.at(i)) << s.describe() << " " << i;
        } else {
          EXPECT_EQ(target, kIgnoreIndex) << s.describe() << " " << i;
        }
      }
    }
  }
}

// In the causal form of a rearrangement, and of an addition, each predicted token is the next one of the
// sequence.
TEST(Task, CausalTargetsAreTheNextTokens) {
  for (const Setting& s : settings()) {
    if (!s.is_causal || s.task.kind == TaskKind::kParity) continue;
    const TaskBatch batch = s.make();
    for (std::size_t i = 0; i < batch.tokens.size(); ++i) {
      if (batch.targets[i] < 0 || i % s.n_ctx + 1 == s.n_ctx) continue;
      EXPECT_EQ(batch.targets[i], batch.tokens[i + 1]) << s.describe() << " " << i;
    }
  }
}

TEST(Task, TokensAreSymbolsBlanksAndSeparatorsWhereTheyBelong) {
  for (const Setting& s : settings()) {
    const TaskBatch batch = s.make();
    const bool is_rearrangement = s.task.kind <= TaskKind::kSort;
    const std::int32_t n_symbols = static_cast<std::int32_t>(s.task.kind == TaskKind::kParity ? 2
                                                             : s.task.modulus != 0            ? s.task.modulus
                                                                                   : s.vocab_size - 2);
    for (std::size_t at = 0; at < batch.tokens.size(); ++at) {
      const std::size_t i = at % s.n_ctx;
      const std::int32_t token = batch.tokens[at];
      if (is_rearrangement && s.is_causal && i == s.n_ctx / 2) {
        EXPECT_EQ(token, kSeparator) << s.describe() << " " << i;
      } else if (s.task.kind == TaskKind::kModularAddition && !s.is_causal && i % 3 == 2) {
        EXPECT_EQ(token, kBlank) << s.describe() << " " << i;
      } else if (s.task.kind == TaskKind::kInduction && !s.is_causal && batch.targets[at] >= 0) {
        EXPECT_EQ(token, kBlank) << s.describe() << " " << i;
      } else {
        EXPECT_TRUE(token >= 2 && token < 2 + n_symbols) << s.describe() << " " << i << ": " << token;
      }
    }
  }
}

TEST(Task, IsAFunctionOfSeedAndStep) {
  for (const TaskKind kind : kTasks) {
    const Setting s = {sample_task(kind), 16, 32, true, 4};
    const TaskBatch batch = s.make(1, 1);
    EXPECT_EQ(s.make(1, 1), batch);
    EXPECT_NE(s.make(1, 2), batch);
    EXPECT_NE(s.make(2, 1), batch);
    EXPECT_NE(s.make(1, 1, true), batch);
    EXPECT_NE(s.make(9007199254740991.0, 1), batch);
    EXPECT_NE(s.make(1, 1e9), batch);
  }
}

// A variant with another model around it, or a larger batch, sees the same sequences.
TEST(Task, ALargerBatchStartsWithTheSmallerOne) {
  for (const TaskKind kind : kTasks) {
    for (const bool is_causal : {true, false}) {
      const TaskBatch small = Setting{sample_task(kind), 16, 32, is_causal, 2}.make();
      TaskBatch large = Setting{sample_task(kind), 16, 32, is_causal, 8}.make();
      large.tokens.resize(small.tokens.size());
      EXPECT_EQ(large.tokens, small.tokens);
    }
  }
}

// How long the prefix is has to be seen: it differs from sequence to sequence. Its symbols are all different,
// so that what follows each is known.
TEST(Task, AnInductionRepeatsAPrefixOfDifferentSymbolsOfAnyLength) {
  const struct {
    std::uint32_t vocab_size, n_ctx;
    std::set<std::size_t> lengths;
  } cases[] = {{16, 32, {7, 8, 9, 10, 11, 12, 13, 14}},
               {99, 32, {8, 9, 10, 11, 12, 13, 14, 15, 16}},
               {512, 5, {1, 2}},
               {4, 32, {1, 2}},
               {3, 9, {1}}};
  for (const auto& c : cases) {
    std::set<std::size_t> lengths;
    for (int step = 1; step <= 40; ++step) {
      const TaskBatch batch = Setting{{TaskKind::kInduction}, c.vocab_size, c.n_ctx, true, 3}.make(1, step);
      const auto n_ctx = static_cast<std::ptrdiff_t>(c.n_ctx);
      for (auto x = batch.tokens.begin(); x != batch.tokens.end(); x += n_ctx) {
        const auto end = x + n_ctx;
        const auto length = std::find(x + 1, end, *x) - x;
        lengths.insert(static_cast<std::size_t>(length));
        EXPECT_EQ(std::set<std::int32_t>(x, x + length).size(), static_cast<std::size_t>(length));
        EXPECT_TRUE(std::equal(x + length, end, x)) << "V " << c.vocab_size << ", T " << c.n_ctx;
      }
    }
    EXPECT_EQ(lengths, c.lengths) << "V " << c.vocab_size << ", T " << c.n_ctx;
  }
}

TEST(Task, AnInductionBeginsWithAnyTwoSymbolsAboutEquallyOften) {
  std::map<std::pair<std::int32_t, std::int32_t>, int> count;
  for (int step = 1; step <= 400; ++step) {
    const TaskBatch batch = Setting{{TaskKind::kInduction}, 8, 16, true, 16}.make(1, step);
    for (auto x = batch.tokens.begin(); x != batch.tokens.end(); x += 16) ++count[{x[0], x[1]}];
  }
  EXPECT_EQ(count.size(), 6U * 5U);
  // 6400 sequences over 30 pairs: 213 each, with a standard deviation of 14.
  for (const auto& [pair, n] : count) EXPECT_NEAR(n, 213, 5 * 14) << pair.first << " " << pair.second;
}

TEST(Task, SequencesDoNotRepeatAndAllSymbolsOccurAboutEquallyOften) {
  const Setting s = {{TaskKind::kCopy, 0}, 16, 32, false, 16};
  std::map<std::int32_t, int> count;
  std::set<std::vector<std::int32_t>> sequences;
  for (int step = 1; step <= 20; ++step) {
    for (const bool is_held_out : {false, true}) {
      const TaskBatch batch = s.make(1, step, is_held_out);
      for (const std::int32_t token : batch.tokens) ++count[token];
      for (std::size_t b = 0; b < 16; ++b) {
        const auto first = batch.tokens.begin() + static_cast<std::ptrdiff_t>(b * 32);
        sequences.insert({first, first + 32});
      }
    }
  }
  EXPECT_EQ(sequences.size(), 2U * 20U * 16U);
  EXPECT_EQ(count.size(), 14U);
  // 20480 draws over 14 symbols: 1463 each, with a standard deviation of 37.
  for (const auto& [token, n] : count) EXPECT_NEAR(n, 1463, 5 * 37) << token;
}

}  // namespace
}  // namespace addnorm::test
