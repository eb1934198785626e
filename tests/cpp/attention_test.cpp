// Attention against the reference in double, and what must be exact: masks, and that no later token reaches
// an earlier one.
#include "kernels/attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect.h"
#include "guarded_buffer.h"
#include "inputs.h"
#include "reference/attention.h"

namespace addnorm::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

struct Result {
  std::vector<float> out, attn_pattern, dqkv;
  std::vector<double> attn_entropy;
};

// Forward and backward in guarded memory.
Result run(const std::vector<float>& qkv_values, const std::vector<float>& dout_values,
           const AttentionShape& shape, Dropout site = {}, std::size_t offset = 0,
           std::uint32_t poison = kPoisonNan) {
  const GuardedFloats qkv(qkv_values, offset, poison);
  const GuardedFloats dout(dout_values, offset, poison);
  GuardedFloats scratch(attention_scratch_size(shape), offset, poison);
  GuardedFloats out(dout_values.size(), offset, poison);
  GuardedFloats kept(static_cast<std::size_t>(kept_pattern_size(shape)), offset, poison);
  GuardedFloats pattern(shape.batch * shape.n_head * shape.seq_len * shape.seq_len, offset, poison);
  GuardedFloats dqkv(qkv_values.size(), offset, poison);
  std::vector<double> entropy(shape.n_head, std::numeric_limits<double>::quiet_NaN());
  attention(out.data(), kept.data(), entropy.data(), qkv.data(), shape, site, scratch.data());
  for (std::size_t head = 0; head < shape.batch * shape.n_head; ++head)
    unpack_attn_pattern(pattern.data() + head * shape.seq_len * shape.seq_len, kept.data(), shape, head);
  attention_backward(dqkv.data(), dout.data(), qkv.data(), kept.data(), shape, site, scratch.data());
  const auto values = [](const GuardedFloats& buffer) {
    return std::vector<float>(buffer.span().begin(), buffer.span().end());
  };
  return {values(out), values(pattern), values(dqkv), entropy};
}

reference::AttentionShape reference_shape(const AttentionShape& s) {
  return {s.batch, s.seq_len, s.n_head, s.d_head, s.is_causal};
}

std::string describe(const AttentionShape& s) {
  return std::to_string(s.batch) + " x " + std::to_string(s.seq_len) + " tokens, " +
         std::to_string(s.n_head) + " x " + std::to_string(s.d_head) + (s.is_causal ? ", causal" : "");
}

std::vector<AttentionShape> shapes() {
  std::vector<AttentionShape> result;
  for (const bool is_causal : {true, false}) {
    for (const std::size_t n_head : {1U, 2U, 3U, 4U}) {
      for (const std::size_t d_head : {1U, 2U, 3U, 4U, 5U, 8U, 9U}) {
        for (const std::size_t seq_len : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 17U}) {
          result.push_back({2, seq_len, n_head, d_head, is_causal});
        }
      }
    }
    for (const std::size_t seq_len : kSizes) {
      if (seq_len <= 129) result.push_back({1, seq_len, 2, 5, is_causal});
    }
    for (const std::size_t d_head : kSizes) result.push_back({1, 5, 1, d_head, is_causal});
    result.push_back({3, 6, 5, 2, is_causal});
  }
  return result;
}

// The mean entropy of each head's rows, from probabilities.
std::vector<double> entropies(const std::vector<double>& attn_pattern, const AttentionShape& s) {
  const std::size_t n = s.seq_len * s.seq_len;
  std::vector<double> result(s.n_head);
  for (std::size_t i = 0; i < attn_pattern.size(); ++i) {
    const double p = attn_pattern[i];
    if (p > 0.0) result[i / n % s.n_head] -= p * std::log(p) / static_cast<double>(s.batch * s.seq_len);
  }
  return result;
}

