// The residual add: exact, since each number meets two products and one sum.
#include "kernels/residual.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect.h"
#include "guarded_buffer.h"
#include "inputs.h"
#include "reference/residual.h"

namespace addnorm::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct Gains {
  float residual, branch;
};
constexpr Gains kGains[] = {{1.0F, 1.0F}, {1.8612097F, 1.0F}, {1.0F, 0.0F}, {1.0F, -0.37F}, {0.5F, 2.0F}};

TEST(ResidualAdd, IsTheReferenceForEverySizeInputAndPlace) {
  for (const std::size_t n : kSizes) {
    const std::vector<float> branch_values = normal(n, 2);
    for (const InputKind& kind : kInputKinds) {
      const std::vector<float> x_values = kind.make(n, n);
      for (const Place& place : kPlaces) {
        const GuardedFloats x(x_values, place.offset, place.poison);
        const GuardedFloats branch(branch_values, place.offset, place.poison);
        for (const Gains& gains : kGains) {
          const std::string what = describe(n, kind, place) + ", gains " + std::to_string(gains.residual) +
                                   " " + std::to_string(gains.branch);
          std::vector<float> expected;
          for (std::size_t i = 0; i < n; ++i) {
            const float from_x = gains.residual * x_values[i];
            const float from_branch = gains.branch * branch_values[i];
            expected.push_back(from_x + from_branch);
          }
          GuardedFloats out(n, place.offset, place.poison);
          residual_add(out.data(), x.data(), branch.data(), gains.residual, gains.branch, n);
          expect_same_bits(out.span(), expected, what);
          expect_close(out.span(),
                       reference::residual_add(to_double(x_values), to_double(branch_values),
                                               double{gains.residual}, double{gains.branch}),
                       1e-6, 1e-6, what + ", reference");

          GuardedFloats over_x(x_values, place.offset, place.poison);
          residual_add(over_x.data(), over_x.data(), branch.data(), gains.residual, gains.branch, n);
          expect_same_bits(over_x.span(), expected, what + ", out over x");
          GuardedFloats over_branch(branch_values, place.offset, place.poison);
          residual_add(over_branch.data(), x.data(), over_branch.data(), gains.residual, gains.branch, n);
          expect_same_bits(over_branch.span(), expected, what + ", out over branch");
        }
      }
    }
  }
}

TEST(ResidualAdd, GradientsAreTheReferencesForEverySizeInputAndPlace) {
  for (const std::size_t n : kSizes) {
    const std::vector<float> branch_values = normal(n, 2);
    for (const InputKind& kind : kInputKinds) {
      const std::vector<float> dy_values = kind.make(n, n);
      for (const Place& place : kPlaces) {
        const GuardedFloats dy(dy_values, place.offset, place.poison);
        const GuardedFloats branch(branch_values, place.offset, place.poison);
        for (const Gains& gains : kGains) {
          const std::string what = describe(n, kind, place) + ", gains " + std::to_string(gains.residual) +
                                   " " + std::to_string(gains.branch);
          std::vector<float> expected_dx;
          std::vector<float> expected_dbranch;
          double size = 0.0;
          for (std::size_t i = 0; i < n; ++i) {
            expected_dx.push_back(gains.residual * dy_values[i]);
            expected_dbranch.push_back(gains.branch * dy_values[i]);
            if (std::isfinite(dy_values[i]))
              size += std::abs(double{dy_values[i]} * double{branch_values[i]});
          }
          const double expected_gain =
              reference::residual_add_backward(to_double(dy_values), to_double(branch_values),
                                               double{gains.residual}, double{gains.branch})
                  .dbranch_gain;

          GuardedFloats dx(n, place.offset, place.poison);
          GuardedFloats dbranch(n, place.offset, place.poison);
          const double gain = residual_add_backward(dx.data(), dbranch.data(), dy.data(), branch.data(),
                                                    gains.residual, gains.branch, n);
          expect_same_bits(dx.span(), expected_dx, what + ", dx");
          expect_same_bits(dbranch.span(), expected_dbranch, what + ", dbranch");
          EXPECT_TRUE(is_close(gain, expected_gain, 1e-13 * size, 1e-13))
              << what << ": " << gain << " " << expected_gain;

          GuardedFloats dx_alone(n, place.offset, place.poison);
          GuardedFloats dbranch_alone(n, place.offset, place.poison);
          EXPECT_EQ(residual_add_backward(dx_alone.data(), dbranch_alone.data(), dy.data(), nullptr,
                                          gains.residual, gains.branch, n),
                    0.0);
          expect_same_bits(dx_alone.span(), expected_dx, what + ", dx without a branch");
          expect_same_bits(dbranch_alone.span(), expected_dbranch, what + ", dbranch without a branch");

          GuardedFloats over_dy(dy_values, place.offset, place.poison);
          residual_add_backward(over_dy.data(), dbranch.data(), over_dy.data(), branch.data(), gains.residual,
                                gains.branch, n);
          expect_same_bits(over_dy.span(), expected_dx, what + ", dx over dy");
          expect_same_bits(dbranch.span(), expected_dbranch, what + ", dbranch beside it");
          GuardedFloats over_dy_too(dy_values, place.offset, place.poison);
          residual_add_backward(dx.data(), over_dy_too.data(), over_dy_too.data(), branch.data(),
                                gains.residual, gains.branch, n);
          expect_same_bits(over_dy_too.span(), expected_dbranch, what + ", dbranch over dy");
          expect_same_bits(dx.span(), expected_dx, what + ", dx beside it");
        }
      }
    }
  }
}

// What the branch does not change comes through to the bit.
TEST(ResidualAdd, ABranchOfZerosIsTheIdentity) {
  const std::vector<float> x = {1.0F, 3.0F, 1e-40F, -3e38F, 0.1F};
  const std::vector<float> branch(5, 0.0F);
  std::vector<float> out(5);
  residual_add(out.data(), x.data(), branch.data(), 1.0F, 1.0F, 5);
  expect_same_bits(out, x, "out");
}

TEST(ResidualAdd, WithoutResidualNothingOfXComesThrough) {
  for (const std::size_t n : kSizes) {
    const std::vector<float> x(n, kNan);
    const std::vector<float> branch = normal(n, 1);
    std::vector<float> out(n);
    residual_add(out.data(), x.data(), branch.data(), 0.0F, 1.0F, n);
    EXPECT_EQ(out, branch);

    const std::vector<float> dy(n, std::numeric_limits<float>::infinity());
    std::vector<float> dx(n, -1.0F);
    std::vector<float> dbranch(n);
    residual_add_backward(dx.data(), dbranch.data(), dy.data(), branch.data(), 0.0F, 1.0F, n);
    EXPECT_EQ(dx, std::vector<float>(n, 0.0F));
    EXPECT_EQ(dbranch, dy);
  }
}

}  // namespace
}  // namespace addnorm::test
