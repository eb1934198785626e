// Softmax and cross-entropy against the reference in double, and against numbers worked out by hand.
#include "kernels/softmax_cross_entropy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "expect.h"
#include "guarded_buffer.h"
#include "inputs.h"
#include "reference/softmax_cross_entropy.h"

namespace addnorm::test {
namespace {

constexpr std::size_t kRows = 3;
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::vector<float> softmax_of(const std::vector<float>& x, std::size_t width) {
  std::vector<float> out(x.size());
  softmax(out.data(), x.data(), x.size() / width, width);
  return out;
}

TEST(Softmax, IsTheReferenceForEverySizeInputAndPlace) {
  for (const std::size_t n : kSizes) {
    for (const InputKind& kind : kInputKinds) {
      const std::vector<float> values = kind.make(kRows * n, n);
      const std::vector<double> expected = reference::softmax(to_double(values), kRows, n);
      for (const Place& place : kPlaces) {
        const std::string what = describe(n, kind, place);
        const GuardedFloats x(values, place.offset, place.poison);
        GuardedFloats out(values.size(), place.offset, place.poison);
        softmax(out.data(), x.data(), kRows, n);
        expect_close(out.span(), expected, 0.0, 1e-6, what);
        for (std::size_t row = 0; row < kRows; ++row) {
          double sum = 0.0;
          for (std::size_t i = 0; i < n; ++i) sum += double{out.data()[row * n + i]};
          EXPECT_TRUE(std::isnan(expected[row * n]) || is_close(sum, 1.0, 1e-6, 0.0))
              << what << ": sum " << sum;
        }
        GuardedFloats in_place(values, place.offset, place.poison);
        softmax(in_place.data(), in_place.data(), kRows, n);
        expect_same_bits(in_place.span(), out.span(), what + ", in place");
      }
    }
  }
}

TEST(Softmax, GivesTheNumbersWorkedOutByHand) {
  struct HandCase {
    const char* name;
    std::vector<float> x;
    std::vector<double> out;
  };
  const HandCase cases[] = {
      {"a lane of padding enters", {-5, -6, -7}, {0.66524096, 0.24472847, 0.09003057}},
      {"overflow", {-249.87F, -424.13F, -460.29F, 378.10F, -292.61F}, {0, 0, 0, 1, 0}},
      {"an infinity", {-kInf, 1, 2}, {0, 0.26894142, 0.73105858}},
      {"nothing to choose from", {-kInf, -kInf}, {0, 0}},
      {"one element", {-1e30F}, {1}},
      {"far apart", {0, -104}, {1, 0}},
  };
  for (const HandCase& c : cases) {
    expect_close(softmax_of(c.x, c.x.size()), c.out, 1e-8, 1e-6, c.name);
    expect_close(reference::softmax(to_double(c.x), 1, c.x.size()), c.out, 1e-8, 1e-8,
                 std::string(c.name) + ", reference");
  }
}

TEST(Softmax, OneNanMakesItsWholeRowNanAndNoOther) {
  for (std::size_t n = 1; n <= 9; ++n) {
    const std::vector<float> clean = normal(kRows * n, n);
    const std::vector<float> expected = softmax_of(clean, n);
    for (std::size_t k = 0; k < n; ++k) {
      std::vector<float> x = clean;
      x[n + k] = kNan;
      const std::vector<float> out = softmax_of(x, n);
      expect_same_bits(std::span(out).first(n), std::span(expected).first(n), "row before");
      expect_same_bits(std::span(out).last(n), std::span(expected).last(n), "row after");
      for (std::size_t i = 0; i < n; ++i) EXPECT_TRUE(std::isnan(out[n + i])) << n << " " << k << " " << i;
    }
  }
}

// Targets of every kind of row: predicted, ignored, first and last symbol.
std::vector<std::int32_t> targets_for(std::size_t n_rows, std::size_t vocab_size) {
  std::vector<std::int32_t> targets = whole_numbers(n_rows, 9, static_cast<std::int32_t>(vocab_size));
  targets[0] = 0;
  if (n_rows > 1) targets[1] = static_cast<std::int32_t>(vocab_size) - 1;
  if (n_rows > 2) targets[2] = kIgnoreIndex;
  return targets;
}

TEST(CrossEntropy, IsTheReferenceForEverySizeInputAndPlace) {
  constexpr std::size_t kManyRows = 5;
  for (const std::size_t n : kSizes) {
    const std::vector<std::int32_t> targets = targets_for(kManyRows, n);
    for (const InputKind& kind : kInputKinds) {
      const std::vector<float> values = kind.make(kManyRows * n, n);
      const reference::CrossEntropy expected =
          reference::softmax_cross_entropy(to_double(values), targets, kManyRows, n);
      for (const Place& place : kPlaces) {
        const std::string what = describe(n, kind, place);
        const GuardedFloats logits(values, place.offset, place.poison);
        GuardedFloats dlogits(values.size(), place.offset, place.poison);
        const CrossEntropy result =
            softmax_cross_entropy(dlogits.data(), logits.data(), targets.data(), kManyRows, n);
        EXPECT_TRUE(is_close(result.loss, expected.loss, 1e-6, 1e-6))
            << what << ": " << result.loss << " " << expected.loss;
        EXPECT_EQ(result.n_targets, expected.n_targets) << what;
        EXPECT_TRUE(!kind.is_finite || result.n_correct == expected.n_correct) << what;
        expect_close(dlogits.span(), expected.dlogits, 1e-7, 1e-6, what);

        const CrossEntropy without =
            softmax_cross_entropy(nullptr, logits.data(), targets.data(), kManyRows, n);
        EXPECT_TRUE(is_close(without.loss, result.loss, 0.0, 0.0)) << what;
        GuardedFloats in_place(values, place.offset, place.poison);
        const CrossEntropy over =
            softmax_cross_entropy(in_place.data(), in_place.data(), targets.data(), kManyRows, n);
        EXPECT_TRUE(is_close(over.loss, result.loss, 0.0, 0.0)) << what;
        expect_same_bits(in_place.span(), dlogits.span(), what + ", in place");
      }
    }
  }
}

TEST(CrossEntropy, GivesTheNumbersWorkedOutByHand) {
  struct HandCase {
    std::vector<float> logits;
    std::int32_t target;
    double loss;
    std::vector<double> dlogits;
  };
  const HandCase cases[] = {
      {{0, 200}, 0, 200.0, {-1, 1}},
      {{1, 2, 3}, 2, 0.40760596, {0.09003057, 0.24472847, -0.33475904}},
      {{0, -1e30F}, 1, 1e30, {1, -1}},
      {{5}, 0, 0.0, {0}},
  };
  for (const HandCase& c : cases) {
    std::vector<float> dlogits(c.logits.size());
    const CrossEntropy result =
        softmax_cross_entropy(dlogits.data(), c.logits.data(), &c.target, 1, c.logits.size());
    EXPECT_TRUE(is_close(result.loss, c.loss, 1e-7, 1e-7)) << result.loss << " " << c.loss;
    expect_close(dlogits, c.dlogits, 1e-7, 1e-7, "dlogits");
    const reference::CrossEntropy reference =
        reference::softmax_cross_entropy(to_double(c.logits), {c.target}, 1, c.logits.size());
    EXPECT_TRUE(is_close(reference.loss, c.loss, 1e-8, 1e-7)) << reference.loss << " " << c.loss;
    expect_close(reference.dlogits, c.dlogits, 1e-8, 1e-7, "reference");
  }
}

// One target at a loss of 4 and three at 1: the mean is over targets, 1.75, and not over the two
// sequences, 2.5.
TEST(CrossEntropy, EveryTargetCountsOnce) {
  // A target whose logit stands this far below the only other one has that loss.
  const auto below = [](double loss) { return static_cast<float>(-std::log(std::exp(loss) - 1.0)); };
  const std::vector<float> logits = {below(4), 0, 9, 9, 9, 9, /**/ below(1), 0, below(1), 0, below(1), 0};
  const std::vector<std::int32_t> targets = {0, -1, -1, 0, 0, 0};
  EXPECT_NEAR(softmax_cross_entropy(nullptr, logits.data(), targets.data(), 6, 2).loss, 1.75, 1e-6);
  EXPECT_NEAR(softmax_cross_entropy(nullptr, logits.data(), targets.data(), 3, 2).loss, 4.0, 1e-6);
  EXPECT_NEAR(softmax_cross_entropy(nullptr, logits.data() + 6, targets.data() + 3, 3, 2).loss, 1.0, 1e-6);
}

// A model that knows nothing.
TEST(CrossEntropy, OfEqualLogitsIsTheLogarithmOfTheVocabulary) {
  for (const std::size_t vocab_size : {1U, 14U, 65U, 256U}) {
    const std::vector<float> logits(kRows * vocab_size, -3.7F);
    const std::vector<std::int32_t> targets(kRows, static_cast<std::int32_t>(vocab_size / 2));
    const CrossEntropy result =
        softmax_cross_entropy(nullptr, logits.data(), targets.data(), kRows, vocab_size);
    EXPECT_NEAR(result.loss, std::log(static_cast<double>(vocab_size)), 1e-7);
  }
}

TEST(CrossEntropy, NothingToPredictIsNoLossAndNoGradient) {
  const std::vector<float> logits = {1, 2, kNan, kInf, 0, 3};
  const std::vector<std::int32_t> targets = {kIgnoreIndex, -7};
  std::vector<float> dlogits(6, 5.0F);
  const CrossEntropy result = softmax_cross_entropy(dlogits.data(), logits.data(), targets.data(), 2, 3);
  EXPECT_EQ(result.loss, 0.0);
  EXPECT_EQ(result.n_targets, 0U);
  EXPECT_EQ(result.n_correct, 0U);
  expect_close(dlogits, std::vector<double>(6, 0.0), 0.0, 0.0, "dlogits");
}

TEST(CrossEntropy, OneNanReachesTheLossAndTheGradientOfItsRowOnly) {
  for (std::size_t n = 1; n <= 9; ++n) {
    const std::vector<std::int32_t> targets(kRows, 0);
    const std::vector<float> clean = normal(kRows * n, n);
    std::vector<float> expected(clean.size());
    softmax_cross_entropy(expected.data(), clean.data(), targets.data(), kRows, n);
    for (std::size_t k = 0; k < n; ++k) {
      std::vector<float> logits = clean;
      logits[n + k] = kNan;
      std::vector<float> dlogits(logits.size());
      const CrossEntropy result =
          softmax_cross_entropy(dlogits.data(), logits.data(), targets.data(), kRows, n);
      EXPECT_TRUE(std::isnan(result.loss)) << n << " " << k;
      expect_same_bits(std::span(dlogits).first(n), std::span(expected).first(n), "row before");
      expect_same_bits(std::span(dlogits).last(n), std::span(expected).last(n), "row after");
      for (std::size_t i = n; i < 2 * n; ++i)
        EXPECT_TRUE(std::isnan(dlogits[i])) << n << " " << k << " " << i;
    }
  }
}

// What is not predicted may hold anything: it enters nothing.
TEST(CrossEntropy, IgnoredRowsDoNotReachTheOthers) {
  std::vector<float> logits = normal(4 * 7, 1);
  const std::vector<std::int32_t> targets = {3, -1, 6, -1};
  std::vector<float> expected(logits.size());
  const CrossEntropy clean = softmax_cross_entropy(expected.data(), logits.data(), targets.data(), 4, 7);
  for (std::size_t i = 7; i < 14; ++i) logits[i] = kNan;
  for (std::size_t i = 21; i < 28; ++i) logits[i] = kInf;
  std::vector<float> dlogits(logits.size());
  const CrossEntropy result = softmax_cross_entropy(dlogits.data(), logits.data(), targets.data(), 4, 7);
  EXPECT_EQ(result.loss, clean.loss);
  expect_same_bits(dlogits, expected, "dlogits");
}

TEST(CrossEntropy, CountsThePredictionsThatAreRightWithTheFirstOfEquals) {
  const std::vector<float> logits = {1,      5, 2, /**/ 5, 5,    0, /**/ 5, 5, 0,
                                     /**/ 0, 0, 0, /**/ 1, kNan, 0, /**/ 0, 1, 9};
  const std::vector<std::int32_t> targets = {1, 0, 1, 0, 0, -1};
  const CrossEntropy result = softmax_cross_entropy(nullptr, logits.data(), targets.data(), 6, 3);
  EXPECT_EQ(result.n_targets, 5U);
  EXPECT_EQ(result.n_correct, 3U);
}

}  // namespace
}  // namespace addnorm::test
