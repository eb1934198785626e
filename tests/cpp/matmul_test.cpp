// Matrix products: to the bit what a plain loop of floats gives that adds in the written order, and close to
// the reference.
#include "kernels/matmul.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect.h"
#include "guarded_buffer.h"
#include "inputs.h"
#include "reference/matmul.h"

namespace addnorm::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// One product: c (m, n) = bias + a (m, k) * b (k, n) over the inner indices [k_begin, k_end).
struct Shape {
  std::size_t m, k, n;
};

// Sizes around the tile of four rows and eight columns, and a few long ones; every m meets every n.
std::vector<Shape> shapes() {
  std::vector<Shape> result;
  for (const std::size_t m : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U}) {
    for (const std::size_t n : kSizes) {
      if (n <= 17 || m == 5) result.push_back({m, (m * n) % 7 + 1, n});
    }
  }
  for (const std::size_t k : kSizes) result.push_back({3, k, 10});
  for (const std::size_t m : kSizes) result.push_back({m, 5, 9});
  // As gradients of weights: more rows than go at a time, and strips that meet many panels.
  result.insert(result.end(), {{257, 64, 8}, {513, 3, 5}, {6, 72, 12}, {5, 65, 7}, {258, 100, 3}});
  return result;
}

// An element of the result by the contract: one float that adds the products in order.
float element(float start, const std::vector<float>& a, const std::vector<float>& b, const Shape& s,
              std::size_t row, std::size_t column, std::size_t k_begin, std::size_t k_end) {
  float sum = start;
  for (std::size_t inner = k_begin; inner < k_end; ++inner)
    sum += a[row * s.k + inner] * b[inner * s.n + column];
  return sum;
}

std::vector<float> transposed(const std::vector<float>& x, std::size_t n_rows, std::size_t n_columns) {
  std::vector<float> result(x.size());
  for (std::size_t row = 0; row < n_rows; ++row) {
    for (std::size_t column = 0; column < n_columns; ++column) {
      result[column * n_rows + row] = x[row * n_columns + column];
    }
  }
  return result;
}

TEST(Matmul, AddsInTheWrittenOrderForEveryShapeBiasAndLayout) {
  for (const Shape& s : shapes()) {
    const std::vector<float> a = normal(s.m * s.k, 1);
    const std::vector<float> b = normal(s.k * s.n, 2);
    const std::vector<float> bias = normal(s.n, 3);
    const GuardedFloats a_rows(a, 1, kPoisonNan);
    const GuardedFloats a_columns(transposed(a, s.m, s.k), 2, kPoisonLarge);
    const GuardedFloats b_rows(b, 3, kPoisonNan);
    const GuardedFloats b_columns(transposed(b, s.k, s.n), 1, kPoisonLarge);
    const GuardedFloats guarded_bias(bias, 1, kPoisonNan);

    GuardedFloats packed(packed_size(s.k, s.n), 1);
    GuardedFloats packed_of_columns(packed_size(s.k, s.n), 2);
    pack(packed.data(), {b_rows.data(), s.n, 1}, s.k, s.n);
    pack(packed_of_columns.data(), {b_columns.data(), 1, s.k}, s.k, s.n);
    expect_same_bits(packed_of_columns.span(), packed.span(), "packed from columns");

    for (const bool has_bias : {false, true}) {
      const std::string what = std::to_string(s.m) + " x " + std::to_string(s.k) + " x " +
                               std::to_string(s.n) + (has_bias ? ", bias" : "");
      std::vector<float> expected;
      for (std::size_t row = 0; row < s.m; ++row) {
        for (std::size_t column = 0; column < s.n; ++column)
          expected.push_back(element(has_bias ? bias[column] : 0.0F, a, b, s, row, column, 0, s.k));
      }
      const float* bias_or_null = has_bias ? guarded_bias.data() : nullptr;
      // What stands in c is not read.
      const std::vector<float> c_before(s.m * s.n, kNan);
      GuardedFloats c(c_before, 3);
      matmul(c.data(), s.n, {a_rows.data(), s.k, 1}, packed.data(), bias_or_null, s.m, s.k, s.n);
      expect_same_bits(c.span(), expected, what);

      GuardedFloats c_of_columns(c_before, 0);
      matmul(c_of_columns.data(), s.n, {a_columns.data(), 1, s.m}, packed.data(), bias_or_null, s.m, s.k,
             s.n);
      expect_same_bits(c_of_columns.span(), expected, what + ", a by columns");
    }
  }
}

