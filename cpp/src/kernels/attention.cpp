// Attention, one head of one sequence at a time; the contract is in attention.h.
//
// Order of summation: the matrix products add in the order of their inner index (matmul.h); softmax and its
// backward sum a row in double, as row_sums.h has it. A causal product leaves out the masked terms, so the
// others keep their order. Rows of scores live in scratch of whole panels and are worked on in whole groups
// of four.
//
// What is kept of a pattern for the way back are its rows, each as far as any row of its block of four
// reaches, in whole groups: the rows of a causal pattern get longer by four numbers every four rows, and
// nearly half of its square is not kept.
#include "kernels/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "kernels/matmul.h"
#include "kernels/softmax_row.h"
#include "math/exp.h"
#include "math/f32x4.h"
#include "math/log.h"
#include "math/mutant.h"

namespace addnorm {

using namespace simd;

namespace {

// One head of one sequence, and where it stands in the big arrays.
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
  // Where its pattern begins in one laid out as (batch, n_head, seq_len, seq_len): so dropout counts.
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

std::size_t whole_groups(std::size_t n) {
  return (n + kLanes - 1) / kLanes * kLanes;
}

// Rows whose softmax goes side by side.
constexpr std::integral_constant<std::size_t, kLanes> kRowBlock;

// Floats that are kept of row i of a pattern.
std::size_t kept_row_size(const AttentionShape& shape, std::size_t i) {
  const std::size_t end_of_block = i / kRowBlock * kRowBlock + kRowBlock;
  return whole_groups(shape.is_causal ? std::min(end_of_block, shape.seq_len) : shape.seq_len);
}

// Floats that are kept of a head: the sum of its rows. A block is as many rows as a group has numbers, so the
// rows of causal block n have n groups.
std::size_t kept_size(const AttentionShape& shape) {
  const std::size_t n_blocks = shape.is_causal ? shape.seq_len / kRowBlock : 0;
  const std::size_t n_left = shape.seq_len - n_blocks * kRowBlock;
  return kRowBlock * kRowBlock * n_blocks * (n_blocks + 1) / 2 + n_left * whole_groups(shape.seq_len);
}

// Calls body(i, row, n_kept) for each row of what is kept of a head.
template <typename Body>
void for_each_kept_row(const float* kept_pattern, const Head& head, Body body) {
  for (std::size_t i = 0; i < head.seq_len(); ++i) {
    const std::size_t n_kept = kept_row_size(head.shape, i);
    body(i, kept_pattern, n_kept);
    kept_pattern += n_kept;
  }
}

// Calls body(i, n_rows) for each block of rows, and for each row that is left; n_rows is a constant.
template <typename Body>
void for_each_row_block(std::size_t seq_len, Body body) {
  std::size_t i = 0;
  for (; i + kRowBlock <= seq_len; i += kRowBlock) body(i, kRowBlock);
  for (; i < seq_len; ++i) body(i, std::integral_constant<std::size_t, 1>{});
}

// Sets what stands after the first n elements of a row, up to end, a whole group. In whole vectors: one that
// was written in parts is read late.
void end_row(float* row, std::size_t n, std::size_t end, float fill) {
  for (std::size_t j = n / kLanes * kLanes; j < end; j += kLanes) {
    const std::size_t n_kept = n - std::min(n, j);
    store(row + j, select(first_lanes(std::min(n_kept, kLanes)), load(row + j), splat(fill)));
  }
}

// The parts of the scratch memory.
struct Scratch {
  Scratch(float* scratch, const AttentionShape& shape)
      : stride(row_stride(shape)),
        scores(scratch),
        packed(scores + shape.seq_len * stride),
        packed_values(packed + packed_size(shape.d_head, shape.seq_len)) {}

  // Rows of scores are as long as whole panels, so that no product and no softmax of them has a tail.
  static std::size_t row_stride(const AttentionShape& shape) { return packed_size(1, shape.seq_len); }
  static std::size_t size(const AttentionShape& shape) {
    return shape.seq_len * row_stride(shape) + packed_size(shape.d_head, shape.seq_len) +
           packed_size(shape.seq_len, shape.d_head);
  }

