// The task of a text: where its windows lie, what is predicted of them, and that what is held out stays so.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "kernels/softmax_cross_entropy.h"
#include "train/task.h"

namespace addnorm::test {
namespace {

// A text in which every symbol stands once, so that a token tells its place: symbol 2 + i at i.
std::vector<std::int32_t> places(std::size_t n) {
  std::vector<std::int32_t> text(n);
  for (std::size_t i = 0; i < n; ++i) text[i] = 2 + static_cast<std::int32_t>(i);
  return text;
}

struct TextBatch {
  std::vector<std::int32_t> tokens, targets;
};

TextBatch make(const std::vector<std::int32_t>& text, std::uint32_t n_ctx, bool is_causal, double step,
               bool is_held_out) {
  constexpr std::size_t kBatch = 16;
  ModelConfig model;
  model.n_ctx = n_ctx;
  model.is_causal = is_causal;
  TaskConfig task;
  task.kind = TaskKind::kText;
  task.text = text.data();
  task.n_text = static_cast<std::uint32_t>(text.size());
  TextBatch result = {std::vector<std::int32_t>(kBatch * n_ctx), std::vector<std::int32_t>(kBatch * n_ctx)};
  make_batch(result.tokens.data(), result.targets.data(), task, model, kBatch, 1, step, is_held_out);
  return result;
}

TEST(TextTask, PredictsTheNextCharacterAtEachPlaceOfAWindow) {
  const std::vector<std::int32_t> text = places(300);
  for (const std::uint32_t n_ctx : {1U, 2U, 7U, 32U}) {
    const TextBatch batch = make(text, n_ctx, true, 1, false);
    for (std::size_t i = 0; i < batch.tokens.size(); ++i) {
      EXPECT_EQ(batch.targets[i], batch.tokens[i] + 1);
      if (i % n_ctx > 0) {
        EXPECT_EQ(batch.tokens[i], batch.tokens[i - 1] + 1);
      }
    }
  }
}

// The places of all that training sees, and of all that is held out, targets included.
std::set<std::size_t> places_seen(std::size_t n_text, std::uint32_t n_ctx, bool is_causal, bool is_held_out) {
  std::set<std::size_t> seen;
  for (int step = 1; step <= 400; ++step) {
    const TextBatch batch = make(places(n_text), n_ctx, is_causal, step, is_held_out);
    for (const std::vector<std::int32_t>* values : {&batch.tokens, &batch.targets}) {
      for (const std::int32_t value : *values) {
        if (value >= 2) seen.insert(static_cast<std::size_t>(value - 2));
      }
    }
  }
  return seen;
}

// Every place of a part is seen, and none of the other part. Of a short text more than a tenth is held out:
// one window.
TEST(TextTask, TrainsOnAllOfTheTextButItsLastTenth) {
  const struct {
    std::size_t n_text;
    std::uint32_t n_ctx;
    std::size_t n_held_out;
  } cases[] = {{300, 8, 30}, {305, 8, 30}, {66, 32, 33}, {80, 32, 33}, {4, 1, 2}, {500, 3, 50}};
  for (const auto& c : cases) {
    for (const bool is_causal : {true, false}) {
      const std::set<std::size_t> trained = places_seen(c.n_text, c.n_ctx, is_causal, false);
      const std::set<std::size_t> held_out = places_seen(c.n_text, c.n_ctx, is_causal, true);
      // A window without the character after it cannot show the last place.
      const std::size_t unseen = is_causal ? 0 : 1;
      EXPECT_EQ(*trained.begin(), 0U) << c.n_text;
      EXPECT_EQ(*trained.rbegin() + 1 + unseen, c.n_text - c.n_held_out) << c.n_text;
      EXPECT_EQ(trained.size() + unseen, c.n_text - c.n_held_out) << c.n_text;
      EXPECT_EQ(*held_out.begin(), c.n_text - c.n_held_out) << c.n_text;
      EXPECT_EQ(*held_out.rbegin() + 1 + unseen, c.n_text) << c.n_text;
      EXPECT_EQ(held_out.size() + unseen, c.n_held_out) << c.n_text;
    }
  }
}

TEST(TextTask, HidesSomeCharactersFromAModelThatWouldSeeTheNextOne) {
  constexpr std::int32_t kBlank = 0;
  const std::vector<std::int32_t> text = places(300);
  int n_hidden = 0;
  std::map<std::size_t, int> hidden_at;
  for (const std::uint32_t n_ctx : {1U, 2U, 7U, 32U}) {
    for (int step = 1; step <= 20; ++step) {
      const TextBatch batch = make(text, n_ctx, false, step, false);
      for (std::size_t first = 0; first < batch.tokens.size(); first += n_ctx) {
        std::set<std::int32_t> starts;
        int n = 0;
        for (std::size_t i = 0; i < n_ctx; ++i) {
          const bool is_hidden = batch.tokens[first + i] == kBlank;
          const std::int32_t character = (is_hidden ? batch.targets : batch.tokens)[first + i];
          starts.insert(character - static_cast<std::int32_t>(i));
          if (!is_hidden) {
            EXPECT_EQ(batch.targets[first + i], kIgnoreIndex);
          }
          n += is_hidden ? 1 : 0;
          if (n_ctx == 32) hidden_at[i] += is_hidden ? 1 : 0;
        }
        EXPECT_EQ(starts.size(), 1U) << "what is hidden is the character of its place";
        EXPECT_GE(n, 1);
        if (n_ctx == 32) n_hidden += n;
      }
    }
  }
  // 320 windows with 1 + 31 / 8 hidden each: 1560, with a standard deviation of 33; by place 48.75 +- 6.4.
  EXPECT_NEAR(n_hidden, 1560, 5 * 33);
  for (const auto& [i, count] : hidden_at) EXPECT_NEAR(count, 48.75, 5 * 6.4) << i;
}

}  // namespace
}  // namespace addnorm::test
