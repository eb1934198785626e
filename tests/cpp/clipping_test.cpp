// Clipping by the global norm and what it is made of: the sum of squares, and the factor on every gradient.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect.h"
#include "guarded_buffer.h"
#include "inputs.h"
#include "kernels/optimizer.h"
#include "reference/optimizer.h"

namespace addnorm::test {
namespace {

TEST(SumOfSquares, IsExactEnoughForEverySizeInputAndPlace) {
  for (const std::size_t n : kSizes) {
    for (const InputKind& kind : kInputKinds) {
      const std::vector<float> values = kind.make(n, n);
      double expected = 0.0;
      for (const float x_i : values) expected += double{x_i} * double{x_i};
      for (const Place& place : kPlaces) {
        const GuardedFloats x(values, place.offset, place.poison);
        EXPECT_TRUE(is_close(sum_of_squares(x.data(), n), expected, 0.0, 1e-13)) << describe(n, kind, place);
      }
    }
    const std::vector<float> largest(n, std::numeric_limits<float>::max());
    EXPECT_TRUE(std::isfinite(sum_of_squares(largest.data(), n)));
  }
}

TEST(Scale, MultipliesEveryElementOnceForEverySizeInputAndPlace) {
  for (const std::size_t n : kSizes) {
    for (const InputKind& kind : kInputKinds) {
      const std::vector<float> values = kind.make(n, n);
      std::vector<float> expected;
      for (const float x_i : values) expected.push_back(static_cast<float>(double{x_i} * 0.3));
      for (const Place& place : kPlaces) {
        GuardedFloats x(values, place.offset, place.poison);
        scale(x.data(), n, 0.3);
        expect_same_bits(x.span(), expected, describe(n, kind, place));
      }
    }
  }
}

// The gradient [1e20, 0] has a square that no float holds, and clipped to norm 1 it is [1, 0].
TEST(Clipping, SurvivesGradientsWhoseSquareOverflows) {
  std::vector<float> g = {1e20F, 0.0F};
  const double norm = std::sqrt(sum_of_squares(g.data(), 2));
  EXPECT_TRUE(is_close(norm, 1e20, 0.0, 1e-7)) << norm;
  scale(g.data(), 2, static_cast<float>(1.0 / norm));
  expect_close(g, std::vector<double>{1.0, 0.0}, 1e-6, 0.0, "clipped");

  std::map<std::string, reference::Vector> gradients = {{"a", {1e200}}, {"b", {0.0}}};
  EXPECT_TRUE(is_close(reference::clip_by_global_norm(gradients, 1.0), 1e200, 0.0, 1e-15));
  expect_close(gradients["a"], std::vector<double>{1.0}, 1e-15, 0.0, "reference");
}

TEST(Clipping, ReferenceScalesAllTensorsTogetherAndOnlyIfNeeded) {
  std::map<std::string, reference::Vector> gradients = {{"a", {3.0, 0.0}}, {"b", {4.0}}};
  EXPECT_EQ(reference::clip_by_global_norm(gradients, 5.0), 5.0);
  EXPECT_EQ(gradients["a"][0], 3.0);
  EXPECT_EQ(reference::clip_by_global_norm(gradients, 1.0), 5.0);
  expect_close(gradients["a"], std::vector<double>{0.6, 0.0}, 1e-15, 0.0, "a");
  expect_close(gradients["b"], std::vector<double>{0.8}, 1e-15, 0.0, "b");

  gradients["a"][1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(reference::clip_by_global_norm(gradients, 1e-3)));
  EXPECT_EQ(gradients["b"][0], 0.8);
}

// The factor is no float, and rounding it to one would clip everything to 0.
TEST(Clipping, AHugeGradientCanBeClippedToATinyNorm) {
  float x[5] = {3e38F, 0, -1.5e38F, 0, 3e38F};
  scale(x, 5, 1e-8 / 3e38);
  EXPECT_TRUE(is_close(double{x[0]}, 1e-8, 0.0, 1e-6)) << x[0];
  EXPECT_TRUE(is_close(double{x[2]}, -5e-9, 0.0, 1e-6)) << x[2];
  EXPECT_TRUE(is_close(double{x[4]}, 1e-8, 0.0, 1e-6)) << x[4];
}

}  // namespace
}  // namespace addnorm::test
