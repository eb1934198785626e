// Matrix products; the contract and the order of summation are in matmul.h.
//
// Blocking: a tile of 4 rows by 8 columns of the result is held in eight vector registers while k runs; each
// term reads one row of a panel (two vectors, next to each other in memory) and broadcasts one element of
// each row of a: 16 operations for 6 loads. Of the 16 registers of x86-64, 11 hold something all that while.
// A round of the inner loop is four terms, since engines ask once a round whether they are to stop; the loop
// can end after each of them, and so the terms stay apart. In one piece the engine would do all their loads
// first and run out of registers. Without vectors a tile is one row, whose eight elements are as many
// registers as an engine has for it.
//
// What goes on between two tiles counts as much as what goes on inside: where a head is eight wide a tile has
// eight terms, and what stands between can take as long as six. So a run of tiles is a function of its own
// for each kind of terms, which always stores whole tiles. A result that is no multiple of a tile gets its
// last columns by way of a copy, and its last rows out of a tile that makes some of the rows above once more.
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
constexpr std::size_t kRowsAtATime = 128;
// Panels that a strip of columns must meet to be worth copying out of its matrix, whose rows, far apart, fall
// into few places of a cache.
constexpr std::size_t kPanelsWorthAStrip = 8;

std::size_t n_panels(std::size_t n) {
  return (n + kPanelWidth - 1) / kPanelWidth;
}

// The left factor of a tile, in either of the ways in which it can stand in memory, at one k: element(row,
// step) is a[row][k + step]. stride is the one of its two strides that is not 1.
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
  static std::size_t row_stride(std::size_t stride) { return stride; }
  static std::size_t term_stride(std::size_t) { return 1; }
};
template <std::size_t kRows>
struct AlongColumns {
  const float* column;
  std::size_t stride;

  AlongColumns(const float* a, std::size_t stride_) : column(a), stride(stride_) {}
  [[nodiscard]] float element(std::size_t row, std::size_t step) const { return column[step * stride + row]; }
  void advance(std::size_t n) { column += n * stride; }
  static std::size_t row_stride(std::size_t) { return 1; }
  static std::size_t term_stride(std::size_t stride) { return stride; }
};

// The right factor of a tile at one k: eight elements of a row of b, out of a panel.
struct FromPanel {
  const float* panel;

  void take(f32x4& left, f32x4& right, std::size_t step) const {
    left = load(panel + step * kPanelWidth);
    right = load(panel + step * kPanelWidth + kLanes);
  }
  void advance(std::size_t n) { panel += n * kPanelWidth; }
};
// The same out of the matrix itself, for the first tile that meets a panel: it packs the panel as it goes,
// which costs nothing beside the arithmetic. It takes one term at a time, at step 0.
struct IntoPanel {
  const float* row;
  std::size_t stride;
  float* panel;

  void take(f32x4& left, f32x4& right, std::size_t) const {
    left = load(row);
    right = load(row + kLanes);
    store(panel, left);
    store(panel + kLanes, right);
  }
  void advance(std::size_t n) {
    row += n * stride;
    panel += n * kPanelWidth;
  }
};

// kRows rows of the result in the columns of one panel.
template <std::size_t kRows>
struct Tile {
  f32x4 left[kRows];
  f32x4 right[kRows];

  // Starts from what stands at p, rows stride apart; stride 0 gives all rows the same start.
  void start_from(const float* p, std::size_t stride) {
    for (std::size_t row = 0; row < kRows; ++row, p += stride) {
      left[row] = load(p);
      right[row] = load(p + kLanes);
    }
  }
  void store_to(float* p, std::size_t stride) const {
    for (std::size_t row = 0; row < kRows; ++row, p += stride) {
      store(p, left[row]);
      store(p + kLanes, right[row]);
    }
  }

