// Attention, one head of one sequence at a time; the contract is in attention.h.
//
// Order of summation: the matrix products add in the order of their inner index (matmul.h); softmax and its
// backward sum a row in double (row_sums.h). A causal product leaves out the masked terms, so the others keep
// their order. Rows of scores live in scratch of whole panels and are worked on in whole groups of four.
#include "kernels/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/matmul.h"
#include "kernels/row_sums.h"
#include "kernels/softmax_row.h"
#include "math/exp.h"
#include "math/mutant.h"

namespace addnorm {

using namespace simd;

namespace {

// The parts of the scratch memory, and the arithmetic of one head's place in the big arrays.
struct Head {
  const AttentionShape& shape;
  std::size_t b, h;

  [[nodiscard]] std::size_t seq_len() const { return shape.seq_len; }
  [[nodiscard]] std::size_t qkv_stride() const { return 3 * shape.d_model(); }
  [[nodiscard]] std::size_t qkv_offset(std::size_t part) const {
    return b * shape.seq_len * qkv_stride() + part * shape.d_model() + h * shape.d_head;
  }
  [[nodiscard]] std::size_t out_offset() const {
    return b * shape.seq_len * shape.d_model() + h * shape.d_head;
  }
  [[nodiscard]] std::size_t pattern_offset() const {
    return (b * shape.n_head + h) * shape.seq_len * shape.seq_len;
  }
  // How many tokens row i attends to.
  [[nodiscard]] std::size_t reach(std::size_t i) const {
    if (!shape.is_causal) return shape.seq_len;
    return is_mutant<"mask leaks one token">() ? std::min(i + 2, shape.seq_len) : i + 1;
  }
};

template <typename Body>
void for_each_head(const AttentionShape& shape, Body body) {
  for (std::size_t b = 0; b < shape.batch; ++b) {
    for (std::size_t h = 0; h < shape.n_head; ++h) body(Head{shape, b, h});
  }
}

constexpr std::size_t kRowBlock = 4;  // rows of scores made at a time; the micro-kernel's tile has as many

std::size_t whole_groups(std::size_t n) {
  return (n + kLanes - 1) / kLanes * kLanes;
}

// Sets what stands behind the first n elements of a row, up to the next whole group.
void end_row(float* row, std::size_t n, float fill) {
  if (n % kLanes == 0) return;
  float* last = row + n - n % kLanes;
  store(last, select(first_lanes(n % kLanes), load(last), splat(fill)));
}

struct Scratch {
  Scratch(float* scratch, const AttentionShape& shape)
      : stride(row_stride(shape)),
        scores(scratch),
        pattern(scores + shape.seq_len * stride),
        packed(pattern + shape.seq_len * shape.seq_len),
        packed_values(packed + packed_size(shape.d_head, shape.seq_len)) {}

  // Rows of scores are as long as whole panels, so that no product and no softmax of them has a tail.
  static std::size_t row_stride(const AttentionShape& shape) { return packed_size(1, shape.seq_len); }
  static std::size_t size(const AttentionShape& shape) {
    return shape.seq_len * (row_stride(shape) + shape.seq_len) + packed_size(shape.d_head, shape.seq_len) +
           packed_size(shape.seq_len, shape.d_head);
  }

