// Token and position embedding: the input of the first block.
// The readable version in double is src/reference/embedding.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace addnorm {

// out[b, t] = scale * (tok_embedding[tokens[b, t]] + pos_embedding[t])
//
// out is (batch, seq_len, d_model)
// tok_embedding is (vocab_size, d_model); pos_embedding is (at least seq_len, d_model), or null for none
// tokens are (batch, seq_len), each in [0, vocab_size)
void embedding(float* out, const float* tok_embedding, const float* pos_embedding, const std::int32_t* tokens,
               std::size_t batch, std::size_t seq_len, std::size_t d_model, float scale);

// Adds scale * dout to the rows that were looked up, tokens in order. dpos_embedding may be null for none.
void embedding_backward(float* dtok_embedding, float* dpos_embedding, const float* dout,
                        const std::int32_t* tokens, std::size_t batch, std::size_t seq_len,
                        std::size_t d_model, float scale);

// Sinusoidal positions (Vaswani et al. 2017, section 3.5): out[t, 2i] = sin(t / 10000^(2i / d_model)), out[t,
// 2i+1] = cos(same), each divided by scale, so that scale * (tok + pos) adds them as they stand in the paper.
// out is (n_ctx, d_model).
void sinusoidal_positions(float* out, std::size_t n_ctx, std::size_t d_model, float scale);

}  // namespace addnorm
