// The works of rates.h as plain exports of a WebAssembly module: make one, run it as often as wanted, release
// it. web/bench/rates-module.ts is the other side, cpp/cmake/wasm.cmake has the list of names. A pointer is
// null if memory ran out or there is no such work.
#include "rates.h"

extern "C" {

using addnorm::rates::Work;

Work* make_multiply_and_add(int n_chains, int n_rounds) {
  return addnorm::rates::multiply_and_add(n_chains, n_rounds).release();
}

Work* make_linear(std::size_t n_rows, std::size_t d_in, std::size_t d_out) {
  return addnorm::rates::linear(n_rows, d_in, d_out).release();
}

Work* make_linear_backward(std::size_t n_rows, std::size_t d_in, std::size_t d_out) {
  return addnorm::rates::linear_backward(n_rows, d_in, d_out).release();
}

Work* make_attention(std::size_t batch, std::size_t seq_len, std::size_t n_head, std::size_t d_head) {
  return addnorm::rates::attention(batch, seq_len, n_head, d_head).release();
}

Work* make_layer_norm(std::size_t n_rows, std::size_t d_model) {
  return addnorm::rates::layer_norm(n_rows, d_model).release();
}

Work* make_copy(std::size_t n_rows, std::size_t d_model) {
  return addnorm::rates::copy(n_rows, d_model).release();
}

Work* make_adam(std::size_t n) {
  return addnorm::rates::adam(n).release();
}

Work* make_trainer_step(std::uint32_t n_layer, std::uint32_t d_model, std::uint32_t n_ctx,
                        std::uint32_t batch) {
  return addnorm::rates::trainer_step({n_layer, d_model, n_ctx, batch}).release();
}

Work* make_bare_step(std::uint32_t n_layer, std::uint32_t d_model, std::uint32_t n_ctx, std::uint32_t batch) {
  return addnorm::rates::bare_step({n_layer, d_model, n_ctx, batch}).release();
}

// Runs the work so many times, and returns what the last run did.
double run_work(Work* work, int times) {
  double result = 0.0;
  for (int i = 0; i < times; ++i) result = work->run();
  return result;
}

void release_work(Work* work) {
  delete work;
}
}
