// Embeddings: exact, since nothing but one addition and one product happens to a number; and sinusoidal
// positions against the reference in double.
#include "kernels/embedding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect.h"
#include "guarded_buffer.h"
#include "inputs.h"
#include "reference/embedding.h"

namespace addnorm::test {
namespace {

constexpr std::size_t kBatch = 2;
constexpr std::size_t kSeqLen = 3;
constexpr std::size_t kVocabSize = 5;
constexpr float kScale = 2.8284271F;

// Every token of the vocabulary but one, one of them three times.
const std::vector<std::int32_t> kTokens = {4, 0, 0, 2, 3, 0};

TEST(Embedding, IsTheReferenceForEverySizeInputAndPlace) {
  for (const std::size_t n : kSizes) {
    const std::vector<float> pos_values = normal(kSeqLen * n, 2);
    for (const InputKind& kind : kInputKinds) {
      const std::vector<float> tok_values = kind.make(kVocabSize * n, n);
      for (const Place& place : kPlaces) {
        const GuardedFloats tok(tok_values, place.offset, place.poison);
        const GuardedFloats pos(pos_values, place.offset, place.poison);
        for (const bool has_positions : {true, false}) {
          const std::string what = describe(n, kind, place) + (has_positions ? ", positions" : "");
          GuardedFloats out(kTokens.size() * n, place.offset, place.poison);
          embedding(out.data(), tok.data(), has_positions ? pos.data() : nullptr, kTokens.data(), kBatch,
                    kSeqLen, n, kScale);
          std::vector<float> expected;
          for (std::size_t row = 0; row < kTokens.size(); ++row) {
            for (std::size_t i = 0; i < n; ++i) {
              const float token = tok_values[static_cast<std::size_t>(kTokens[row]) * n + i];
              expected.push_back(kScale *
                                 (has_positions ? token + pos_values[row % kSeqLen * n + i] : token));
            }
          }
          expect_same_bits(out.span(), expected, what);
          const std::vector<double> no_positions;
          expect_close(out.span(),
                       reference::embedding(to_double(tok_values),
                                            has_positions ? to_double(pos_values) : no_positions, kTokens,
                                            kSeqLen, n, double{kScale}),
                       1e-6, 1e-6, what + ", reference");
        }
      }
    }
  }
}

TEST(Embedding, GradientIsAddedToEveryRowThatWasLookedUpInOrder) {
  for (const std::size_t n : kSizes) {
    for (const InputKind& kind : kInputKinds) {
      const std::vector<float> dout_values = kind.make(kTokens.size() * n, n);
      for (const Place& place : kPlaces) {
        const std::string what = describe(n, kind, place);
        const GuardedFloats dout(dout_values, place.offset, place.poison);
        GuardedFloats dtok(normal(kVocabSize * n, 4), place.offset, place.poison);
        GuardedFloats dpos(normal(kSeqLen * n, 5), place.offset, place.poison);
        std::vector<float> expected_dtok(dtok.span().begin(), dtok.span().end());
        std::vector<float> expected_dpos(dpos.span().begin(), dpos.span().end());
        for (std::size_t row = 0; row < kTokens.size(); ++row) {
          for (std::size_t i = 0; i < n; ++i) {
            const float step = kScale * dout_values[row * n + i];
            expected_dtok[static_cast<std::size_t>(kTokens[row]) * n + i] += step;
            expected_dpos[row % kSeqLen * n + i] += step;
          }
        }
        embedding_backward(dtok.data(), dpos.data(), dout.data(), kTokens.data(), kBatch, kSeqLen, n, kScale);
        expect_same_bits(dtok.span(), expected_dtok, what + ", dtok");
        expect_same_bits(dpos.span(), expected_dpos, what + ", dpos");

        GuardedFloats without(normal(kVocabSize * n, 4), place.offset, place.poison);
        embedding_backward(without.data(), nullptr, dout.data(), kTokens.data(), kBatch, kSeqLen, n, kScale);
        expect_same_bits(without.span(), expected_dtok, what + ", dtok without positions");
      }
    }
  }
}

// The token that does not occur keeps its gradient to the bit, NaN elsewhere or not.
TEST(Embedding, TokensThatDoNotOccurGetNoGradient) {
  const std::vector<float> dout(kTokens.size() * 6, std::numeric_limits<float>::quiet_NaN());
  std::vector<float> dtok(kVocabSize * 6, 0.5F);
  embedding_backward(dtok.data(), nullptr, dout.data(), kTokens.data(), kBatch, kSeqLen, 6, kScale);
  for (std::size_t i = 0; i < dtok.size(); ++i) EXPECT_EQ(dtok[i] == 0.5F, i / 6 == 1) << i;
}

TEST(SinusoidalPositions, AreTheReferences) {
  for (const std::size_t d_model : {1U, 2U, 3U, 5U, 10U, 32U, 129U}) {
    for (const float scale : {1.0F, 5.656854F}) {
      const std::size_t n_ctx = 257;
      GuardedFloats out(n_ctx * d_model, 1);
      sinusoidal_positions(out.data(), n_ctx, d_model, scale);
      // A double's angle up to 256 is off by a few 1e-14; what remains is the rounding to float.
      expect_close(out.span(), reference::sinusoidal_positions(n_ctx, d_model, double{scale}), 1e-7, 0.0,
                   "d_model " + std::to_string(d_model));
    }
  }
}

TEST(SinusoidalPositions, StartWithZerosAndOnesAndTurnOnceIn2PiTokens) {
  std::vector<float> out(8 * 4);
  sinusoidal_positions(out.data(), 8, 4, 1.0F);
  EXPECT_EQ(std::vector<float>(out.begin(), out.begin() + 4), (std::vector<float>{0, 1, 0, 1}));
  EXPECT_NEAR(out[4], std::sin(1.0), 1e-7);
  EXPECT_NEAR(out[5], std::cos(1.0), 1e-7);
  EXPECT_NEAR(out[6], std::sin(0.01), 1e-7);
  EXPECT_NEAR(out[7], std::cos(0.01), 1e-7);
}

}  // namespace
}  // namespace addnorm::test
