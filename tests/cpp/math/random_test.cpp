// Random streams: known answers, the shape of each distribution, and that streams have nothing to do with
// each other. Every bound is at least four standard deviations of what it bounds; the draws are fixed, so a
// test that passes stays so.
#include "math/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <set>
#include <string>
#include <vector>

namespace addnorm::test {
namespace {

constexpr std::size_t kDraws = 200000;

struct Moments {
  double mean = 0, variance = 0, skewness = 0, kurtosis = 0;
};

template <typename Draw>
std::vector<double> draws(Draw draw, std::size_t n = kDraws) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<double>(draw(i));
  return values;
}

Moments moments(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  Moments m;
  for (const double x : values) m.mean += x / n;
  for (const double x : values) m.variance += (x - m.mean) * (x - m.mean) / n;
  const double sigma = std::sqrt(m.variance);
  for (const double x : values) {
    const double z = (x - m.mean) / sigma;
    m.skewness += z * z * z / n;
    m.kurtosis += z * z * z * z / n;
  }
  return m;
}

// Kolmogorov and Smirnov's statistic times sqrt(n); above 1.95 once in a thousand.
template <typename Cdf>
double ks(std::vector<double> values, Cdf cdf) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double gap = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double expected = cdf(values[i]);
    gap = std::max({gap, std::abs(static_cast<double>(i) / n - expected),
                    std::abs(static_cast<double>(i + 1) / n - expected)});
  }
  return gap * std::sqrt(n);
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const Moments ma = moments(a);
  const Moments mb = moments(b);
  double covariance = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    covariance += (a[i] - ma.mean) * (b[i] - mb.mean) / static_cast<double>(a.size());
  return covariance / std::sqrt(ma.variance * mb.variance);
}

const double kFourSigmas = 4.0 / std::sqrt(static_cast<double>(kDraws));

TEST(RandomStream, KeyZeroGivesTheKnownAnswersOfSplitmix64) {
  const RandomStream stream(std::uint64_t{0});
  EXPECT_EQ(stream.bits(0), 0xE220A8397B1DCDAFU);
  EXPECT_EQ(stream.bits(1), 0x6E789E6AA1B965F4U);
  EXPECT_EQ(stream.bits(2), 0x06C45D188009454FU);
  EXPECT_EQ(stream.uniform(0), static_cast<float>(0xE220A8) * 0x1p-24F);
  EXPECT_EQ(stream.uniform_double(0), static_cast<double>(0xE220A8397B1DCDAFU >> 11) * 0x1p-53);
}

TEST(RandomStream, ADrawDependsOnSeedNameAndIndexOnly) {
  const RandomStream forwards(7, "layers.0.linear1.weight");
  std::vector<std::uint64_t> drawn(1000);
  std::vector<double> normals(1000);
  for (std::size_t i = 0; i < 1000; ++i) {
    drawn[i] = forwards.bits(i);
    normals[i] = forwards.normal(i);
  }
  const RandomStream backwards(7, "layers.0.linear1.weight");
  EXPECT_EQ(forwards.key(), backwards.key());
  for (std::size_t i = 1000; i-- > 0;) {
    ASSERT_EQ(backwards.normal(i), normals[i]);
    ASSERT_EQ(backwards.bits(i), drawn[i]);
  }
}

TEST(RandomStream, UniformIsUniform) {
  const RandomStream stream(1, "uniform");
  const auto identity = [](double x) { return x; };
  for (const auto& values : {draws([&](std::uint64_t i) { return stream.uniform(i); }),
                             draws([&](std::uint64_t i) { return stream.uniform_double(i); })}) {
    const Moments m = moments(values);
    EXPECT_NEAR(m.mean, 0.5, kFourSigmas * std::sqrt(1.0 / 12));
    EXPECT_NEAR(m.variance, 1.0 / 12, kFourSigmas * std::sqrt(1.0 / 180));
    EXPECT_NEAR(m.skewness, 0.0, kFourSigmas * 2);
    EXPECT_NEAR(m.kurtosis, 1.8, kFourSigmas * 2);
    EXPECT_LT(ks(values, identity), 1.95);
    EXPECT_GE(*std::min_element(values.begin(), values.end()), 0.0);
    EXPECT_LT(*std::max_element(values.begin(), values.end()), 1.0);
  }
}

TEST(RandomStream, EachBitIsSetHalfTheTime) {
  const RandomStream stream(3, "bits");
  int set[64] = {};
  constexpr std::uint64_t n = 40000;
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t bits = stream.bits(i), bit = 0; bit < 64; ++bit)
      set[bit] += static_cast<int>(bits >> bit & 1U);
  }
  for (const int count : set) EXPECT_NEAR(count, n / 2.0, 4.5 * std::sqrt(n) / 2);
}

TEST(RandomStream, NormalIsNormal) {
  const RandomStream stream(1, "normal");
  const auto values = draws([&](std::uint64_t i) { return stream.normal(i); });
  const Moments m = moments(values);
  EXPECT_NEAR(m.mean, 0.0, kFourSigmas);
  EXPECT_NEAR(m.variance, 1.0, kFourSigmas * std::sqrt(2.0));
  EXPECT_NEAR(m.skewness, 0.0, kFourSigmas * std::sqrt(6.0));
  EXPECT_NEAR(m.kurtosis, 3.0, kFourSigmas * std::sqrt(24.0));
  EXPECT_LT(ks(values, [](double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }), 1.95);
  const auto beyond_three =
      std::count_if(values.begin(), values.end(), [](double x) { return std::abs(x) > 3; });
  EXPECT_NEAR(static_cast<double>(beyond_three), 0.0026998 * kDraws, 4 * std::sqrt(0.0027 * kDraws));
}