  std::size_t stride;
  float* scores;         // (seq_len, stride): scores or the pattern, or the gradients of either
  float* packed;         // of what scores are made with, (d_head, seq_len)
  float* packed_values;  // of what the pattern is multiplied with, (seq_len, d_head)
};

// Packs the transpose of a (seq_len, d_head) slice.
void pack_transposed(float* packed, MatrixView b, const Head& head) {
  pack(packed, {b.data, b.column_stride, b.row_stride}, head.shape.d_head, head.seq_len());
}

// c = a * b^T of two (seq_len, d_head) slices, in whole panels, row i at least as far as it reaches; what it
// has beyond its reach means nothing.
void scores(float* c, std::size_t c_stride, MatrixView a, const float* packed_b, const Head& head) {
  // Where the first token reaches itself alone, no token reaches beyond itself.
  const bool is_triangle = head.reach(0) == 1;
  matmul(c, c_stride, a, packed_b, nullptr, head.seq_len(), head.shape.d_head, c_stride, {},
         is_triangle ? Columns::kToDiagonal : Columns::kAll);
}

// c (seq_len, d_head) = a * b, row i over the inner indices [0, reach(i)): what token i gathers from those it
// attends to. a is (seq_len, seq_len), rows a_stride apart.
void gather(float* c, std::size_t c_stride, const float* a, std::size_t a_stride, MatrixView b,
            const Head& head, float* packed) {
  const std::size_t t = head.seq_len();
  const Terms terms = {head.shape.is_causal ? TermsKind::kToDiagonal : TermsKind::kAll, 0};
  pack(packed, b, t, head.shape.d_head);
  matmul(c, c_stride, {a, a_stride, 1}, packed, nullptr, t, t, head.shape.d_head, terms);
}

// c (seq_len, d_head) = a^T * b, row j over the rows i that reach j: what comes back to token j from those
// that attend to it.
void scatter(float* c, std::size_t c_stride, const float* a, std::size_t a_stride, MatrixView b,
             const Head& head, float* packed) {
  const std::size_t t = head.seq_len();
  const bool is_causal = head.shape.is_causal && !is_mutant<"mask ignored on the way back">();
  const Terms terms = {is_causal ? TermsKind::kFromDiagonal : TermsKind::kAll, 0};
  pack(packed, b, t, head.shape.d_head);
  matmul(c, c_stride, {a, 1, a_stride}, packed, nullptr, t, t, head.shape.d_head, terms);
}

// The pattern that is kept of a head, in rows stride apart, as far as they are kept.
void unpack(float* pattern, std::size_t stride, const float* kept_pattern, const Head& head) {
  for_each_kept_row(kept_pattern, head, [&](std::size_t i, const float* row, std::size_t n_kept) {
    for (std::size_t j = 0; j < n_kept; j += kLanes) store(pattern + i * stride + j, load(row + j));
  });
}

// Dropout of a head's pattern or of its gradient, in place.
void drop(float* pattern, std::size_t stride, const Head& head, Dropout site) {
  if (!site.is_active()) return;
  const std::size_t t = head.seq_len();
  for (std::size_t i = 0; i < t; ++i) {
    float* row = pattern + i * stride;
    dropout(row, row, head.reach(i), site, head.pattern_offset() + i * t);
  }
}

// Adds up the entropies of the rows of a pattern, in nats. With p = e / sum, e = exp(scale * z) and sum = the
// sum of a row's e, it is log(sum) - scale * (the sum of p * z): one logarithm does for many rows.
class EntropySum {
 public:
  void add_row(double sum_of_e) {
    // A row with nothing to attend to has no entropy. Any other has a sum from 1 to the number of tokens.
    product_ *= sum_of_e == 0.0 ? 1.0 : sum_of_e;
    if (product_ > 1e200) take_logarithm();
  }
  void add_terms(f32x4 p_z) { sum_of_p_z_ = sum_of_p_z_ + to_double(p_z); }
  double result(float scale) {
    take_logarithm();
    return sum_of_logarithms_ - static_cast<double>(scale) * sum(sum_of_p_z_);
  }

 private:
  void take_logarithm() {
    sum_of_logarithms_ += math::log(product_);
    product_ = 1.0;
  }