// A product of no terms is the bias.
TEST(Matmul, WithoutTermsIsTheBias) {
  for (const std::size_t m : {1U, 4U, 6U}) {
    for (const std::size_t n : {3U, 8U, 9U}) {
      const std::vector<float> bias = normal(n, 3);
      GuardedFloats c(std::vector<float>(m * n, kNan));
      matmul(c.data(), n, {nullptr, 0, 1}, nullptr, bias.data(), m, 0, n);
      for (std::size_t i = 0; i < m * n; ++i)
        EXPECT_EQ(c.data()[i], bias[i % n]) << m << " " << n << " " << i;
    }
  }
}

// Of a triangle the whole panels up to the diagonal are made, as they are in the whole product.
TEST(Matmul, UpToTheDiagonalIsTheWholeProduct) {
  for (const std::size_t m : kSizes) {
    if (m > 65) continue;
    const Shape s = {m, 3, m};
    const std::vector<float> a = normal(s.m * s.k, 1);
    const std::vector<float> b = normal(s.k * s.n, 2);
    std::vector<float> packed(packed_size(s.k, s.n));
    pack(packed.data(), {b.data(), s.n, 1}, s.k, s.n);
    GuardedFloats c(std::vector<float>(s.m * s.n, kNan));
    matmul(c.data(), s.n, {a.data(), s.k, 1}, packed.data(), nullptr, s.m, s.k, s.n, {},
           Columns::kToDiagonal);
    for (std::size_t row = 0; row < s.m; ++row) {
      for (std::size_t column = 0; column <= row; ++column) {
        EXPECT_EQ(c.data()[row * s.n + column], element(0.0F, a, b, s, row, column, 0, s.k))
            << m << " " << row << " " << column;
      }
    }
  }
}

TEST(Matmul, IsTheReference) {
  for (const Shape& s : shapes()) {
    const std::vector<float> a = normal(s.m * s.k, 1);
    const std::vector<float> b = normal(s.k * s.n, 2);
    std::vector<float> packed(packed_size(s.k, s.n));
    std::vector<float> c(s.m * s.n);
    pack(packed.data(), {b.data(), s.n, 1}, s.k, s.n);
    matmul(c.data(), s.n, {a.data(), s.k, 1}, packed.data(), nullptr, s.m, s.k, s.n);
    expect_relative_l2(c, reference::matmul(to_double(a), to_double(b), s.m, s.k, s.n), 1e-6, "c");
  }
}

TEST(Matmul, WritesItsColumnsAndNotWhatLiesBetweenRows) {
  for (const std::size_t n : {1U, 3U, 4U, 7U, 8U, 9U, 16U, 17U}) {
    const Shape s = {6, 5, n};
    const std::size_t c_stride = n + 3;
    const std::vector<float> a = normal(s.m * s.k, 1);
    const std::vector<float> b = normal(s.k * s.n, 2);
    std::vector<float> packed(packed_size(s.k, s.n));
    pack(packed.data(), {b.data(), s.n, 1}, s.k, s.n);
    GuardedFloats c(std::vector<float>(s.m * c_stride, 7.0F));
    matmul(c.data(), c_stride, {a.data(), s.k, 1}, packed.data(), nullptr, s.m, s.k, s.n);
    for (std::size_t row = 0; row < s.m; ++row) {
      for (std::size_t column = 0; column < c_stride; ++column) {
        const float expected = column < n ? element(0.0F, a, b, s, row, column, 0, s.k) : 7.0F;
        EXPECT_EQ(c.data()[row * c_stride + column], expected) << n << " " << row << " " << column;
      }
    }
  }
}

