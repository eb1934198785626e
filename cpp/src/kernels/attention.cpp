// Attention, one head of one sequence at a time; the contract is in attention.h.
//
// Order of summation: the matrix products add in the order of their inner index (matmul.h); softmax and its
// backward sum a row in double (row_sums.h). A causal product leaves out the masked terms, so the others keep
// their order.
#include "kernels/attention.h"

#include <algorithm>
#include <cmath>

#include "kernels/matmul.h"
#include "kernels/softmax_row.h"

namespace addnorm {

using namespace simd;

namespace {

constexpr std::size_t kRowBlock =
    4;  // rows whose products share one pass; the micro-kernel's tile has as many

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
  [[nodiscard]] std::size_t reach(std::size_t i) const { return shape.is_causal ? i + 1 : shape.seq_len; }
};

template <typename Body>
void for_each_head(const AttentionShape& shape, Body body) {
  for (std::size_t b = 0; b < shape.batch; ++b) {
    for (std::size_t h = 0; h < shape.n_head; ++h) body(Head{shape, b, h});
  }
}

struct Scratch {
  explicit Scratch(float* scratch, const AttentionShape& shape)
      : pattern(scratch),
        dscores(pattern + shape.seq_len * shape.seq_len),
        packed(dscores + shape.seq_len * shape.seq_len) {}
  float* pattern;  // (seq_len, seq_len), after dropout
  float* dscores;  // (seq_len, seq_len)
  float* packed;
};

// c (seq_len, seq_len) = a * b^T of two (seq_len, d_head) slices, as far as row i reaches.
void scores(float* c, MatrixView a, MatrixView b, const Head& head, float* packed) {
  const std::size_t t = head.seq_len();
  const std::size_t d_head = head.shape.d_head;
  pack(packed, {b.data, b.column_stride, b.row_stride}, d_head, t);
  for (std::size_t i = 0; i < t; i += kRowBlock) {
    const std::size_t n_rows = std::min(kRowBlock, t - i);
    matmul(c + i * t, t, {a.data + i * a.row_stride, a.row_stride, a.column_stride}, packed, Start::kZero,
           nullptr, n_rows, d_head, head.reach(i + n_rows - 1));
  }
}

// c (seq_len, d_head) = a * b, row i over the inner indices [0, reach(i)): what token i gathers from those it
// attends to.
void gather(float* c, std::size_t c_stride, const float* a, MatrixView b, const Head& head, float* packed) {
  const std::size_t t = head.seq_len();
  const std::size_t d_head = head.shape.d_head;
  pack(packed, b, t, d_head);
  for (std::size_t i = 0; i < t; i += kRowBlock) {
    const std::size_t n_rows = std::min(kRowBlock, t - i);
    const std::size_t common = head.reach(i);
    matmul_range(c + i * c_stride, c_stride, {a + i * t, t, 1}, packed, Start::kZero, nullptr, n_rows, t,
                 d_head, 0, common);
    for (std::size_t row = i + 1; row < i + n_rows && head.reach(row) > common; ++row) {
      matmul_range(c + row * c_stride, c_stride, {a + row * t, t, 1}, packed, Start::kResult, nullptr, 1, t,
                   d_head, common, head.reach(row));
    }
  }
}

// c (seq_len, d_head) = a^T * b, row j over the rows i that reach j: what comes back to token j from those
// that attend to it.
void scatter(float* c, std::size_t c_stride, const float* a, MatrixView b, const Head& head, float* packed) {
  const std::size_t t = head.seq_len();
  const std::size_t d_head = head.shape.d_head;
  pack(packed, b, t, d_head);
  for (std::size_t j = 0; j < t; j += kRowBlock) {
    const std::size_t n_rows = std::min(kRowBlock, t - j);
    const std::size_t common = head.shape.is_causal ? j + n_rows : 0;
    for (std::size_t row = j; row < j + n_rows && common > 0; ++row) {
      matmul_range(c + row * c_stride, c_stride, {a + row, 1, t}, packed, Start::kZero, nullptr, 1, t, d_head,
                   row, common);
    }
    matmul_range(c + j * c_stride, c_stride, {a + j, 1, t}, packed,
                 common > 0 ? Start::kResult : Start::kZero, nullptr, n_rows, t, d_head, common, t);
  }
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

// dscores = scale * pattern * (dpattern - sum(pattern * dpattern)), in place of dpattern, as far as the row
// reaches.
void softmax_backward_row(float* dscores, const float* pattern, std::size_t n, float scale) {
  const double dot = sum_row(n, [&](std::size_t j, auto lanes) {
    return to_double(load(pattern + j, lanes)) * to_double(load(dscores + j, lanes));
  });
  const f32x4 mean = splat(static_cast<float>(dot));
  for_each_group(n, [&](std::size_t j, auto lanes) {
    store(dscores + j, load(pattern + j, lanes) * (load(dscores + j, lanes) - mean) * splat(scale), lanes);
  });
}

float score_scale(const AttentionShape& shape) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(shape.d_head)));
}

}  // namespace

std::size_t attention_scratch_size(const AttentionShape& shape) {
  return 2 * shape.seq_len * shape.seq_len +
         std::max(packed_size(shape.d_head, shape.seq_len), packed_size(shape.seq_len, shape.d_head));
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
    scores(pattern, q, k, head, parts.packed);
    for (std::size_t i = 0; i < t; ++i) {
      softmax_row(pattern + i * t, pattern + i * t, head.reach(i), score_scale(shape));
      std::fill(pattern + i * t + head.reach(i), pattern + (i + 1) * t, 0.0F);
    }
    gather(out + head.out_offset(), shape.d_model(), dropped(attn_pattern, head, site, parts.pattern), v,
           head, parts.packed);
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
    scatter(dqkv + head.qkv_offset(2), head.qkv_stride(), dropped(attn_pattern, head, site, parts.pattern),
            dhead, head, parts.packed);
    scores(parts.dscores, dhead, v, head, parts.packed);

    // pattern = softmax(scale * q * k^T)
    for (std::size_t i = 0; i < t; ++i) {
      float* row = parts.dscores + i * t;
      if (site.is_active()) dropout(row, row, head.reach(i), site, head.pattern_offset() + i * t);
      softmax_backward_row(row, pattern + i * t, head.reach(i), score_scale(shape));
    }
    gather(dqkv + head.qkv_offset(0), head.qkv_stride(), parts.dscores, k, head, parts.packed);
    scatter(dqkv + head.qkv_offset(1), head.qkv_stride(), parts.dscores, q, head, parts.packed);
  });
}

}  // namespace addnorm