  // Adds one term to the rows [kFirst, kLast).
  template <std::size_t kFirst, std::size_t kLast, typename A, typename B>
  void add_term(const A& a, const B& b, std::size_t step) {
    f32x4 b_left, b_right;
    b.take(b_left, b_right, step);
    for (std::size_t row = kFirst; row < kLast; ++row) {
      const f32x4 a_row = splat(a.element(row, step));
      left[row] = left[row] + a_row * b_left;
      right[row] = right[row] + a_row * b_right;
    }
  }
  // Adds the next n_terms terms to all rows. Inlined always, as a tile whose address is seen leaves its
  // registers.
  template <typename A, typename B>
  [[gnu::always_inline]] void add_terms(A& a, B& b, std::size_t n_terms) {
    if (n_terms > 0) add_terms(a, b, n_terms, std::make_index_sequence<kTermsARound>{});
  }
  template <typename A, typename B, std::size_t... kStep>
  [[gnu::always_inline]] void add_terms(A& a, B& b, std::size_t n_terms, std::index_sequence<kStep...>) {
    const auto add_one = [&](std::size_t) {
      add_term<0, kRows>(a, b, 0);
      a.advance(1);
      b.advance(1);
      return --n_terms > 0;
    };
    while ((add_one(kStep) && ...)) {
    }
  }
  // Adds the next kRows terms, the first of them to row 0 only, the next to rows 0 and 1, and so on.
  template <typename A, std::size_t... kStep>
  [[gnu::always_inline]] void add_triangle_of_first_rows(A& a, FromPanel& b, std::index_sequence<kStep...>) {
    (add_term<0, kStep + 1>(a, b, kStep), ...);
    a.advance(kRows);
    b.advance(kRows);
  }
  // Adds the next kRows terms, the first of them to all rows, the next to all but row 0, and so on.
  template <typename A, std::size_t... kStep>
  [[gnu::always_inline]] void add_triangle_of_last_rows(A& a, FromPanel& b, std::index_sequence<kStep...>) {
    (add_term<kStep, kRows>(a, b, kStep), ...);
  }
};

// Adds the k terms of a strip, rows stride apart, and of eight columns of b to a tile of the result.
template <typename B>
[[gnu::noinline]] void add_to_tile(float* c, std::size_t c_stride, const float* strip, std::size_t stride,
                                   B b, std::size_t k) {
  // The compiler is not to know a stride that is always 4: V8 adds the offset of a broadcast load in an
  // instruction of its own, four a term, where moving on by the stride is one.
  asm("" : "+r"(stride));
  Tile<kTileRows> tile;
  tile.start_from(c, c_stride);
  AlongColumns<kTileRows> a(strip, stride);
  tile.add_terms(a, b, k);
  tile.store_to(c, c_stride);
}

// Which terms a row has, the diagonal's among them being that of this inner index.
struct TermRange {
  std::size_t begin, end;
};
TermRange terms_of_row(TermsKind kind, std::size_t diagonal, std::size_t k) {
  return {kind == TermsKind::kFromDiagonal ? diagonal : 0, kind == TermsKind::kToDiagonal ? diagonal + 1 : k};
}

// A run of tiles, one below the other.
struct Run {
  float* c;
  std::size_t c_stride;
  const float* a;
  std::size_t a_stride;
  const float* panel;  // (k, 8)
  const float* start;  // (8): what every row starts from
  std::size_t k;
  std::size_t diagonal;  // of the first row
  std::size_t n_rows;    // in whole tiles
};

template <TermsKind kKind, template <std::size_t> typename A>
void make_tiles(const Run& run) {
  constexpr std::size_t kRows = kTileRows;
  constexpr std::make_index_sequence<kRows> kEachRow;
  const std::size_t a_step = kRows * A<kRows>::row_stride(run.a_stride);
  const float* a_rows = run.a;
  float* c = run.c;
  if constexpr (!kHasVectors) {
    // A tile is one row. Its eight sums are as many registers as there are, and stay in them only in a
    // function that holds nothing else.
    const std::size_t a_stride = A<kRows>::term_stride(run.a_stride);
    for (std::size_t row = 0; row < run.n_rows; ++row, a_rows += a_step, c += run.c_stride) {
      const TermRange terms = terms_of_row(kKind, run.diagonal + row, run.k);
      std::copy_n(run.start, kPanelWidth, c);
      add_to_tile(c, run.c_stride, a_rows + terms.begin * a_stride, a_stride,
                  FromPanel{run.panel + terms.begin * kPanelWidth}, terms.end - terms.begin);
    }
    return;
  }
  for (std::size_t row = 0; row < run.n_rows; row += kRows, a_rows += a_step, c += kRows * run.c_stride) {
    A<kRows> a(a_rows, run.a_stride);
    FromPanel b = {run.panel};
    Tile<kRows> tile;
    tile.start_from(run.start, 0);
    const std::size_t diagonal = run.diagonal + row;
    if constexpr (kKind == TermsKind::kAll) {
      tile.add_terms(a, b, run.k);
    } else if constexpr (kKind == TermsKind::kToDiagonal) {
      tile.add_terms(a, b, diagonal);
      tile.add_triangle_of_last_rows(a, b, kEachRow);
    } else {
      a.advance(diagonal);
      b.advance(diagonal);
      tile.add_triangle_of_first_rows(a, b, kEachRow);
      tile.add_terms(a, b, run.k - diagonal - kRows);
    }
    tile.store_to(c, run.c_stride);
  }
}