TEST(Matmul, TermsBeyondTheDiagonalAreSkippedAndNotMultipliedByZero) {
  for (const TermsKind kind : {TermsKind::kToDiagonal, TermsKind::kFromDiagonal}) {
    for (std::size_t m = 1; m <= 9; ++m) {
      for (std::size_t diagonal = 0; diagonal <= 6; ++diagonal) {
        const Shape s = {m, diagonal + m + (m + diagonal) % 3, 10};
        const auto has_term = [&](std::size_t row, std::size_t k) {
          return kind == TermsKind::kToDiagonal ? k <= diagonal + row : k >= diagonal + row;
        };
        std::vector<float> a = normal(s.m * s.k, 1);
        const std::vector<float> b = normal(s.k * s.n, 2);
        std::vector<float> expected;
        for (std::size_t row = 0; row < s.m; ++row) {
          const std::size_t begin = kind == TermsKind::kToDiagonal ? 0 : diagonal + row;
          const std::size_t end = kind == TermsKind::kToDiagonal ? diagonal + row + 1 : s.k;
          for (std::size_t column = 0; column < s.n; ++column)
            expected.push_back(element(0.0F, a, b, s, row, column, begin, end));
        }
        for (std::size_t i = 0; i < a.size(); ++i) {
          if (!has_term(i / s.k, i % s.k)) a[i] = kNan;
        }
        std::vector<float> packed(packed_size(s.k, s.n));
        pack(packed.data(), {b.data(), s.n, 1}, s.k, s.n);
        const std::string what = "kind " + std::to_string(static_cast<int>(kind)) + ", " + std::to_string(m) +
                                 " rows, diagonal " + std::to_string(diagonal);
        GuardedFloats c(std::vector<float>(s.m * s.n, kNan));
        matmul(c.data(), s.n, {a.data(), s.k, 1}, packed.data(), nullptr, s.m, s.k, s.n, {kind, diagonal});
        expect_same_bits(c.span(), expected, what);
        const std::vector<float> a_columns = transposed(a, s.m, s.k);
        matmul(c.data(), s.n, {a_columns.data(), 1, s.m}, packed.data(), nullptr, s.m, s.k, s.n,
               {kind, diagonal});
        expect_same_bits(c.span(), expected, what + ", a by columns");
      }
    }
  }
}

// One number that is not finite reaches its row or its column of the result and nothing else.
TEST(Matmul, OneNanReachesItsRowOrColumnOnly) {
  for (const std::size_t n : {1U, 4U, 5U, 8U, 9U}) {
    const Shape s = {6, 3, n};
    for (std::size_t bad = 0; bad < s.n; ++bad) {
      const std::vector<float> a = normal(s.m * s.k, 1);
      std::vector<float> b = normal(s.k * s.n, 2);
      b[s.n + bad] = kNan;
      std::vector<float> packed(packed_size(s.k, s.n));
      pack(packed.data(), {b.data(), s.n, 1}, s.k, s.n);
      std::vector<float> c(s.m * s.n);
      matmul(c.data(), s.n, {a.data(), s.k, 1}, packed.data(), nullptr, s.m, s.k, s.n);
      for (std::size_t i = 0; i < c.size(); ++i) EXPECT_EQ(std::isnan(c[i]), i % s.n == bad) << n << " " << i;
    }
  }
}

// The layer by its contract: floats that add in the written order.
std::vector<float> plain_linear(std::span<const float> x, std::span<const float> weight, const float* bias,
                                const Shape& s) {
  std::vector<float> out;
  for (std::size_t row = 0; row < s.m; ++row) {
    for (std::size_t o = 0; o < s.n; ++o) {
      float sum = bias != nullptr ? bias[o] : 0.0F;
      for (std::size_t i = 0; i < s.k; ++i) sum += x[row * s.k + i] * weight[o * s.k + i];
      out.push_back(sum);
    }
  }
  return out;
}