  std::size_t stride;
  float* scores;         // (seq_len, stride): scores or their gradients
  float* pattern;        // (seq_len, seq_len), after dropout
  float* packed;         // of what scores are made with, (d_head, seq_len)
  float* packed_values;  // of what the pattern is multiplied with, (seq_len, d_head)
};

// Packs the transpose of a (seq_len, d_head) slice.
void pack_transposed(float* packed, MatrixView b, const Head& head) {
  pack(packed, {b.data, b.column_stride, b.row_stride}, head.shape.d_head, head.seq_len());
}

// n_rows rows of a * b^T from row i, of two (seq_len, d_head) slices: whole panels as far as the last of the
// rows reaches; what a row has behind its reach means nothing.
void scores(float* c, std::size_t c_stride, MatrixView a, const float* packed_b, const Head& head,
            std::size_t i, std::size_t n_rows) {
  const std::size_t n_columns = std::min(packed_size(1, head.reach(i + n_rows - 1)), c_stride);
  matmul(c, c_stride, {a.data + i * a.row_stride, a.row_stride, a.column_stride}, packed_b, Start::kZero,
         nullptr, n_rows, head.shape.d_head, n_columns);
}

// c (seq_len, d_head) = a * b, row i over the inner indices [0, reach(i)): what token i gathers from those it
// attends to. a is (seq_len, seq_len), rows a_stride apart.
void gather(float* c, std::size_t c_stride, const float* a, std::size_t a_stride, MatrixView b,
            const Head& head, float* packed) {
  const std::size_t t = head.seq_len();
  const Terms terms = {head.shape.is_causal ? TermsKind::kToDiagonal : TermsKind::kAll, 0};
  pack(packed, b, t, head.shape.d_head);
  matmul(c, c_stride, {a, a_stride, 1}, packed, Start::kZero, nullptr, t, t, head.shape.d_head, terms);
}

// c (seq_len, d_head) = a^T * b, row j over the rows i that reach j: what comes back to token j from those
// that attend to it.
void scatter(float* c, std::size_t c_stride, const float* a, std::size_t a_stride, MatrixView b,
             const Head& head, float* packed) {
  const std::size_t t = head.seq_len();
  const bool is_causal = head.shape.is_causal && !is_mutant<"mask ignored on the way back">();
  const Terms terms = {is_causal ? TermsKind::kFromDiagonal : TermsKind::kAll, 0};
  pack(packed, b, t, head.shape.d_head);
  matmul(c, c_stride, {a, 1, a_stride}, packed, Start::kZero, nullptr, t, t, head.shape.d_head, terms);
}

// The pattern that meets the values: the softmax itself, or a copy with dropout.
const float* dropped(const float* attn_pattern, const Head& head, Dropout site, float* copy) {
  const std::size_t t = head.seq_len();
  const float* pattern = attn_pattern + head.pattern_offset();
  if (!site.is_active()) return pattern;
  for (std::size_t i = 0; i < t; ++i) {
    dropout(copy + i * t, pattern + i * t, head.reach(i), site, head.pattern_offset() + i * t);
  }
  return copy;
}

// Softmax of kRows rows of scores from row i; the pattern is 0 behind what a row reaches. Up to the last
// whole group that any of them reaches, scores become -infinity, of which exact zeros come that change no
// sum. The rows go side by side: one by itself has too little work to keep a processor busy while it waits
// for its sums.
template <std::size_t kRows>
void softmax_to_pattern(float* pattern, float* scores, std::size_t stride, const Head& head, std::size_t i,
                        float scale) {
  constexpr float kLowest = -std::numeric_limits<float>::infinity();
  const std::size_t t = head.seq_len();
  const std::size_t n = whole_groups(head.reach(i + kRows - 1));
  f32x4 max[kRows];
  for (std::size_t row = 0; row < kRows; ++row) {
    end_row(scores + row * stride, head.reach(i + row), kLowest);
    max[row] = splat(kLowest);
  }
  for (std::size_t j = 0; j < n; j += kLanes) {
    for (std::size_t row = 0; row < kRows; ++row)
      max[row] = simd::max(max[row], load(scores + row * stride + j));
  }
  f64x4 total[kRows];
  for (std::size_t row = 0; row < kRows; ++row) {
    max[row] = splat(softmax_offset(max[row]));
    total[row] = splat4(0.0);
  }
  for (std::size_t j = 0; j < n; j += kLanes) {
    for (std::size_t row = 0; row < kRows; ++row) {
      float* s = scores + row * stride + j;
      const f32x4 e = exp_of_nonpositive((load(s) - max[row]) * splat(scale));
      store(s, e);
      total[row] = total[row] + to_double(e);
    }
  }
  for (std::size_t row = 0; row < kRows; ++row) {
    const f32x4 factor = splat(softmax_factor(sum(total[row])));
    const float* s = scores + row * stride;
    float* p = pattern + (i + row) * t;
    for_each_group(std::min(n, t),
                   [&](std::size_t j, auto lanes) { store(p + j, load(s + j) * factor, lanes); });
    std::fill(p + std::min(n, t), p + t, 0.0F);
  }
}

// dscores = scale * pattern * (dpattern - sum(pattern * dpattern)), in place of dpattern, as far as the row
// reaches and 0 up to the next whole group. pattern is 0 there.
void softmax_backward_row(float* dscores, const float* pattern, std::size_t reach, std::size_t seq_len,
                          float scale) {
  const std::size_t n = whole_groups(reach);
  end_row(dscores, reach, 0.0F);
  const double dot = sum_row(std::min(n, seq_len), [&](std::size_t j, auto lanes) {
    return to_double(load(pattern + j, lanes)) * to_double(load(dscores + j));
  });
  const f32x4 mean = splat(static_cast<float>(is_mutant<"softmax backward without its sum">() ? 0.0 : dot));
  if (is_mutant<"score scale lost on the way back">()) scale = 1.0F;
  for_each_group(std::min(n, seq_len), [&](std::size_t j, auto lanes) {
    store(dscores + j, load(pattern + j, lanes) * (load(dscores + j) - mean) * splat(scale));
  });
}

float score_scale(const AttentionShape& shape) {
  if (is_mutant<"scores divided by the root of d_model">())
    return static_cast<float>(1.0 / std::sqrt(static_cast<double>(shape.d_model())));
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(shape.d_head)));
}

}  // namespace