// By the kind of terms. Called through a table, since an optimizer that sees a single caller would put them
// all into it, and one function of all loops has too few registers for any. Attention goes to the diagonal
// along rows and from it along columns; the other two are made row by row.
using MakeTiles = void (*)(const Run&);
constexpr MakeTiles kMakeTilesAlongRows[] = {make_tiles<TermsKind::kAll, AlongRows>,
                                             make_tiles<TermsKind::kToDiagonal, AlongRows>, nullptr};
constexpr MakeTiles kMakeTilesAlongColumns[] = {make_tiles<TermsKind::kAll, AlongColumns>, nullptr,
                                                make_tiles<TermsKind::kFromDiagonal, AlongColumns>};

// One row of the result in the columns of one panel, where there are no tiles or fewer rows than one has.
void make_row(float* c, const float* a, std::size_t a_step, const float* panel, const float* start,
              std::size_t n_terms) {
  f32x4 left = load(start);
  f32x4 right = load(start + kLanes);
  for (std::size_t i = 0; i < n_terms; ++i, a += a_step, panel += kPanelWidth) {
    left = left + splat(*a) * load(panel);
    right = right + splat(*a) * load(panel + kLanes);
  }
  store(c, left);
  store(c + kLanes, right);
}

void copy_rectangle(float* to, std::size_t to_stride, const float* from, std::size_t from_stride,
                    std::size_t n_rows, std::size_t n_columns) {
  for (std::size_t row = 0; row < n_rows; ++row)
    std::copy_n(from + row * from_stride, n_columns, to + row * to_stride);
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

// Copies n_columns of a matrix with rows stride apart, at most as many as a tile has rows, and pads the rest
// with zeros.
void copy_strip(float* strip, const float* from, std::size_t stride, std::size_t n_rows,
                std::size_t n_columns) {
  for (std::size_t row = 0; row < n_rows; ++row, from += stride, strip += kTileRows) {
    if (n_columns == kLanes) {
      store(strip, load(from));
    } else {
      for (std::size_t i = 0; i < kTileRows; ++i) strip[i] = i < n_columns ? from[i] : 0.0F;
    }
  }
}

// dweight += dy^T * x over n_rows rows. panels is room for a copy of x in panels, which is made on the way of
// the first strip; strip is room for a copy of four columns of dy.
void add_weight_gradient(float* dweight, const float* dy, const float* x, std::size_t n_rows,
                         std::size_t d_in, std::size_t d_out, float* panels, float* strip) {
  for (std::size_t o = 0; o < d_out; o += kTileRows) {
    const std::size_t n_out = std::min(kTileRows, d_out - o);
    const float* a = dy + o;
    std::size_t a_stride = d_out;
    if (n_out < kTileRows || n_panels(d_in) >= kPanelsWorthAStrip) {
      copy_strip(strip, a, a_stride, n_rows, n_out);
      a = strip;
      a_stride = kTileRows;
    }
    for (std::size_t i = 0; i < d_in; i += kPanelWidth) {
      const std::size_t n_in = std::min(kPanelWidth, d_in - i);
      float* panel = panels + i * n_rows;
      const auto add_to = [&](float* tile, std::size_t tile_stride) {
        if (o == 0 && n_in == kPanelWidth && kHasVectors) {
          add_to_tile(tile, tile_stride, a, a_stride, IntoPanel{x + i, d_in, panel}, n_rows);
          return;
        }
        if (o == 0) pack(panel, {x + i, d_in, 1}, n_rows, n_in);
        add_to_tile(tile, tile_stride, a, a_stride, FromPanel{panel}, n_rows);
      };
      float* c = dweight + o * d_in + i;
      if (n_out == kTileRows && n_in == kPanelWidth) {
        add_to(c, d_in);
        continue;
      }
      float tile[kTileRows * kPanelWidth] = {};
      copy_rectangle(tile, kPanelWidth, c, d_in, n_out, n_in);
      add_to(tile, kPanelWidth);
      copy_rectangle(c, d_in, tile, kPanelWidth, n_out, n_in);
    }
  }
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

void matmul(float* c, std::size_t c_stride, MatrixView a, const float* packed_b, const float* bias,
            std::size_t m, std::size_t k, std::size_t n, Terms terms, Columns columns) {
  const bool is_by_rows = a.column_stride == 1;
  const MakeTiles make_tiles =
      (is_by_rows ? kMakeTilesAlongRows : kMakeTilesAlongColumns)[static_cast<std::size_t>(terms.kind)];
  const bool has_tiles = make_tiles != nullptr && m >= kTileRows;
  for (std::size_t column = 0; column < n; column += kPanelWidth) {
    const std::size_t n_columns = std::min(kPanelWidth, n - column);
    float start[kPanelWidth] = {};
    if (bias != nullptr) std::copy_n(bias + column, n_columns, start);
    const float* panel = packed_b + column * k;
    // Makes whole tiles of these columns, from a row on, wherever they are to stand.
    const auto make = [&](float* to, std::size_t to_stride, std::size_t row, std::size_t n_rows) {
      make_tiles({to, to_stride, a.data + row * a.row_stride, is_by_rows ? a.row_stride : a.column_stride,
                  panel, start, k, terms.diagonal + row, n_rows});
    };
    // The rows [row, end) out of a tile that begins with another row.
    const auto copy_from_tile = [&](std::size_t first, std::size_t row, std::size_t end) {
      float tile[kTileRows * kPanelWidth];
      make(tile, kPanelWidth, first, kTileRows);
      copy_rectangle(c + row * c_stride + column, c_stride, tile + (row - first) * kPanelWidth, kPanelWidth,
                     end - row, n_columns);
    };

    std::size_t row = columns == Columns::kToDiagonal ? std::min(column / kTileRows * kTileRows, m) : 0;
    if (has_tiles) {
      const std::size_t n_rows = (m - row) / kTileRows * kTileRows;
      if (n_columns == kPanelWidth && n_rows > 0) {
        make(c + row * c_stride + column, c_stride, row, n_rows);
        row += n_rows;
      }
      for (; row + kTileRows <= m; row += kTileRows) copy_from_tile(row, row, row + kTileRows);
      if (row < m && !is_mutant<"last rows of a product lost">()) copy_from_tile(m - kTileRows, row, m);
      continue;
    }
    for (; row < m; ++row) {
      const TermRange range = terms_of_row(terms.kind, terms.diagonal + row, k);
      float one_row[kPanelWidth];
      make_row(one_row, a.data + row * a.row_stride + range.begin * a.column_stride, a.column_stride,
               panel + range.begin * kPanelWidth, start, range.end - range.begin);
      std::copy_n(one_row, n_columns, c + row * c_stride + column);
    }
  }
}

std::size_t linear_scratch_size(std::size_t n_rows, std::size_t d_in, std::size_t d_out) {
  const std::size_t n = std::min(n_rows, kRowsAtATime);
  return std::max({packed_size(d_in, d_out), packed_size(d_out, d_in), packed_size(n, d_in) + n * kTileRows});
}

void linear(float* out, const float* x, const float* weight, const float* bias, std::size_t n_rows,
            std::size_t d_in, std::size_t d_out, float* scratch) {
  pack(scratch, {weight, 1, d_in}, d_in, d_out);
  matmul(out, d_out, {x, d_in, 1}, scratch, bias, n_rows, d_in, d_out);
}

void linear_backward(float* dx, float* dweight, float* dbias, const float* dy, const float* x,
                     const float* weight, std::size_t n_rows, std::size_t d_in, std::size_t d_out,
                     float* scratch) {
  if (is_mutant<"weight gradient overwritten">()) std::fill_n(dweight, d_out * d_in, 0.0F);
  for (std::size_t row = 0; row < n_rows; row += kRowsAtATime) {
    const std::size_t n = std::min(kRowsAtATime, n_rows - row);
    add_weight_gradient(dweight, dy + row * d_out, x + row * d_in, n, d_in, d_out, scratch,
                        scratch + packed_size(n, d_in));
  }
  if (dbias != nullptr) add_rows(dbias, dy, n_rows, d_out);
  if (dx == nullptr) return;
  pack(scratch, {weight, d_in, 1}, d_out, d_in);
  matmul(dx, d_in, {dy, d_out, 1}, scratch, nullptr, n_rows, d_out, d_in);
}

}  // namespace addnorm