struct PlainGradients {
  std::vector<float> dx, dweight, dbias;  // the last two added to what they hold

  void add(std::span<const float> dy, std::span<const float> x, std::span<const float> weight,
           const Shape& s) {
    dx.assign(s.m * s.k, 0.0F);
    for (std::size_t row = 0; row < s.m; ++row) {
      for (std::size_t o = 0; o < s.n; ++o) {
        for (std::size_t i = 0; i < s.k; ++i) {
          dx[row * s.k + i] += dy[row * s.n + o] * weight[o * s.k + i];
          dweight[o * s.k + i] += dy[row * s.n + o] * x[row * s.k + i];
        }
        dbias[o] += dy[row * s.n + o];
      }
    }
  }
};

std::vector<float> values_of(const GuardedFloats& buffer) {
  return {buffer.span().begin(), buffer.span().end()};
}

// The layer on its shapes: (n_rows, d_in) to (n_rows, d_out).
TEST(Linear, IsTheReferenceAndAddsInTheWrittenOrder) {
  for (const Shape& s : shapes()) {
    const GuardedFloats x(normal(s.m * s.k, 1), 1, kPoisonLarge);
    const GuardedFloats weight(normal(s.n * s.k, 2), 2, kPoisonNan);
    const GuardedFloats bias(normal(s.n, 3), 3, kPoisonLarge);
    GuardedFloats scratch(linear_scratch_size(s.m, s.k, s.n), 1);
    GuardedFloats out(s.m * s.n, 3);
    for (const bool has_bias : {true, false}) {
      const float* bias_or_null = has_bias ? bias.data() : nullptr;
      linear(out.data(), x.data(), weight.data(), bias_or_null, s.m, s.k, s.n, scratch.data());
      expect_same_bits(out.span(), plain_linear(x.span(), weight.span(), bias_or_null, s), "out");
      const std::vector<double> no_bias;
      expect_relative_l2(out.span(),
                         reference::linear(to_double(x.span()), to_double(weight.span()),
                                           has_bias ? to_double(bias.span()) : no_bias, s.m, s.k, s.n),
                         1e-6, "reference");
    }
  }
}

TEST(Linear, GradientsAreTheReferencesAndAddInTheWrittenOrder) {
  for (const Shape& s : shapes()) {
    const GuardedFloats x(normal(s.m * s.k, 1), 1, kPoisonLarge);
    const GuardedFloats weight(normal(s.n * s.k, 2), 2, kPoisonNan);
    const GuardedFloats dy(normal(s.m * s.n, 3), 3, kPoisonLarge);
    GuardedFloats scratch(linear_scratch_size(s.m, s.k, s.n), 1);
    GuardedFloats dx(s.m * s.k, 2);
    GuardedFloats dweight(normal(s.n * s.k, 4), 1);
    GuardedFloats dbias(normal(s.n, 5), 3);
    PlainGradients expected = {{}, values_of(dweight), values_of(dbias)};
    expected.add(dy.span(), x.span(), weight.span(), s);
    linear_backward(dx.data(), dweight.data(), dbias.data(), dy.data(), x.data(), weight.data(), s.m, s.k,
                    s.n, scratch.data());
    expect_same_bits(dx.span(), expected.dx, "dx");
    expect_same_bits(dweight.span(), expected.dweight, "dweight");
    expect_same_bits(dbias.span(), expected.dbias, "dbias");

    GuardedFloats x_and_dx(values_of(x), 1, kPoisonLarge);
    std::vector<float> dweight_again = normal(s.n * s.k, 4);
    linear_backward(x_and_dx.data(), dweight_again.data(), nullptr, dy.data(), x_and_dx.data(), weight.data(),
                    s.m, s.k, s.n, scratch.data());
    expect_same_bits(x_and_dx.span(), expected.dx, "dx over x");
    expect_same_bits(dweight_again, expected.dweight, "dweight, dx over x");

    std::vector<float> fresh(s.n * s.k);
    linear_backward(nullptr, fresh.data(), nullptr, dy.data(), x.data(), weight.data(), s.m, s.k, s.n,
                    scratch.data());
    const reference::LinearGradients reference = reference::linear_backward(
        to_double(dy.span()), to_double(x.span()), to_double(weight.span()), s.m, s.k, s.n);
    expect_relative_l2(fresh, reference.dweight, 1e-6, "dweight, reference");
    expect_relative_l2(dx.span(), reference.dx, 1e-6, "dx, reference");
  }
}