std::size_t attention_scratch_size(const AttentionShape& shape) {
  return Scratch::size(shape);
}

void attention(float* out, float* attn_pattern, const float* qkv, const AttentionShape& shape, Dropout site,
               float* scratch) {
  const Scratch parts(scratch, shape);
  const std::size_t t = shape.seq_len;
  for_each_head(shape, [&](const Head& head) {
    const MatrixView q = {qkv + head.qkv_offset(0), head.qkv_stride(), 1};
    const MatrixView k = {qkv + head.qkv_offset(1), head.qkv_stride(), 1};
    const MatrixView v = {qkv + head.qkv_offset(2), head.qkv_stride(), 1};
    float* pattern = attn_pattern + head.pattern_offset();
    pack_transposed(parts.packed, k, head);
    for (std::size_t i = 0; i < t; i += kRowBlock) {
      const std::size_t n_rows = std::min(kRowBlock, t - i);
      scores(parts.scores, parts.stride, q, parts.packed, head, i, n_rows);
      if (n_rows == kRowBlock) {
        softmax_to_pattern<kRowBlock>(pattern, parts.scores, parts.stride, head, i, score_scale(shape));
        continue;
      }
      for (std::size_t row = 0; row < n_rows; ++row) {
        softmax_to_pattern<1>(pattern, parts.scores + row * parts.stride, parts.stride, head, i + row,
                              score_scale(shape));
      }
    }
    gather(out + head.out_offset(), shape.d_model(), dropped(attn_pattern, head, site, parts.pattern), t, v,
           head, parts.packed_values);
  });
}

void attention_backward(float* dqkv, const float* dout, const float* qkv, const float* attn_pattern,
                        const AttentionShape& shape, Dropout site, float* scratch) {
  const Scratch parts(scratch, shape);
  const std::size_t t = shape.seq_len;
  for_each_head(shape, [&](const Head& head) {
    const MatrixView q = {qkv + head.qkv_offset(0), head.qkv_stride(), 1};
    const MatrixView k = {qkv + head.qkv_offset(1), head.qkv_stride(), 1};
    const MatrixView v = {qkv + head.qkv_offset(2), head.qkv_stride(), 1};
    const MatrixView dhead = {dout + head.out_offset(), shape.d_model(), 1};
    const float* pattern = attn_pattern + head.pattern_offset();

    // In the forward pass this was: out = dropped(pattern) * v.
    scatter(dqkv + head.qkv_offset(2), head.qkv_stride(), dropped(attn_pattern, head, site, parts.pattern), t,
            dhead, head, parts.packed_values);
    if (is_mutant<"attention dropout masked anew">()) site.key += 1;
    pack_transposed(parts.packed, v, head);

    // pattern = softmax(scale * q * k^T)
    for (std::size_t i = 0; i < t; i += kRowBlock) {
      const std::size_t n_rows = std::min(kRowBlock, t - i);
      float* rows = parts.scores + i * parts.stride;
      scores(rows, parts.stride, dhead, parts.packed, head, i, n_rows);
      for (std::size_t row = 0; row < n_rows; ++row) {
        float* dscores = rows + row * parts.stride;
        const std::size_t reach = head.reach(i + row);
        const std::size_t at = (i + row) * t;
        if (site.is_active()) dropout(dscores, dscores, reach, site, head.pattern_offset() + at);
        softmax_backward_row(dscores, pattern + at, reach, t, score_scale(shape));
      }
    }
    gather(dqkv + head.qkv_offset(0), head.qkv_stride(), parts.scores, parts.stride, k, head,
           parts.packed_values);
    scatter(dqkv + head.qkv_offset(1), head.qkv_stride(), parts.scores, parts.stride, q, head,
            parts.packed_values);
  });
}

}  // namespace addnorm
