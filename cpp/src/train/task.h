// The tasks: batches of tokens and targets as a pure function of seed and step.
//
// Token 0 is a blank, 1 a separator, symbols are 2 ... vocab_size - 1. A target below 0 is not predicted.
//
// copy, reverse, sort: n_ctx / 2 random symbols x, the separator, then the answer f(x), each position
// predicting the next token; only the answer is predicted. A model that is not causal would read the answer
// in its own input, so it is given n_ctx symbols x and predicts f(x) position by position. parity: random
// bits (symbols 2 and 3); position i predicts the parity of the bits 0 ... i. modularAddition: groups a b c
// with c = (a + b) mod modulus, number v being symbol 2 + v; b predicts c. A model that is not causal sees a
// blank in place of c and predicts c there. induction: a prefix of different symbols, between a quarter and
// half of the sequence long (and of n_symbols at most), and then the prefix again and again. From its first
// repeated token on each position predicts the next token: where the repeat begins has to be seen, and what
// follows is what stood after the same token before (Olsson et al. 2022). A model that is not causal sees a
// blank in place of every second repeated token and predicts that. text: a window of the text at a random
// place, each position predicting the next character; windows of held-out batches lie in its last tenth (or,
// of a short text, its last n_ctx + 1 characters), all others before it. A model that is not causal sees a
// blank in place of one character, and of one in eight of the others, and predicts those.
#pragma once

#include <cstddef>
#include <cstdint>

#include "addnorm/config.h"

namespace addnorm {

// Writes the batch of a step. Held-out batches come from a stream of their own, which training never sees.
// tokens, targets are (batch, n_ctx)
void make_batch(std::int32_t* tokens, std::int32_t* targets, const TaskConfig& task, const ModelConfig& model,
                std::size_t batch, double seed, double step, bool is_held_out);

}  // namespace addnorm
