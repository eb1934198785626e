// Scaled dot-product attention with several heads (Vaswani et al. 2017, eq. 1), one head, one query and one
// key at a time. A masked position takes part in no sum. The fast version is src/kernels/attention.cpp.
#pragma once

#include <cmath>

#include "reference/softmax_cross_entropy.h"
#include "reference/vector.h"

namespace addnorm::reference {

struct AttentionShape {
  std::size_t batch;
  std::size_t seq_len;
  std::size_t n_head;
  std::size_t d_head;
  bool is_causal;  // token i attends to tokens j <= i

  [[nodiscard]] std::size_t d_model() const { return n_head * d_head; }
  // How many tokens token i attends to: 0 ... n_attended(i) - 1.
  [[nodiscard]] std::size_t n_attended(std::size_t i) const { return is_causal ? i + 1 : seq_len; }
  // Where the query, the key (part 1) or the value (part 2) of a token and head starts in qkv.
  [[nodiscard]] std::size_t at(std::size_t b, std::size_t t, std::size_t part, std::size_t h) const {
    return ((b * seq_len + t) * 3 + part) * d_model() + h * d_head;
  }
  // Where the pattern row of query i starts.
  [[nodiscard]] std::size_t pattern_at(std::size_t b, std::size_t h, std::size_t i) const {
    return ((b * n_head + h) * seq_len + i) * seq_len;
  }
  // Where a token's output of one head starts.
  [[nodiscard]] std::size_t out_at(std::size_t b, std::size_t t, std::size_t h) const {
    return (b * seq_len + t) * d_model() + h * d_head;
  }
};

struct Attention {
  Vector out;           // (batch, seq_len, d_model), the heads side by side
  Vector attn_pattern;  // (batch, n_head, seq_len, seq_len), softmax of the scores; 0 where masked
};

// qkv is (batch, seq_len, 3 * d_model): queries, keys and values side by side.
// mask holds the factors of dropout on the pattern, laid out as it, or is empty for none.
inline Attention attention(const Vector& qkv, const AttentionShape& shape, const Vector& mask = {}) {
  const double root = std::sqrt(static_cast<double>(shape.d_head));
  Attention result{Vector(shape.batch * shape.seq_len * shape.d_model()),
                   Vector(shape.batch * shape.n_head * shape.seq_len * shape.seq_len)};
  for (std::size_t b = 0; b < shape.batch; ++b) {
    for (std::size_t h = 0; h < shape.n_head; ++h) {
      for (std::size_t i = 0; i < shape.seq_len; ++i) {
        const double* q = qkv.data() + shape.at(b, i, 0, h);
        double* out = result.out.data() + shape.out_at(b, i, h);

        // score = q . k / sqrt(d_head) with every key that is attended to.
        Vector scores(shape.n_attended(i));
        for (std::size_t j = 0; j < scores.size(); ++j) {
          const double* k = qkv.data() + shape.at(b, j, 1, h);
          for (std::size_t c = 0; c < shape.d_head; ++c) scores[j] += q[c] * k[c];
          scores[j] /= root;
        }

        // The pattern is their softmax, and the output the values' mean weighted by it.
        const Vector pattern = softmax(scores, 1, scores.size());
        for (std::size_t j = 0; j < pattern.size(); ++j) {
          const std::size_t ij = shape.pattern_at(b, h, i) + j;
          const double* v = qkv.data() + shape.at(b, j, 2, h);
          result.attn_pattern[ij] = pattern[j];
          for (std::size_t c = 0; c < shape.d_head; ++c) out[c] += pattern[j] * gain_at(mask, ij) * v[c];
        }
      }
    }
  }
  return result;
}

// dqkv, laid out as qkv. In the forward pass, for one query i and all keys j:
// scores = q k / sqrt(d_head), pattern = softmax(scores), out = sum_j pattern_j * mask_j * v_j.
inline Vector attention_backward(const Vector& dout, const Vector& qkv, const Vector& attn_pattern,
                                 const AttentionShape& shape, const Vector& mask = {}) {
  const double root = std::sqrt(static_cast<double>(shape.d_head));
  Vector dqkv(qkv.size());
  for (std::size_t b = 0; b < shape.batch; ++b) {
    for (std::size_t h = 0; h < shape.n_head; ++h) {
      for (std::size_t i = 0; i < shape.seq_len; ++i) {
        const std::size_t pattern_row = shape.pattern_at(b, h, i);
        const double* pattern = attn_pattern.data() + pattern_row;
        const double* dout_i = dout.data() + shape.out_at(b, i, h);

        // Through the weighted mean: dv_j += pattern_j * mask_j * dout and dpattern_j = mask_j * (dout .
        // v_j).
        Vector dpattern(shape.n_attended(i));
        double weighted = 0.0;  // sum_j pattern_j * dpattern_j
        for (std::size_t j = 0; j < dpattern.size(); ++j) {
          const double factor = gain_at(mask, pattern_row + j);
          const double* v = qkv.data() + shape.at(b, j, 2, h);
          double* dv = dqkv.data() + shape.at(b, j, 2, h);
          for (std::size_t c = 0; c < shape.d_head; ++c) {
            dv[c] += pattern[j] * factor * dout_i[c];
            dpattern[j] += factor * dout_i[c] * v[c];
          }
          weighted += pattern[j] * dpattern[j];
        }

        // Through the softmax and the scaled dot product.
        const double* q = qkv.data() + shape.at(b, i, 0, h);
        double* dq = dqkv.data() + shape.at(b, i, 0, h);
        for (std::size_t j = 0; j < dpattern.size(); ++j) {
          const double dscore = pattern[j] * (dpattern[j] - weighted) / root;
          const double* k = qkv.data() + shape.at(b, j, 1, h);
          double* dk = dqkv.data() + shape.at(b, j, 1, h);
          for (std::size_t c = 0; c < shape.d_head; ++c) {
            dq[c] += dscore * k[c];
            dk[c] += dscore * q[c];
          }
        }
      }
    }
  }
  return dqkv;
}

}  // namespace addnorm::reference