void expect_reference(const Result& result, const std::vector<float>& qkv, const std::vector<float>& dout,
                      const AttentionShape& shape, const std::vector<double>& mask, const std::string& what) {
  const reference::AttentionShape s = reference_shape(shape);
  const reference::Attention expected = reference::attention(to_double(qkv), s, mask);
  expect_close(result.attn_pattern, expected.attn_pattern, 1e-6, 2e-6, what + ", attn_pattern");
  expect_close(result.out, expected.out, 2e-6, 2e-6, what + ", out");
  const std::vector<double> entropy = entropies(expected.attn_pattern, shape);
  for (std::size_t head = 0; head < shape.n_head; ++head)
    EXPECT_TRUE(is_close(result.attn_entropy[head], entropy[head], 1e-6, 2e-6)) << what << " " << head;
  const reference::Vector dqkv =
      reference::attention_backward(to_double(dout), to_double(qkv), expected.attn_pattern, s, mask);
  // With one token to attend to the pattern is 1 whatever the score: nothing flows to query and key, up to
  // rounding.
  expect_relative_l2(result.dqkv, dqkv, 1e-5, what + ", dqkv");
}

TEST(Attention, IsTheReferenceForEveryShape) {
  std::size_t turn = 0;
  for (const AttentionShape& shape : shapes()) {
    const std::size_t n = shape.batch * shape.seq_len * shape.d_model();
    const std::vector<float> qkv = normal(3 * n, 1);
    const std::vector<float> dout = uniform(n, 2, -1.0, 2.0);
    const Place& place = kPlaces[turn++ % std::size(kPlaces)];
    expect_reference(run(qkv, dout, shape, {}, place.offset, place.poison), qkv, dout, shape, {},
                     describe(shape));
  }
}

TEST(Attention, IsTheReferenceForEveryFiniteInput) {
  for (const bool is_causal : {true, false}) {
    const AttentionShape shape = {2, 7, 2, 5, is_causal};
    const std::size_t n = shape.batch * shape.seq_len * shape.d_model();
    const std::vector<float> dout = uniform(n, 2, -1.0, 2.0);
    for (const InputKind& kind : kInputKinds) {
      // Scores of the huge are beyond float, and those of the offset are so far apart that softmax is a step.
      if (!kind.is_finite || std::string(kind.name) == "huge" || std::string(kind.name) == "offset 1000")
        continue;
      const std::vector<float> qkv = kind.make(3 * n, 1);
      const Result result = run(qkv, dout, shape);
      const reference::AttentionShape s = reference_shape(shape);
      const reference::Attention expected = reference::attention(to_double(qkv), s);
      expect_close(result.attn_pattern, expected.attn_pattern, 1e-6, 2e-6, kind.name);
      expect_close(result.out, expected.out, 2e-6, 2e-6, kind.name);
    }
  }
}

// One token in each sequence has a key that all queries choose, and nothing else has a weight. d_head is 1.
TEST(Attention, EntropyOfWhatIsCertainIs0ToTheBit) {
  for (const std::size_t seq_len : kSizes) {
    if (seq_len > 129) continue;
    for (const std::size_t at : {std::size_t{0}, seq_len / 2, seq_len - 1}) {
      const AttentionShape shape = {1, seq_len, 1, 1, false};
      std::vector<float> qkv(3 * seq_len, 0.0F);
      for (std::size_t i = 0; i < seq_len; ++i) qkv[3 * i] = 1.0F;
      qkv[3 * at + 1] = 1000.0F;
      const double entropy = run(qkv, std::vector<float>(seq_len, 1.0F), shape).attn_entropy[0];
      EXPECT_EQ(entropy, 0.0) << seq_len << " " << at;
      EXPECT_FALSE(std::signbit(entropy)) << seq_len << " " << at;
    }
  }
}

TEST(Attention, EntropyOfNAlikeIsTheLogarithmOfNHoweverManyThereAre) {
  for (const std::size_t seq_len : {1U, 2U, 3U, 64U, 129U, 512U, 1000U}) {
    const AttentionShape shape = {1, seq_len, 1, 1, false};
    const double entropy =
        run(std::vector<float>(3 * seq_len, 0.0F), std::vector<float>(seq_len, 1.0F), shape).attn_entropy[0];
    EXPECT_TRUE(is_close(entropy, std::log(static_cast<double>(seq_len)), 0.0, 1e-12)) << seq_len;
  }
}

