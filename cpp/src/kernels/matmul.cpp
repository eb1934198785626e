// Matrix products; the contract and the order of summation are in matmul.h.
//
// Blocking: a tile of 4 rows by 8 columns of the result is held in eight vector registers while k runs; each
// term reads one row of a panel (two vectors, next to each other in memory) and broadcasts one element of
// each row of a: 16 operations for 6 loads, with 11 of 16 registers taken. A round of the inner loop is four
// terms, since engines ask once a round whether they are to stop; the loop can end behind each of them, and
// so the terms stay apart. In one piece the engine would do all their loads first and run out of registers.
// Without vectors a tile is one row, whose eight elements are as many registers as an engine has for it.
#include "kernels/matmul.h"

#include <algorithm>
#include <utility>

#include "math/f32x4.h"
#include "math/mutant.h"

namespace addnorm {

using namespace simd;

namespace {

constexpr std::size_t kPanelWidth = 2 * kLanes;
constexpr std::size_t kTileRows = kHasVectors ? 4 : 1;
constexpr std::size_t kTermsARound = kHasVectors ? 4 : 1;
// Rows that are packed in a round of its loop, since engines ask once a round whether they are to stop.
constexpr std::size_t kRowsARound = 4;
// Rows that go into the gradient of a weight at a time: a panel of as many stays in the first cache.
constexpr std::size_t kRowsAtATime = 256;

std::size_t n_panels(std::size_t n) {
  return (n + kPanelWidth - 1) / kPanelWidth;
}

// The left factor of a tile, in either of the ways in which it can stand in memory, at one k: element(row,
// step) is a[row][k + step].
template <std::size_t kRows>
struct AlongRows {
  const float* rows[kRows];

  AlongRows(const float* a, std::size_t stride) {
    for (std::size_t row = 0; row < kRows; ++row) rows[row] = a + row * stride;
  }
  [[nodiscard]] float element(std::size_t row, std::size_t step) const { return rows[row][step]; }
  void advance(std::size_t n) {
    for (const float*& row : rows) row += n;
  }
};
template <std::size_t kRows>
struct AlongColumns {
  const float* column;
  std::size_t stride;

  AlongColumns(const float* a, std::size_t stride_) : column(a), stride(stride_) {}
  [[nodiscard]] float element(std::size_t row, std::size_t step) const { return column[step * stride + row]; }
  void advance(std::size_t n) { column += n * stride; }
};

// kRows rows of the result in the columns of one panel, at most eight.
template <std::size_t kRows>
struct Tile {
  f32x4 left[kRows];
  f32x4 right[kRows];

  void start_from_zero() {
    for (std::size_t row = 0; row < kRows; ++row) left[row] = right[row] = zero();
  }
  void start_from(const float* p, std::size_t stride, std::size_t n_columns) {
    for (std::size_t row = 0; row < kRows; ++row, p += stride) {
      if (n_columns == kPanelWidth) {
        left[row] = load(p);
        right[row] = load(p + kLanes);
      } else {
        const std::size_t n_left = std::min(n_columns, kLanes);
        left[row] = load_n(p, n_left);
        right[row] = load_n(p + n_left, n_columns - n_left);
      }
    }
  }
  void store_to(float* p, std::size_t stride, std::size_t n_columns) const {
    for (std::size_t row = 0; row < kRows; ++row, p += stride) {
      if (n_columns == kPanelWidth) {
        store(p, left[row]);
        store(p + kLanes, right[row]);
      } else {
        const std::size_t n_left = std::min(n_columns, kLanes);
        store_n(p, left[row], n_left);
        store_n(p + n_left, right[row], n_columns - n_left);
      }
    }
  }

