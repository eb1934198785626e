// Pieces of a training step that can be run over and over. They hold no clock: whoever has one times them
// (web/bench in Node and in browsers), and so the same code is measured everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace addnorm::rates {

// A piece of work with its own arrays, allocated when it is made.
class Work {
 public:
  virtual ~Work() = default;

  // Does it once, and returns one of its results, so that none of it can be left out.
  virtual double run() = 0;
};

using WorkPointer = std::unique_ptr<Work>;

// n_rounds of n_chains chains x = x * half + half in registers, with nothing read from memory: what the
// machine and the compiler allow at best. 2 * 4 * n_chains * n_rounds floating-point operations. n_chains is
// 8, 10, 12, 13 or 14, else null.
WorkPointer multiply_and_add(int n_chains, int n_rounds);

// The products of a layer with bias, x (n_rows, d_in) and weight (d_out, d_in). Backward are both products,
// dx and dweight.
WorkPointer linear(std::size_t n_rows, std::size_t d_in, std::size_t d_out);
WorkPointer linear_backward(std::size_t n_rows, std::size_t d_in, std::size_t d_out);

// Causal attention, forward and backward.
WorkPointer attention(std::size_t batch, std::size_t seq_len, std::size_t n_head, std::size_t d_head);

// Layer norm, forward and backward, and a copy of as many bytes as it reads and writes: x to y, then dy and x
// to dx.
WorkPointer layer_norm(std::size_t n_rows, std::size_t d_model);
WorkPointer copy(std::size_t n_rows, std::size_t d_model);

// One update of n parameters by Adam.
WorkPointer adam(std::size_t n);

// The model of a training step: pre-LN, 4 heads, d_ff = 4 d_model, the rest as by default.
struct StepSize {
  std::uint32_t n_layer;
  std::uint32_t d_model;
  std::uint32_t n_ctx;
  std::uint32_t batch;
};

// A step of the trainer, and one of the same batch, forward and backward pass and update with nothing
// measured beside the loss. Both train: each run is the next step, and returns its loss. Null if memory ran
// out.
WorkPointer trainer_step(const StepSize& size);
WorkPointer bare_step(const StepSize& size);

}  // namespace addnorm::rates