TEST(Attention, ANanReachesTheEntropyOfItsHeadAlone) {
  const AttentionShape shape = {2, 7, 3, 2, true};
  for (std::size_t head = 0; head < shape.n_head; ++head) {
    std::vector<float> qkv = normal(3 * 2 * 7 * shape.d_model(), 1);
    qkv[3 * shape.d_model() * 4 + head * shape.d_head] = kNan;  // a query of the first sequence
    const Result result = run(qkv, normal(2 * 7 * shape.d_model(), 2), shape);
    for (std::size_t h = 0; h < shape.n_head; ++h)
      EXPECT_EQ(std::isnan(result.attn_entropy[h]), h == head) << head << " " << h;
  }
}

// Inputs whose scores no float holds exactly have no reference; what holds of them whatever they are does
// here: finite scores give weights that sum to 1 and outputs between the least and the largest value.
TEST(Attention, ScoresFarApartStillGiveWeights) {
  for (const bool is_causal : {true, false}) {
    for (const std::size_t seq_len : kSizes) {
      if (seq_len > 33) continue;
      const AttentionShape shape = {2, seq_len, 2, 5, is_causal};
      const std::size_t d = shape.d_model();
      const std::size_t n_rows = shape.batch * seq_len;
      std::vector<float> qkv = normal(3 * n_rows * d, 1);
      for (std::size_t i = 0; i < qkv.size(); ++i) {
        // Products of such numbers, and their sums, are still floats.
        if (i / d % 3 != 2) qkv[i] *= 1e17F;
        if (i / d % 3 == 2) qkv[i] += 1000.0F;
      }
      const Result result = run(qkv, normal(n_rows * d, 2), shape);
      for (std::size_t row = 0; row < result.attn_pattern.size() / seq_len; ++row) {
        double sum = 0.0;
        for (std::size_t j = 0; j < seq_len; ++j) sum += double{result.attn_pattern[row * seq_len + j]};
        ASSERT_NEAR(sum, 1.0, 1e-6) << describe(shape) << ", row " << row;
      }
      for (const float out : result.out) ASSERT_TRUE(out > 990.0F && out < 1010.0F) << out;
    }
  }
}

TEST(Attention, DropsWeightsBetweenSoftmaxAndValues) {
  for (const bool is_causal : {true, false}) {
    for (const float p : {0.25F, 1.0F}) {
      for (const std::size_t seq_len : {1U, 4U, 5U, 9U}) {
        const AttentionShape shape = {2, seq_len, 3, 5, is_causal};
        const std::size_t n = shape.batch * shape.seq_len * shape.d_model();
        const std::vector<float> qkv = normal(3 * n, 1);
        const std::vector<float> dout = uniform(n, 2, -1.0, 2.0);
        const Dropout site = {p, 4711};
        std::vector<float> mask(shape.batch * shape.n_head * seq_len * seq_len, 1.0F);
        dropout(mask.data(), mask.data(), mask.size(), site);
        const std::string what = describe(shape) + ", p " + std::to_string(p);
        const Result result = run(qkv, dout, shape, site);
        expect_reference(result, qkv, dout, shape, to_double(mask), what);
        // The pattern that is kept is the one before dropout.
        expect_same_bits(result.attn_pattern, run(qkv, dout, shape).attn_pattern, what);
      }
    }
  }
}

TEST(Attention, PatternRowsSumToOneAndAreExactlyZeroWhereMasked) {
  for (const AttentionShape& shape : shapes()) {
    const std::size_t n = shape.batch * shape.seq_len * shape.d_model();
    const Result result = run(normal(3 * n, 1), std::vector<float>(n), shape);
    for (std::size_t row = 0; row < result.attn_pattern.size() / shape.seq_len; ++row) {
      double sum = 0.0;
      for (std::size_t j = 0; j < shape.seq_len; ++j) {
        const float weight = result.attn_pattern[row * shape.seq_len + j];
        sum += double{weight};
        if (shape.is_causal && j > row % shape.seq_len) {
          ASSERT_EQ(weight, 0.0F) << describe(shape) << " " << row << " " << j;
        }
      }
      ASSERT_NEAR(sum, 1.0, 1e-6) << describe(shape);
    }
  }
}

