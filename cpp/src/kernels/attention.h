// Scaled dot-product attention with several heads (Vaswani et al. 2017, eq. 1), forward and backward.
//
// A masked position is skipped: no term of it enters any sum, so a NaN at a later token cannot reach an
// earlier one. A row with nothing to attend to gives 0 and zero gradients. The readable version in double is
// src/reference/attention.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/dropout.h"

namespace addnorm {

struct AttentionShape {
  std::size_t batch;
  std::size_t seq_len;
  std::size_t n_head;
  std::size_t d_head;  // d_model = n_head * d_head; attn_scores are divided by sqrt(d_head)
  bool is_causal;      // token i attends to tokens j <= i

  [[nodiscard]] std::size_t d_model() const { return n_head * d_head; }
};

// Floats of a kept pattern: what attention() writes for attention_backward(), the softmax of the scores
// before dropout, of a causal one without most of the masked half.
std::uint64_t kept_pattern_size(const AttentionShape& shape);

// The pattern of one head of one sequence, (seq_len, seq_len), is written: what is kept, and 0 where masked.
// head_index is b * n_head + h, of sequence b.
void unpack_attn_pattern(float* attn_pattern, const float* kept_pattern, const AttentionShape& shape,
                         std::size_t head_index);

// Floats of scratch that attention() and attention_backward() need.
std::size_t attention_scratch_size(const AttentionShape& shape);

// No two arrays overlap.
// out is (batch, seq_len, d_model): the heads side by side, before the output projection
// kept_pattern holds kept_pattern_size() floats
// attn_entropy is (n_head), or null: the mean over a head's rows of the entropy of the pattern in nats, 0
// where a token attends to one token or none, ln n where it attends to n alike; off by at most 1e-6 + 2e-6 of
// it
// qkv is (batch, seq_len, 3 * d_model): queries, keys and values side by side
// site drops attention weights between softmax and values; its element index is that of a pattern laid out as
// (batch, n_head, seq_len, seq_len)
// scratch holds attention_scratch_size() floats
void attention(float* out, float* kept_pattern, double* attn_entropy, const float* qkv,
               const AttentionShape& shape, Dropout site, float* scratch);

// dqkv is written, laid out as qkv, and overlaps nothing; the other arguments are those of the forward pass
// and dout the gradient of out.
void attention_backward(float* dqkv, const float* dout, const float* qkv, const float* kept_pattern,
                        const AttentionShape& shape, Dropout site, float* scratch);

}  // namespace addnorm
