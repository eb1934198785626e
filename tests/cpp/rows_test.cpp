// Kernels that work row by row, at every number of rows: however many of them a kernel takes at once, a row
// gives what it gives alone, and gradients of parameters are the rows' in order.
#include <gtest/gtest.h>

#include "addnorm/batch_norm.h"
#include "addnorm/layer_norm.h"
#include "addnorm/rms_norm.h"
#include "expect.h"
#include "guarded_buffer.h"
#include "inputs.h"
#include "kernels/softmax_cross_entropy.h"
#include "reference/batch_norm.h"
#include "reference/softmax_cross_entropy.h"

namespace addnorm::test {
namespace {

constexpr float kEps = 1e-5F;
constexpr std::size_t kRowCounts[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33, 59};
constexpr std::size_t kWidths[] = {1, 2, 3, 4, 5, 8, 9, 33, 197};

std::string describe(const char* name, std::size_t n_rows, std::size_t width) {
  return std::string(name) + ", " + std::to_string(n_rows) + " x " + std::to_string(width);
}

// out and x are (n_rows, width), parameters two rows of that width.
struct RowKernel {
  const char* name;
  void (*run)(float* out, const float* x, const float* parameters, std::size_t n_rows, std::size_t width);
};

const RowKernel kRowKernels[] = {
    {"layer_norm",
     [](float* out, const float* x, const float* p, std::size_t n_rows, std::size_t width) {
       layer_norm(out, nullptr, nullptr, x, p, p + width, n_rows, width, kEps);
     }},
    {"rms_norm", [](float* out, const float* x, const float* p, std::size_t n_rows,
                    std::size_t width) { rms_norm(out, nullptr, x, p, n_rows, width, kEps); }},
    {"batch_norm_evaluate",
     [](float* out, const float* x, const float* p, std::size_t n_rows, std::size_t width) {
       batch_norm_evaluate(out, x, p, p + width, p, p + width, n_rows, width, kEps);
     }},
    {"softmax", [](float* out, const float* x, const float*, std::size_t n_rows,
                   std::size_t width) { softmax(out, x, n_rows, width); }},
};

TEST(Rows, EachGivesWhatItGivesAlone) {
  for (const RowKernel& kernel : kRowKernels) {
    for (const std::size_t width : kWidths) {
      const GuardedFloats parameters(uniform(2 * width, 2, 0.5, 2.0), 1);
      for (const std::size_t n_rows : kRowCounts) {
        const GuardedFloats x(normal(n_rows * width, width), 1);
        GuardedFloats together(n_rows * width, 1);
        kernel.run(together.data(), x.data(), parameters.data(), n_rows, width);
        for (std::size_t row = 0; row < n_rows; ++row) {
          GuardedFloats alone(width);
          kernel.run(alone.data(), x.data() + row * width, parameters.data(), 1, width);
          expect_same_bits(together.span().subspan(row * width, width), alone.span(),
                           describe(kernel.name, n_rows, width) + ", row " + std::to_string(row));
        }
        GuardedFloats in_place(x.span(), 2);
        kernel.run(in_place.data(), in_place.data(), parameters.data(), n_rows, width);
        expect_same_bits(in_place.span(), together.span(), describe(kernel.name, n_rows, width));
      }
    }
  }
}

// dparameters are two rows of that width, of which rms_norm uses the first.
struct RowGradient {
  const char* name;
  void (*run)(float* dx, float* dparameters, const float* dy, const float* x, const float* gamma,
              std::size_t n_rows, std::size_t width);
};

const RowGradient kRowGradients[] = {
    {"layer_norm_backward",
     [](float* dx, float* dp, const float* dy, const float* x, const float* gamma, std::size_t n_rows,
        std::size_t width) {
       std::vector<float> y(n_rows * width);
       std::vector<double> mean(n_rows);
       std::vector<double> rstd(n_rows);
       layer_norm(y.data(), mean.data(), rstd.data(), x, gamma, nullptr, n_rows, width, kEps);
       layer_norm_backward(dx, dp, dp + width, dy, x, gamma, mean.data(), rstd.data(), n_rows, width);
     }},
    {"rms_norm_backward",
     [](float* dx, float* dp, const float* dy, const float* x, const float* gamma, std::size_t n_rows,
        std::size_t width) {
       std::vector<float> y(n_rows * width);
       std::vector<double> rstd(n_rows);
       rms_norm(y.data(), rstd.data(), x, gamma, n_rows, width, kEps);
       rms_norm_backward(dx, dp, dy, x, gamma, rstd.data(), n_rows, width);
     }},
};

TEST(Rows, GradientsAreThoseOfEachAloneAndParametersGetThemInOrder) {
  for (const RowGradient& kernel : kRowGradients) {
    for (const std::size_t width : kWidths) {
      const GuardedFloats gamma(uniform(width, 2, -2.0, 2.0), 1);
      for (const std::size_t n_rows : kRowCounts) {
        const std::string what = describe(kernel.name, n_rows, width);
        const GuardedFloats x(normal(n_rows * width, width), 1);
        const GuardedFloats dy(uniform(n_rows * width, 4, -1.0, 3.0), 2);
        GuardedFloats dx(n_rows * width, 3);
        GuardedFloats dparameters(std::vector<float>(2 * width, 0.0F), 1);
        kernel.run(dx.data(), dparameters.data(), dy.data(), x.data(), gamma.data(), n_rows, width);

        GuardedFloats dx_alone(n_rows * width);
        GuardedFloats one_by_one(std::vector<float>(2 * width, 0.0F));
        for (std::size_t row = 0; row < n_rows; ++row) {
          const std::size_t at = row * width;
          kernel.run(dx_alone.data() + at, one_by_one.data(), dy.data() + at, x.data() + at, gamma.data(), 1,
                     width);
        }
        expect_same_bits(dx.span(), dx_alone.span(), what + ", dx");
        expect_same_bits(dparameters.span(), one_by_one.span(), what + ", dgamma, dbeta");
      }
    }
  }
}

// What depends on all rows at once has the reference to go by.
TEST(Rows, BatchNormIsTheReferenceAtEveryNumberOfThem) {
  for (const std::size_t width : kWidths) {
    const std::vector<float> gamma = uniform(width, 2, -2.0, 2.0);
    const std::vector<float> beta = uniform(width, 3, -1.0, 1.0);
    const std::vector<double> zeros(width);
    for (const std::size_t n_rows : kRowCounts) {
      if (n_rows == 1) continue;
      const std::string what = describe("batch_norm", n_rows, width);
      const std::vector<float> x = normal(n_rows * width, width);
      const std::vector<float> dy = uniform(n_rows * width, 4, -1.0, 3.0);
      const reference::BatchNorm expected = reference::batch_norm(
          to_double(x), to_double(gamma), to_double(beta), zeros, zeros, n_rows, width, double{kEps}, 0.1);
      GuardedFloats y(n_rows * width, 1);
      GuardedDoubles mean(width);
      GuardedDoubles rstd(width);
      batch_norm(y.data(), mean.data(), rstd.data(), nullptr, nullptr, x.data(), gamma.data(), beta.data(),
                 n_rows, width, kEps);
      expect_close(y.span(), expected.y, 1e-6, 1e-6, what);

      GuardedFloats dx(n_rows * width, 1);
      GuardedFloats dgamma(std::vector<float>(width), 2);
      GuardedFloats dbeta(std::vector<float>(width), 3);
      batch_norm_backward(dx.data(), dgamma.data(), dbeta.data(), dy.data(), x.data(), gamma.data(),
                          mean.data(), rstd.data(), n_rows, width);
      const reference::BatchNormGradients g = reference::batch_norm_backward(
          to_double(dy), to_double(x), to_double(gamma), expected.mean, expected.rstd, n_rows, width);
      // Two rows give x_hat = +-1 and a dx that is all but 0.
      expect_relative_l2(dx.span(), g.dx, 1e-5, what + ", dx", n_rows == 2 ? 1e-4 : 0.0);
      expect_relative_l2(dgamma.span(), g.dgamma, 1e-5, what + ", dgamma", 1e-6);
      expect_relative_l2(dbeta.span(), g.dbeta, 1e-5, what + ", dbeta", 1e-6);
    }
  }
}

TEST(Rows, CrossEntropyIsTheReferenceAtEveryNumberOfThem) {
  for (const std::size_t width : kWidths) {
    for (const std::size_t n_rows : kRowCounts) {
      const std::string what = describe("softmax_cross_entropy", n_rows, width);
      const GuardedFloats logits(normal(n_rows * width, width), 1);
      std::vector<std::int32_t> targets = whole_numbers(n_rows, 9, static_cast<std::int32_t>(width));
      for (std::size_t row = 2; row < n_rows; row += 5) targets[row] = kIgnoreIndex;
      GuardedFloats dlogits(n_rows * width, 2);
      const CrossEntropy result =
          softmax_cross_entropy(dlogits.data(), logits.data(), targets.data(), n_rows, width);
      const reference::CrossEntropy expected =
          reference::softmax_cross_entropy(to_double(logits.span()), targets, n_rows, width);
      EXPECT_TRUE(is_close(result.loss, expected.loss, 1e-6, 1e-6)) << what;
      EXPECT_EQ(result.n_targets, expected.n_targets) << what;
      EXPECT_EQ(result.n_correct, expected.n_correct) << what;
      expect_close(dlogits.span(), expected.dlogits, 1e-7, 1e-6, what);
    }
  }
}

}  // namespace
}  // namespace addnorm::test