  double product_ = 1.0;
  double sum_of_logarithms_ = 0.0;
  f64x4 sum_of_p_z_ = splat4(0.0);
};

// Softmax of kRows rows of scores from row i, in place as far as they are kept, and to where they are kept,
// one after the other. Beyond what a row reaches, scores become -infinity, of which exact zeros come that
// change no sum. The rows go side by side: one by itself has too little work to keep a processor busy while
// it waits for its sums.
template <std::size_t kRows>
void softmax(float* kept, EntropySum& entropy, float* scores, std::size_t stride, const Head& head,
             std::size_t i, float scale) {
  constexpr float kLowest = -std::numeric_limits<float>::infinity();
  constexpr float kLowestFinite = std::numeric_limits<float>::lowest();
  const std::size_t n_kept = kept_row_size(head.shape, i);
  f32x4 max[kRows];
  for (std::size_t row = 0; row < kRows; ++row) {
    end_row(scores + row * stride, head.reach(i + row), n_kept, kLowest);
    max[row] = splat(kLowest);
  }
  for (std::size_t j = 0; j < n_kept; j += kLanes) {
    for (std::size_t row = 0; row < kRows; ++row)
      max[row] = simd::max(max[row], load(scores + row * stride + j));
  }
  f64x4 total[kRows];
  for (std::size_t row = 0; row < kRows; ++row) {
    max[row] = splat(softmax_offset(max[row]));
    total[row] = splat4(0.0);
  }
  for (std::size_t j = 0; j < n_kept; j += kLanes) {
    for (std::size_t row = 0; row < kRows; ++row) {
      const f32x4 e = exp_of_nonpositive((load(scores + row * stride + j) - max[row]) * splat(scale));
      store(kept + row * n_kept + j, e);
      total[row] = total[row] + to_double(e);
    }
  }
  f32x4 factor[kRows];
  for (std::size_t row = 0; row < kRows; ++row) {
    const double sum_of_e = sum(total[row]);
    factor[row] = splat(softmax_factor(sum_of_e));
    entropy.add_row(sum_of_e);
  }
  for (std::size_t j = 0; j < n_kept; j += kLanes) {
    f32x4 p_z = zero();
    for (std::size_t row = 0; row < kRows; ++row) {
      const f32x4 p = load(kept + row * n_kept + j) * factor[row];
      // A masked score is -infinity, which times 0 were NaN.
      const f32x4 z = simd::max(load(scores + row * stride + j) - max[row], splat(kLowestFinite));
      p_z = p_z + p * z;
      store(kept + row * n_kept + j, p);
      store(scores + row * stride + j, p);
    }
    entropy.add_terms(p_z);
  }
}

// dscores = scale * pattern * (dpattern - sum(pattern * dpattern)), in place of dpattern, of kRows rows from
// row i as far as they reach, and 0 beyond it, as far as they are kept. The rows go side by side as in the
// softmax.
template <std::size_t kRows>
void softmax_backward(float* dscores, std::size_t stride, const float* kept, const Head& head, std::size_t i,
                      float scale) {
  const std::size_t n_kept = kept_row_size(head.shape, i);
  f64x4 dot[kRows];
  for (std::size_t row = 0; row < kRows; ++row) {
    end_row(dscores + row * stride, head.reach(i + row), n_kept, 0.0F);
    dot[row] = splat4(0.0);
  }
  for (std::size_t j = 0; j < n_kept; j += kLanes) {
    for (std::size_t row = 0; row < kRows; ++row) {
      const f64x4 p = to_double(load(kept + row * n_kept + j));
      dot[row] = dot[row] + p * to_double(load(dscores + row * stride + j));
    }
  }
  if (is_mutant<"score scale lost on the way back">()) scale = 1.0F;
  f32x4 mean[kRows];
  for (std::size_t row = 0; row < kRows; ++row) {
    mean[row] =
        splat(static_cast<float>(is_mutant<"softmax backward without its sum">() ? 0.0 : sum(dot[row])));
  }
  for (std::size_t j = 0; j < n_kept; j += kLanes) {
    for (std::size_t row = 0; row < kRows; ++row) {
      float* d = dscores + row * stride + j;
      store(d, load(kept + row * n_kept + j) * (load(d) - mean[row]) * splat(scale));
    }
  }
}

float score_scale(const AttentionShape& shape) {
  if (is_mutant<"scores divided by the root of d_model">())
    return static_cast<float>(1.0 / std::sqrt(static_cast<double>(shape.d_model())));
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(shape.d_head)));
}

}  // namespace