TEST(RandomStream, NormalIsTheFormulaOfBoxAndMuller) {
  const RandomStream stream(2, "formula");
  for (std::uint64_t i = 0; i < 20000; i += 2) {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - stream.uniform_double(i)));
    const double angle = 2.0 * std::numbers::pi * stream.uniform_double(i + 1);
    ASSERT_NEAR(stream.normal(i), radius * std::cos(angle), 1e-14) << i;
    ASSERT_NEAR(stream.normal(i + 1), radius * std::sin(angle), 1e-14) << i;
  }
}

TEST(RandomStream, NeighbouringDrawsAreUncorrelated) {
  const RandomStream stream(1, "neighbours");
  for (const std::uint64_t lag : {1U, 2U, 3U, 64U}) {
    const auto now = draws([&](std::uint64_t i) { return stream.normal(i); }, kDraws / 4);
    const auto later = draws([&](std::uint64_t i) { return stream.normal(i + lag); }, kDraws / 4);
    EXPECT_NEAR(correlation(now, later), 0.0, 2 * kFourSigmas) << lag;
  }
}

TEST(RandomStream, OtherNamesAndSeedsGiveUnrelatedStreams) {
  constexpr std::size_t n = kDraws / 4;
  const auto base = draws(
      [s = RandomStream(1, "layers.0.linear1.weight")](std::uint64_t i) { return s.uniform_double(i); }, n);
  const RandomStream others[] = {RandomStream(2, "layers.0.linear1.weight"),
                                 RandomStream(0, "layers.0.linear1.weight"),
                                 RandomStream(1, "layers.1.linear1.weight"),
                                 RandomStream(1, "layers.0.linear2.weight"),
                                 RandomStream(1, ""),
                                 RandomStream(0x1p53 - 1, "layers.0.linear1.weight")};
  for (const RandomStream& other : others) {
    const auto values = draws([&](std::uint64_t i) { return other.uniform_double(i); }, n);
    EXPECT_NEAR(correlation(base, values), 0.0, 2 * kFourSigmas);
    EXPECT_LT(ks(values, [](double x) { return x; }), 1.95);
  }
}

TEST(RandomStream, KeysOfNearSeedsAndNamesDifferInHalfTheirBits) {
  std::set<std::uint64_t> keys;
  double differing = 0;
  int pairs = 0;
  for (int layer = 0; layer < 100; ++layer) {
    const std::string name = "layers." + std::to_string(layer) + ".norm1.weight";
    for (int seed = 0; seed < 50; ++seed) {
      const std::uint64_t key = RandomStream(seed, name).key();
      keys.insert(key);
      differing += std::popcount(key ^ RandomStream(seed + 1, name).key());
      differing += std::popcount(key ^ RandomStream(seed, name + "x").key());
      pairs += 2;
    }
  }
  EXPECT_EQ(keys.size(), 5000U);
  // 64 fair coins a pair: mean 32, standard deviation 4.
  EXPECT_NEAR(differing / pairs, 32.0, 4 * 4 / std::sqrt(pairs));
}

// The way one stream becomes a family of streams: a batch of each step, a mask of each site.
TEST(RandomStream, AStreamOfStreamsDoesNotRepeatItself) {
  const RandomStream steps(1, "batch");
  std::set<std::uint64_t> seen;
  for (std::uint64_t step = 0; step < 200; ++step) {
    const RandomStream batch(steps.bits(step));
    for (std::uint64_t i = 0; i < 200; ++i) seen.insert(batch.bits(i));
  }
  EXPECT_EQ(seen.size(), 200U * 200U);
}

TEST(RandomStream, AThresholdKeepsItsShare) {
  const RandomStream stream(5, "dropout");
  constexpr std::uint64_t n = 100000;
  for (const float p : {0.25F, 0.1F, 0.5F}) {
    std::uint64_t kept = 0;
    for (std::uint64_t i = 0; i < n; ++i) kept += stream.uniform(i) >= p ? 1 : 0;
    EXPECT_NEAR(static_cast<double>(kept) / n, 1.0 - p, 4 * std::sqrt(p * (1 - p) / n)) << p;
  }
}

TEST(RandomStream, BelowIsTheHighHalfOfAProduct) {
  const RandomStream stream(std::uint64_t{0});
  EXPECT_EQ(stream.below(0, 10), 8U);
  EXPECT_EQ(stream.below(1, 10), 4U);
  EXPECT_EQ(stream.below(2, 10), 0U);
  EXPECT_EQ(stream.below(0, 1), 0U);
  EXPECT_EQ(stream.below(0, 0xFFFFFFFFU), 0xE220A838U);
  EXPECT_EQ(stream.below(2, 0x80000000U), 0x06C45D18U / 2);
}

TEST(RandomStream, BelowGivesEachValueItsShare) {
  const RandomStream stream(9, "below");
  constexpr std::uint64_t n = 100000;
  for (const std::uint32_t values : {2U, 3U, 10U, 14U, 97U}) {
    std::vector<double> counts(values);
    for (std::uint64_t i = 0; i < n; ++i) {
      const std::uint32_t drawn = stream.below(i, values);
      ASSERT_LT(drawn, values);
      counts[drawn] += 1;
    }
    const double expected = static_cast<double>(n) / values;
    double chi_square = 0;
    for (const double count : counts) chi_square += (count - expected) * (count - expected) / expected;
    const double freedom = values - 1;
    EXPECT_LT(chi_square, freedom + 4 * std::sqrt(2 * freedom) + 8) << values;
  }
}

}  // namespace
}  // namespace addnorm::test