// The rows of a batch in two parts, the second going on from what the first left: the order of the whole.
TEST(Linear, GradientsOfAWeightGoOnAsIfTheyHadNotStopped) {
  const Shape s = {11, 10, 6};
  const std::vector<float> x = normal(s.m * s.k, 1);
  const std::vector<float> dy = normal(s.m * s.n, 2);
  std::vector<float> scratch(linear_scratch_size(s.m, s.k, s.n));
  const auto add_rows = [&](std::vector<float>& dweight, std::size_t begin, std::size_t end) {
    linear_backward(nullptr, dweight.data(), nullptr, dy.data() + begin * s.n, x.data() + begin * s.k,
                    nullptr, end - begin, s.k, s.n, scratch.data());
  };
  std::vector<float> whole(s.n * s.k);
  add_rows(whole, 0, s.m);
  for (std::size_t cut = 0; cut <= s.m; ++cut) {
    std::vector<float> dweight(s.n * s.k);
    add_rows(dweight, 0, cut);
    add_rows(dweight, cut, s.m);
    expect_same_bits(dweight, whole, "cut at " + std::to_string(cut));
  }
}

// With one NaN or Inf of x its row of the result, and no other, is what plain floats make of it.
TEST(Linear, AddsInTheWrittenOrderForEverySizeInputAndPlace) {
  for (const std::size_t n : kSizes) {
    for (const Shape& s : {Shape{5, n, 10}, Shape{5, 7, n}, Shape{n, 3, 9}}) {
      for (const InputKind& kind : kInputKinds) {
        const std::vector<float> x_values = kind.make(s.m * s.k, n);
        const std::vector<float> dy_values = kind.make(s.m * s.n, n + 1);
        const std::vector<float> weight_values = normal(s.n * s.k, 2);
        const std::vector<float> bias_values = normal(s.n, 3);
        const std::vector<float> expected = plain_linear(x_values, weight_values, bias_values.data(), s);
        PlainGradients gradients = {{}, normal(s.n * s.k, 4), normal(s.n, 5)};
        gradients.add(dy_values, x_values, weight_values, s);
        for (const Place& place : kPlaces) {
          const std::string what = describe(n, kind, place);
          const GuardedFloats x(x_values, place.offset, place.poison);
          const GuardedFloats dy(dy_values, place.offset, place.poison);
          const GuardedFloats weight(weight_values, place.offset, place.poison);
          const GuardedFloats bias(bias_values, place.offset, place.poison);
          GuardedFloats scratch(linear_scratch_size(s.m, s.k, s.n), place.offset, place.poison);
          GuardedFloats out(s.m * s.n, place.offset, place.poison);
          linear(out.data(), x.data(), weight.data(), bias.data(), s.m, s.k, s.n, scratch.data());
          expect_same_bits(out.span(), expected, what);
          GuardedFloats dx(s.m * s.k, place.offset, place.poison);
          GuardedFloats dweight(normal(s.n * s.k, 4), place.offset, place.poison);
          GuardedFloats dbias(normal(s.n, 5), place.offset, place.poison);
          linear_backward(dx.data(), dweight.data(), dbias.data(), dy.data(), x.data(), weight.data(), s.m,
                          s.k, s.n, scratch.data());
          expect_same_bits(dx.span(), gradients.dx, what + ", dx");
          expect_same_bits(dweight.span(), gradients.dweight, what + ", dweight");
          expect_same_bits(dbias.span(), gradients.dbias, what + ", dbias");
        }
      }
    }
  }
}

}  // namespace
}  // namespace addnorm::test
