// Dropout: exact where it can be, and the right share dropped where it is a matter of chance.
#include "kernels/dropout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "expect.h"
#include "guarded_buffer.h"
#include "inputs.h"
#include "reference/dropout.h"

namespace addnorm::test {
namespace {

// What the site does to ones: its mask.
std::vector<float> mask_of(std::size_t n, Dropout site, std::uint64_t first = 0) {
  std::vector<float> mask(n);
  const std::vector<float> ones(n, 1.0F);
  dropout(mask.data(), ones.data(), n, site, first);
  return mask;
}

double kept_share(const std::vector<float>& mask) {
  double kept = 0.0;
  for (const float m : mask) kept += m != 0.0F ? 1.0 : 0.0;
  return kept / static_cast<double>(mask.size());
}

TEST(Dropout, IsItsMaskTimesXForEverySizeInputAndPlace) {
  const Dropout site = {0.25F, 12345};
  for (const std::size_t n : kSizes) {
    const std::vector<float> mask = mask_of(n, site);
    for (const InputKind& kind : kInputKinds) {
      const std::vector<float> values = kind.make(n, n);
      const std::vector<double> expected = reference::dropout(to_double(values), to_double(mask));
      for (const Place& place : kPlaces) {
        const std::string what = describe(n, kind, place);
        const GuardedFloats x(values, place.offset, place.poison);
        GuardedFloats out(n, place.offset, place.poison);
        dropout(out.data(), x.data(), n, site);
        expect_close(out.span(), expected, 0.0, 1e-6, what);
        GuardedFloats in_place(values, place.offset, place.poison);
        dropout(in_place.data(), in_place.data(), n, site);
        expect_same_bits(in_place.span(), out.span(), what + ", in place");
      }
    }
  }
}

TEST(Dropout, KeptValuesAreScaledUpAndTheShareIsRight) {
  for (const float p : {0.1F, 0.25F, 0.5F, 0.9F}) {
    for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
      const std::vector<float> mask = mask_of(100000, {p, key});
      const float scale = static_cast<float>(1.0 / (1.0 - double{p}));
      for (const float m : mask) ASSERT_TRUE(m == 0.0F || m == scale) << m;
      const double keep = 1.0 - double{p};
      const double four_sigma = 4.0 * std::sqrt(keep * (1.0 - keep) / 100000.0);
      EXPECT_NEAR(kept_share(mask), keep, four_sigma) << "p " << p << ", key " << key;
    }
  }
  const std::vector<float> quarter = mask_of(20, {0.25F, 1});
  EXPECT_FLOAT_EQ(*std::max_element(quarter.begin(), quarter.end()), 1.33333333F);
}

// The ends: nothing is dropped, and everything, without a NaN from 1 / (1 - 1).
TEST(Dropout, ChanceZeroIsTheIdentityAndChanceOneGivesZeros) {
  EXPECT_FALSE((Dropout{0.0F, 7}).is_active());
  EXPECT_TRUE((Dropout{0.5F, 7}).is_active());
  for (const std::size_t n : kSizes) {
    for (const InputKind& kind : kInputKinds) {
      const std::vector<float> x = kind.make(n, n);
      std::vector<float> out(n, -1.0F);
      dropout(out.data(), x.data(), n, {0.0F, 7});
      expect_same_bits(out, x, "p = 0");
      dropout(out.data(), x.data(), n, {1.0F, 7});
      expect_close(out, std::vector<double>(n, 0.0), 0.0, 0.0, std::string("p = 1, ") + kind.name);
    }
  }
}

TEST(Dropout, MaskIsAFunctionOfKeyAndIndex) {
  const Dropout site = {0.5F, 99};
  const std::vector<float> whole = mask_of(1000, site);
  expect_same_bits(mask_of(1000, site), whole, "again");
  for (const std::size_t first : {0U, 1U, 2U, 3U, 4U, 63U, 997U}) {
    const std::size_t n = std::min<std::size_t>(129, 1000 - first);
    expect_same_bits(mask_of(n, site, first), std::span(whole).subspan(first, n),
                     "from " + std::to_string(first));
  }
}

// Other keys, and neighbours of one key, agree as often as coins do.
TEST(Dropout, MasksOfDifferentKeysAndNeighboursAreUnrelated) {
  constexpr std::size_t kN = 100000;
  const std::vector<float> mask = mask_of(kN, {0.5F, 1});
  const auto agreement = [&](const std::vector<float>& other, std::size_t shift) {
    double same = 0.0;
    for (std::size_t i = 0; i + shift < kN; ++i) same += mask[i + shift] == other[i] ? 1.0 : 0.0;
    return same / static_cast<double>(kN - shift);
  };
  for (const std::uint64_t key :
       {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{1} << 32, std::uint64_t{1} << 63}) {
    EXPECT_NEAR(agreement(mask_of(kN, {0.5F, key}), 0), 0.5, 0.0065) << key;
    EXPECT_NEAR(agreement(mask_of(kN, {0.5F, key}), 1), 0.5, 0.0065) << key;
  }
  for (const std::size_t shift : {1U, 2U, 4U, 32U, 1024U})
    EXPECT_NEAR(agreement(mask, shift), 0.5, 0.0065) << shift;
}

// A mask for a small chance is part of that for a larger one, so a sweep over p changes one thing at a time.
TEST(Dropout, WhatASmallChanceDropsALargerOneDropsToo) {
  const std::vector<float> few = mask_of(10000, {0.1F, 5});
  const std::vector<float> many = mask_of(10000, {0.6F, 5});
  for (std::size_t i = 0; i < few.size(); ++i) EXPECT_TRUE(few[i] != 0.0F || many[i] == 0.0F) << i;
}

}  // namespace
}  // namespace addnorm::test