// Equal scores attend equally, and only to what is not masked.
TEST(Attention, EqualScoresGiveTheMeanOfTheValuesSoFar) {
  const AttentionShape shape = {1, 3, 1, 1, true};
  const std::vector<float> qkv = {0, 0, 2, /**/ 0, 0, 10, /**/ 0, 0, 50};
  const Result result = run(qkv, {1, 0, 0}, shape);
  expect_close(result.out, std::vector<double>{2, 6, 20.6666667}, 1e-6, 1e-6, "out");
  // dV of the first output is [1, 0, 0]: nothing flows to the tokens it does not see.
  expect_close(result.dqkv, std::vector<double>{0, 0, 1, 0, 0, 0, 0, 0, 0}, 0.0, 0.0, "dqkv");
}

// D_model 4, 2 heads, q . k = [2, 0].
TEST(Attention, ScoresAreDividedByTheRootOfTheHeadsWidth) {
  const AttentionShape shape = {1, 2, 2, 2, false};
  std::vector<float> qkv(2 * 12);
  qkv[0] = qkv[2] = 2.0F;  // queries of token 0
  qkv[4] = qkv[6] = 1.0F;  // keys of token 0; those of token 1 are 0
  const Result result = run(qkv, std::vector<float>(8), shape);
  EXPECT_NEAR(result.attn_pattern[0], 0.80442968, 1e-6);
  EXPECT_NEAR(result.attn_pattern[4], 0.80442968, 1e-6);
  const reference::Attention expected = reference::attention(to_double(qkv), reference_shape(shape));
  EXPECT_NEAR(expected.attn_pattern[0], 0.80442968, 1e-8);
}

// Rows of four, in fours: of 6 tokens the first four rows keep 4 numbers each, the other two 8.
TEST(Attention, KeepsHalfOfACausalPattern) {
  EXPECT_EQ(kept_pattern_size({1, 6, 1, 1, true}), 4U * 4U + 2U * 8U);
  EXPECT_EQ(kept_pattern_size({1, 6, 1, 1, false}), 6U * 8U);
  EXPECT_EQ(kept_pattern_size({1, 1, 1, 1, true}), 4U);
  EXPECT_EQ(kept_pattern_size({3, 32, 4, 8, true}), 12U * 576U);
  EXPECT_EQ(kept_pattern_size({3, 32, 4, 8, false}), 12U * 1024U);
  // More than 32 bits hold.
  EXPECT_EQ(kept_pattern_size({1U << 20U, 256, 64, 8, false}), std::uint64_t{1} << 42U);
}

// All weights dropped is as if there were nothing to attend to. Output 0, and no gradient but 0.
TEST(Attention, NothingToAttendToGivesZeroAndNoGradient) {
  const AttentionShape shape = {2, 5, 2, 3, true};
  const std::size_t n = shape.batch * shape.seq_len * shape.d_model();
  const Result result = run(normal(3 * n, 1), normal(n, 2), shape, {1.0F, 1});
  expect_close(result.out, std::vector<double>(n, 0.0), 0.0, 0.0, "out");
  expect_close(result.dqkv, std::vector<double>(3 * n, 0.0), 0.0, 0.0, "dqkv");
}