std::uint64_t kept_pattern_size(const AttentionShape& shape) {
  return std::uint64_t{kept_size(shape)} * shape.batch * shape.n_head;
}

void unpack_attn_pattern(float* attn_pattern, const float* kept_pattern, const AttentionShape& shape,
                         std::size_t head_index) {
  const Head head = {shape, head_index / shape.n_head, head_index % shape.n_head};
  const auto write_row = [&](std::size_t i, const float* row, std::size_t) {
    float* masked = std::copy_n(row, head.reach(i), attn_pattern);
    attn_pattern += shape.seq_len;
    std::fill(masked, attn_pattern, 0.0F);
  };
  for_each_kept_row(kept_pattern + head_index * kept_size(shape), head, write_row);
}

std::size_t attention_scratch_size(const AttentionShape& shape) {
  return Scratch::size(shape);
}

void attention(float* out, float* kept_pattern, double* attn_entropy, const float* qkv,
               const AttentionShape& shape, Dropout site, float* scratch) {
  const Scratch parts(scratch, shape);
  const float scale = score_scale(shape);
  if (attn_entropy != nullptr) std::fill_n(attn_entropy, shape.n_head, 0.0);
  for_each_head(shape, [&](const Head& head) {
    const MatrixView q = {qkv + head.qkv_offset(0), head.qkv_stride(), 1};
    const MatrixView k = {qkv + head.qkv_offset(1), head.qkv_stride(), 1};
    const MatrixView v = {qkv + head.qkv_offset(2), head.qkv_stride(), 1};
    pack_transposed(parts.packed, k, head);
    scores(parts.scores, parts.stride, q, parts.packed, head);
    EntropySum entropy;
    for_each_row_block(shape.seq_len, [&](std::size_t i, auto n_rows) {
      softmax<n_rows>(kept_pattern, entropy, parts.scores + i * parts.stride, parts.stride, head, i, scale);
      kept_pattern += n_rows * kept_row_size(head.shape, i);
    });
    if (attn_entropy != nullptr)
      attn_entropy[head.h] += entropy.result(scale) / static_cast<double>(shape.batch * shape.seq_len);
    drop(parts.scores, parts.stride, head, site);
    gather(out + head.out_offset(), shape.d_model(), parts.scores, parts.stride, v, head,
           parts.packed_values);
  });
}

void attention_backward(float* dqkv, const float* dout, const float* qkv, const float* kept_pattern,
                        const AttentionShape& shape, Dropout site, float* scratch) {
  const Scratch parts(scratch, shape);
  const Dropout site_again = {site.p, site.key + (is_mutant<"attention dropout masked anew">() ? 1 : 0)};
  for_each_head(shape, [&](const Head& head) {
    const MatrixView q = {qkv + head.qkv_offset(0), head.qkv_stride(), 1};
    const MatrixView k = {qkv + head.qkv_offset(1), head.qkv_stride(), 1};
    const MatrixView v = {qkv + head.qkv_offset(2), head.qkv_stride(), 1};
    const MatrixView dhead = {dout + head.out_offset(), shape.d_model(), 1};

    // In the forward pass this was: out = dropped(pattern) * v.
    unpack(parts.scores, parts.stride, kept_pattern, head);
    drop(parts.scores, parts.stride, head, site);
    scatter(dqkv + head.qkv_offset(2), head.qkv_stride(), parts.scores, parts.stride, dhead, head,
            parts.packed_values);
    pack_transposed(parts.packed, v, head);

    // pattern = softmax(scale * q * k^T)
    scores(parts.scores, parts.stride, dhead, parts.packed, head);
    drop(parts.scores, parts.stride, head, site_again);
    for_each_row_block(shape.seq_len, [&](std::size_t i, auto n_rows) {
      softmax_backward<n_rows>(parts.scores + i * parts.stride, parts.stride, kept_pattern, head, i,
                               score_scale(shape));
      kept_pattern += n_rows * kept_row_size(head.shape, i);
    });
    gather(dqkv + head.qkv_offset(0), head.qkv_stride(), parts.scores, parts.stride, k, head,
           parts.packed_values);
    scatter(dqkv + head.qkv_offset(1), head.qkv_stride(), parts.scores, parts.stride, q, head,
            parts.packed_values);
  });
}

}  // namespace addnorm