  // Adds one term to the rows [kFirst, kLast).
  template <std::size_t kFirst, std::size_t kLast, typename A>
  void add_term(const A& a, const float* panel, std::size_t step) {
    const f32x4 b_left = load(panel + step * kPanelWidth);
    const f32x4 b_right = load(panel + step * kPanelWidth + kLanes);
    for (std::size_t row = kFirst; row < kLast; ++row) {
      const f32x4 a_row = splat(a.element(row, step));
      left[row] = left[row] + a_row * b_left;
      right[row] = right[row] + a_row * b_right;
    }
  }
  // Adds the next n_terms terms to all rows.
  template <typename A>
  void add_terms(A& a, const float*& panel, std::size_t n_terms) {
    if (n_terms > 0) add_terms(a, panel, n_terms, std::make_index_sequence<kTermsARound>{});
  }
  template <typename A, std::size_t... kStep>
  void add_terms(A& a, const float*& panel, std::size_t n_terms, std::index_sequence<kStep...>) {
    const auto add_one = [&](std::size_t) {
      add_term<0, kRows>(a, panel, 0);
      a.advance(1);
      panel += kPanelWidth;
      return --n_terms > 0;
    };
    while ((add_one(kStep) && ...)) {
    }
  }
  // Adds the next kRows terms, the first of them to row 0 only, the next to rows 0 and 1, and so on.
  template <typename A, std::size_t... kStep>
  void add_triangle_of_first_rows(A& a, const float*& panel, std::index_sequence<kStep...>) {
    (add_term<0, kStep + 1>(a, panel, kStep), ...);
    a.advance(kRows);
    panel += kRows * kPanelWidth;
  }
  // Adds the next kRows terms, the first of them to all rows, the next to all but row 0, and so on.
  template <typename A, std::size_t... kStep>
  void add_triangle_of_last_rows(A& a, const float*& panel, std::index_sequence<kStep...>) {
    (add_term<kStep, kRows>(a, panel, kStep), ...);
  }
};

struct Product {
  float* c;
  std::size_t c_stride;
  MatrixView a;
  const float* packed_b;
  Start start;
  const float* bias;
  Terms terms;
  std::size_t k, n;
};

template <std::size_t kRows, template <std::size_t> typename A>
void rows_of_panel(const Product& p, std::size_t row, std::size_t first_column, std::size_t a_stride) {
  const std::size_t n_columns = std::min(kPanelWidth, p.n - first_column);
  float* c = p.c + row * p.c_stride + first_column;
  // The first term that any of the rows has, and how many terms all of them have.
  const std::size_t diagonal = p.terms.diagonal + row;
  const std::size_t k_begin = p.terms.kind == TermsKind::kFromDiagonal ? diagonal : 0;

  A<kRows> a(p.a.data + row * p.a.row_stride + k_begin * p.a.column_stride, a_stride);
  const float* panel = p.packed_b + first_column * p.k + k_begin * kPanelWidth;
  constexpr std::make_index_sequence<kRows> kEachRow;
  Tile<kRows> tile;
  if (p.start == Start::kZero) {
    tile.start_from_zero();
  } else if (p.start == Start::kBias) {
    tile.start_from(p.bias + first_column, 0, n_columns);
  } else {
    tile.start_from(c, p.c_stride, n_columns);
  }
  switch (p.terms.kind) {
    case TermsKind::kAll:
      tile.add_terms(a, panel, p.k);
      break;
    case TermsKind::kToDiagonal:
      tile.add_terms(a, panel, diagonal);
      tile.add_triangle_of_last_rows(a, panel, kEachRow);
      break;
    case TermsKind::kFromDiagonal:
      tile.add_triangle_of_first_rows(a, panel, kEachRow);
      tile.add_terms(a, panel, p.k - diagonal - kRows);
      break;
  }
  tile.store_to(c, p.c_stride, n_columns);
}

template <template <std::size_t> typename A>
void all_tiles(const Product& p, std::size_t m, std::size_t a_stride) {
  for (std::size_t first_column = 0; first_column < p.n; first_column += kPanelWidth) {
    std::size_t row = 0;
    for (; row + kTileRows <= m; row += kTileRows) {
      rows_of_panel<kTileRows, A>(p, row, first_column, a_stride);
    }
    if (is_mutant<"last rows of a product lost">()) continue;
    for (; row < m; ++row) rows_of_panel<1, A>(p, row, first_column, a_stride);
  }
}

// Panels of a matrix whose rows are contiguous.
void pack_rows(float* packed, const float* b, std::size_t stride, std::size_t k, std::size_t n) {
  std::size_t first = 0;
  const auto pack_row = [&](const float* from) {
    store(packed, load(from));
    store(packed + kLanes, load(from + kLanes));
    packed += kPanelWidth;
  };
  for (; first + kPanelWidth <= n; first += kPanelWidth) {
    const float* from = b + first;
    std::size_t row = 0;
    for (; row + kRowsARound <= k; row += kRowsARound) {
      for (std::size_t i = 0; i < kRowsARound; ++i, from += stride) pack_row(from);
    }
    for (; row < k; ++row, from += stride) pack_row(from);
  }
  if (first == n) return;
  const std::size_t n_left = std::min(n - first, kLanes);
  const float* from = b + first;
  for (std::size_t row = 0; row < k; ++row, from += stride, packed += kPanelWidth) {
    store(packed, load_n(from, n_left));
    store(packed + kLanes, load_n(from + n_left, n - first - n_left));
  }
}

// Half a panel, four columns, of a matrix whose columns are contiguous: four by four elements are transposed
// at a time.
void pack_four_columns(float* packed, const float* b, std::size_t stride, std::size_t k,
                       std::size_t n_columns) {
  std::size_t row = 0;
  if (n_columns == kLanes) {
    // All four columns are there, and nothing asks how many.
    for (; row + kLanes <= k; row += kLanes, packed += kLanes * kPanelWidth) {
      f32x4 columns[kLanes];
      for (std::size_t i = 0; i < kLanes; ++i) columns[i] = load(b + i * stride + row);
      transpose(columns[0], columns[1], columns[2], columns[3]);
      for (std::size_t i = 0; i < kLanes; ++i) store(packed + i * kPanelWidth, columns[i]);
    }
  }
  for (; row < k; ++row, packed += kPanelWidth) {
    float elements[kLanes] = {};
    for (std::size_t i = 0; i < n_columns; ++i) elements[i] = b[i * stride + row];
    store(packed, load(elements));
  }
}

void pack_columns(float* packed, const float* b, std::size_t stride, std::size_t k, std::size_t n) {
  for (std::size_t first = 0; first < n; first += kPanelWidth, packed += k * kPanelWidth) {
    const std::size_t n_columns = std::min(kPanelWidth, n - first);
    const std::size_t n_left = std::min(n_columns, kLanes);
    pack_four_columns(packed, b + first * stride, stride, k, n_left);
    pack_four_columns(packed + kLanes, b + (first + n_left) * stride, stride, k, n_columns - n_left);
  }
}

// sums += the sum of the rows of x, in order; four columns a register, four registers a pass.
void add_rows(float* sums, const float* x, std::size_t n_rows, std::size_t width) {
  constexpr std::size_t kColumns = 4 * kLanes;
  std::size_t first = 0;
  for (; first + kColumns <= width; first += kColumns) {
    f32x4 total[4];
    for (std::size_t i = 0; i < 4; ++i) total[i] = load(sums + first + i * kLanes);
    const float* row = x + first;
    for (std::size_t r = 0; r < n_rows; ++r, row += width) {
      for (std::size_t i = 0; i < 4; ++i) total[i] = total[i] + load(row + i * kLanes);
    }
    for (std::size_t i = 0; i < 4; ++i) store(sums + first + i * kLanes, total[i]);
  }
  for_each_group(width - first, [&](std::size_t i, auto lanes) {
    f32x4 total = load(sums + first + i, lanes);
    for (std::size_t r = 0; r < n_rows; ++r) total = total + load(x + r * width + first + i, lanes);
    store(sums + first + i, total, lanes);
  });
}

}  // namespace

std::size_t packed_size(std::size_t k, std::size_t n) {
  return n_panels(n) * kPanelWidth * k;
}

void pack(float* packed, MatrixView b, std::size_t k, std::size_t n) {
  if (b.column_stride == 1) {
    pack_rows(packed, b.data, b.row_stride, k, n);
  } else {
    pack_columns(packed, b.data, b.column_stride, k, n);
  }
}

void matmul(float* c, std::size_t c_stride, MatrixView a, const float* packed_b, Start start,
            const float* bias, std::size_t m, std::size_t k, std::size_t n, Terms terms) {
  const Product product = {c, c_stride, a, packed_b, start, bias, terms, k, n};
  if (a.column_stride == 1) {
    all_tiles<AlongRows>(product, m, a.row_stride);
  } else {
    all_tiles<AlongColumns>(product, m, a.column_stride);
  }
}

std::size_t linear_scratch_size(std::size_t n_rows, std::size_t d_in, std::size_t d_out) {
  return std::max({packed_size(d_in, d_out), packed_size(d_out, d_in),
                   packed_size(std::min(n_rows, kRowsAtATime), d_in)});
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
  const Start start = is_mutant<"weight gradient overwritten">() ? Start::kZero : Start::kResult;
  for (std::size_t row = 0; row < n_rows; row += kRowsAtATime) {
    const std::size_t n = std::min(kRowsAtATime, n_rows - row);
    pack(scratch, {x + row * d_in, d_in, 1}, n, d_in);
    matmul(dweight, d_in, {dy + row * d_out, 1, d_out}, scratch, start, nullptr, d_out, n, d_in);
  }
  if (dbias != nullptr) add_rows(dbias, dy, n_rows, d_out);
}

}  // namespace addnorm