// With a token j that is not finite, outputs and query gradients before j are the clean run's to the bit. Row
// blocks and vector lanes put j at every place.
void expect_nothing_reaches_earlier_tokens(float bad) {
  for (const std::size_t d_head : {2U, 5U}) {
    const AttentionShape shape = {1, 11, 2, d_head, true};
    const std::size_t d = shape.d_model();
    const std::size_t n = shape.seq_len * d;
    const std::vector<float> clean_qkv = normal(3 * n, 1);
    const std::vector<float> dout = normal(n, 2);
    const Result clean = run(clean_qkv, dout, shape);
    for (std::size_t j = 0; j < shape.seq_len; ++j) {
      std::vector<float> qkv = clean_qkv;
      for (std::size_t i = 0; i < 3 * d; ++i) qkv[j * 3 * d + i] = bad;
      const Result result = run(qkv, dout, shape);
      expect_same_bits(std::span(result.out).first(j * d), std::span(clean.out).first(j * d), "out");
      expect_same_bits(std::span(result.attn_pattern).first(j * shape.seq_len),
                       std::span(clean.attn_pattern).first(j * shape.seq_len), "attn_pattern");
      for (std::size_t i = 0; i < result.attn_pattern.size(); ++i) {
        const bool is_masked = i % shape.seq_len > i / shape.seq_len % shape.seq_len;
        EXPECT_TRUE(!is_masked || result.attn_pattern[i] == 0.0F) << j << " " << i;
      }
      for (std::size_t t = 0; t < j; ++t) {
        expect_same_bits(std::span(result.dqkv).subspan(t * 3 * d, d),
                         std::span(clean.dqkv).subspan(t * 3 * d, d), "dq before " + std::to_string(j));
      }
      for (std::size_t i = j * d; i < n; ++i) {
        EXPECT_TRUE(std::isnan(result.out[i]) || std::isinf(bad)) << j << " " << i;
      }
    }
  }
}

TEST(Attention, ALaterTokenThatIsNotFiniteDoesNotReachEarlierOnes) {
  for (const float bad : {kNan, kInf, -kInf}) expect_nothing_reaches_earlier_tokens(bad);
}

// A gradient that comes in at token j flows to its own query, and to keys and values up to j.
TEST(Attention, AGradientAtATokenFlowsToItAndWhatItSeesOnly) {
  for (const bool is_causal : {true, false}) {
    const AttentionShape shape = {2, 11, 2, 3, is_causal};
    const std::size_t d = shape.d_model();
    const std::vector<float> qkv = normal(shape.batch * shape.seq_len * 3 * d, 1);
    for (std::size_t j = 0; j < shape.seq_len; ++j) {
      std::vector<float> dout(shape.batch * shape.seq_len * d);
      for (std::size_t i = 0; i < d; ++i) dout[j * d + i] = 1.0F + static_cast<float>(i);
      const Result finite = run(qkv, dout, shape);
      for (std::size_t i = 0; i < d; ++i) dout[j * d + i] = kNan;
      const Result spoiled = run(qkv, dout, shape);
      for (std::size_t t = 0; t < shape.batch * shape.seq_len; ++t) {
        const bool is_seen = t < (is_causal ? j + 1 : shape.seq_len);
        for (std::size_t i = 0; i < 3 * d; ++i) {
          const bool is_reached = i < d ? t == j : is_seen;
          const std::size_t at = t * 3 * d + i;
          EXPECT_EQ(std::isnan(spoiled.dqkv[at]), is_reached) << j << " " << t << " " << i;
          EXPECT_TRUE(is_reached || finite.dqkv[at] == 0.0F) << j << " " << t << " " << i;
        }
      }
    }
  }
}

TEST(Attention, SequencesAndHeadsDoNotMix) {
  const AttentionShape shape = {2, 5, 3, 4, false};
  const std::size_t d = shape.d_model();
  const std::size_t n = shape.seq_len * d;
  const std::vector<float> clean_qkv = normal(2 * 3 * n, 1);
  const std::vector<float> dout = normal(2 * n, 2);
  const Result clean = run(clean_qkv, dout, shape);
  std::vector<float> qkv = clean_qkv;
  qkv[3 * d + 5] = kNan;  // query of token 1 in head 1 of sequence 0
  const Result result = run(qkv, dout, shape);
  expect_same_bits(std::span(result.out).last(n), std::span(clean.out).last(n), "the other sequence");
  expect_same_bits(std::span(result.dqkv).last(3 * n), std::span(clean.dqkv).last(3 * n), "its gradient");
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_reached = i / d == 1 && i % d / shape.d_head == 1;
    EXPECT_EQ(std::isnan(result.out[i]), is_reached) << i;
  }
  for (std::size_t i = 0; i < 3 * n; ++i) {
    const bool is_head_1 = i % d / shape.d_head == 1;
    EXPECT_TRUE(is_head_1 || !std::isnan(result.dqkv[i])) << i;
  }
}

}  // namespace
}  // namespace addnorm::test
