// Matrix products; the contract and the order of summation are in matmul.h.
//
// Blocking: a tile of 4 rows by 8 columns of the result is held in eight vector registers while k runs; each
// step reads one row of a panel (two vectors, next to each other in memory) and broadcasts one element of
// each row of a.
#include "kernels/matmul.h"

#include <algorithm>
#include <type_traits>

#include "math/f32x4.h"

namespace addnorm {

using namespace simd;

namespace {

constexpr std::size_t kPanelWidth = 2 * kLanes;
constexpr std::size_t kTileRows = 4;

std::size_t n_panels(std::size_t n) {
  return (n + kPanelWidth - 1) / kPanelWidth;
}

// The columns of a tile: a whole panel, or the first n of the last one.
struct WholePanel {
  static f32x4 load_left(const float* p) { return load(p); }
  static f32x4 load_right(const float* p) { return load(p + kLanes); }
  static void store_both(float* p, f32x4 left, f32x4 right) {
    store(p, left);
    store(p + kLanes, right);
  }
};
struct PartOfPanel {
  std::size_t n_left, n_right;

  explicit PartOfPanel(std::size_t n) : n_left(std::min(n, kLanes)), n_right(n - n_left) {}
  [[nodiscard]] f32x4 load_left(const float* p) const { return load_n(p, n_left); }
  [[nodiscard]] f32x4 load_right(const float* p) const { return load_n(p + n_left, n_right); }
  void store_both(float* p, f32x4 left, f32x4 right) const {
    store_n(p, left, n_left);
    store_n(p + n_left, right, n_right);
  }
};

// One tile of kRows rows and the columns of one panel, over the inner indices [k_begin, k_end).
template <std::size_t kRows, typename Columns>
void tile(float* c, std::size_t c_stride, MatrixView a, const float* panel, Start start, const float* bias,
          Columns columns, std::size_t k_begin, std::size_t k_end) {
  f32x4 left[kRows];
  f32x4 right[kRows];
  for (std::size_t row = 0; row < kRows; ++row) {
    const float* from = start == Start::kBias ? bias : c + row * c_stride;
    left[row] = start == Start::kZero ? zero() : columns.load_left(from);
    right[row] = start == Start::kZero ? zero() : columns.load_right(from);
  }
  const float* b = panel + k_begin * kPanelWidth;
  const float* a_column = a.data + k_begin * a.column_stride;
  for (std::size_t k = k_begin; k < k_end; ++k) {
    const f32x4 b_left = load(b);
    const f32x4 b_right = load(b + kLanes);
    for (std::size_t row = 0; row < kRows; ++row) {
      const f32x4 a_row = splat(a_column[row * a.row_stride]);
      left[row] = left[row] + a_row * b_left;
      right[row] = right[row] + a_row * b_right;
    }
    b += kPanelWidth;
    a_column += a.column_stride;
  }
  for (std::size_t row = 0; row < kRows; ++row) columns.store_both(c + row * c_stride, left[row], right[row]);
}

// All rows of the result in the columns of one panel.
template <typename Columns>
void panel_product(float* c, std::size_t c_stride, MatrixView a, const float* panel, Start start,
                   const float* bias, Columns columns, std::size_t m, std::size_t k_begin,
                   std::size_t k_end) {
  std::size_t row = 0;
  const auto tile_at = [&](auto rows) {
    tile<decltype(rows)::value>(c + row * c_stride, c_stride,
                                {a.data + row * a.row_stride, a.row_stride, a.column_stride}, panel, start,
                                bias, columns, k_begin, k_end);
  };
  for (; row + kTileRows <= m; row += kTileRows) tile_at(std::integral_constant<std::size_t, kTileRows>{});
  for (; row < m; ++row) tile_at(std::integral_constant<std::size_t, 1>{});
}

}  // namespace

std::size_t packed_size(std::size_t k, std::size_t n) {
  return n_panels(n) * kPanelWidth * k;
}

void pack(float* packed, MatrixView b, std::size_t k, std::size_t n) {
  for (std::size_t first = 0; first < n; first += kPanelWidth) {
    const std::size_t n_columns = std::min(kPanelWidth, n - first);
    for (std::size_t row = 0; row < k; ++row) {
      const float* from = b.data + row * b.row_stride + first * b.column_stride;
      for (std::size_t column = 0; column < n_columns; ++column)
        packed[column] = from[column * b.column_stride];
      for (std::size_t column = n_columns; column < kPanelWidth; ++column) packed[column] = 0.0F;
      packed += kPanelWidth;
    }
  }
}

void matmul_range(float* c, std::size_t c_stride, MatrixView a, const float* packed_b, Start start,
                  const float* bias, std::size_t m, std::size_t k, std::size_t n, std::size_t k_begin,
                  std::size_t k_end) {
  for (std::size_t first = 0; first < n; first += kPanelWidth) {
    const float* panel = packed_b + first * k;
    const float* panel_bias = start == Start::kBias ? bias + first : nullptr;
    if (n - first >= kPanelWidth) {
      panel_product(c + first, c_stride, a, panel, start, panel_bias, WholePanel{}, m, k_begin, k_end);
    } else {
      panel_product(c + first, c_stride, a, panel, start, panel_bias, PartOfPanel(n - first), m, k_begin,
                    k_end);
    }
  }
}

void matmul(float* c, std::size_t c_stride, MatrixView a, const float* packed_b, Start start,
            const float* bias, std::size_t m, std::size_t k, std::size_t n) {
  matmul_range(c, c_stride, a, packed_b, start, bias, m, k, n, 0, k);
}

std::size_t linear_scratch_size(std::size_t n_rows, std::size_t d_in, std::size_t d_out) {
  return std::max({packed_size(d_in, d_out), packed_size(d_out, d_in), packed_size(n_rows, d_in)});
}

void linear(float* out, const float* x, const float* weight, const float* bias, std::size_t n_rows,
            std::size_t d_in, std::size_t d_out, float* scratch) {
  pack(scratch, {weight, 1, d_in}, d_in, d_out);
  matmul(out, d_out, {x, d_in, 1}, scratch, bias != nullptr ? Start::kBias : Start::kZero, bias, n_rows, d_in,
         d_out);
}

void linear_backward(float* dx, float* dweight, float* dbias, const float* dy, const float* x,
                     const float* weight, std::size_t n_rows, std::size_t d_in, std::size_t d_out,
                     float* scratch) {
  if (dx != nullptr) {
    pack(scratch, {weight, d_in, 1}, d_out, d_in);
    matmul(dx, d_in, {dy, d_out, 1}, scratch, Start::kZero, nullptr, n_rows, d_out, d_in);
  }
  pack(scratch, {x, d_in, 1}, n_rows, d_in);
  matmul(dweight, d_in, {dy, 1, d_out}, scratch, Start::kResult, nullptr, d_out, n_rows, d_in);
  if (dbias != nullptr) {
    for (std::size_t row = 0; row < n_rows; ++row) {
      for_each_group(d_out, [&](std::size_t i, auto lanes) {
        store(dbias + i, load(dbias + i, lanes) + load(dy + row * d_out + i, lanes), lanes);
      });
    }
  }
}

}  // namespace addnorm
