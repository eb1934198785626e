// The residual block; the contract is in residual_block.h.
#include "model/residual_block.h"

#include "kernels/activation.h"
#include "kernels/dropout.h"
#include "kernels/matmul.h"
#include "kernels/residual.h"
#include "math/mutant.h"

namespace addnorm {

namespace {

// Dropout sites of a pass: 0 is the embedding; a block has its attention pattern, its attention branch and
// its feed-forward branch.
std::size_t pattern_site(std::size_t index) {
  return 1 + 3 * (index / 2);
}
std::size_t branch_site(std::size_t index) {
  if (is_mutant<"the branches of a block drop alike">()) return 2 + 3 * (index / 2);
  return 2 + 3 * (index / 2) + index % 2;
}

struct SubLayer {
  SubLayer(const Model& model_, const Trace& trace, std::size_t index)
      : model(model_),
        config(model.config()),
        parameters(model.parameters()),
        table(model.table().sub_layers[index]),
        values(trace.sub_layers[index]),
        n_rows(trace.n_rows()),
        is_attention(index % 2 == 0),
        residual_gain(static_cast<float>(config.arrangement.residual_gain)),
        branch_gain(table.branch_gain >= 0 ? parameters[table.branch_gain]
                                           : static_cast<float>(config.arrangement.branch_gain)) {}

  [[nodiscard]] std::size_t size() const { return n_rows * config.d_model; }

  const Model& model;
  const ModelConfig& config;
  const float* parameters;
  const SubLayerParameters& table;
  const SubLayerTrace& values;
  std::size_t n_rows;
  bool is_attention;
  float residual_gain;  // a
  float branch_gain;    // b
};

// F: input -> first -> middle -> branch.
void run_branch(const SubLayer& s, Trace& trace, std::size_t index, const float* input) {
  const std::size_t d = s.config.d_model;
  const std::size_t d_first = s.is_attention ? 3 * d : s.config.d_ff;
  const std::size_t d_middle = s.is_attention ? d : s.config.d_ff;
  linear(s.values.first, input, s.parameters + s.table.w_first, s.parameters + s.table.b_first, s.n_rows, d,
         d_first, trace.scratch);
  if (s.is_attention) {
    attention(s.values.middle, s.values.kept_pattern, s.values.attn_entropy, s.values.first,
              trace.attention_shape(s.config), trace.dropout_site(pattern_site(index)), trace.scratch);
  } else {
    activation(s.values.middle, s.values.first, s.n_rows * d_middle, s.config.activation);
  }
  linear(s.values.branch, s.values.middle, s.parameters + s.table.w_second, s.parameters + s.table.b_second,
         s.n_rows, d_middle, d, trace.scratch);
}

// trace.dbranch holds the gradient of F's output and becomes that of its input.
void run_branch_backward(const SubLayer& s, Trace& trace, std::size_t index, float* gradients) {
  const std::size_t d = s.config.d_model;
  const std::size_t d_first = s.is_attention ? 3 * d : s.config.d_ff;
  const std::size_t d_middle = s.is_attention ? d : s.config.d_ff;
  float* dfirst = s.is_attention ? trace.dfirst : trace.dmiddle;
  linear_backward(trace.dmiddle, gradients + s.table.w_second, gradients + s.table.b_second, trace.dbranch,
                  s.values.middle, s.parameters + s.table.w_second, s.n_rows, d_middle, d, trace.scratch);
  if (s.is_attention) {
    attention_backward(dfirst, trace.dmiddle, s.values.first, s.values.kept_pattern,
                       trace.attention_shape(s.config), trace.dropout_site(pattern_site(index)),
                       trace.scratch);
  } else {
    activation_backward(dfirst, trace.dmiddle, s.values.first, s.n_rows * d_middle, s.config.activation);
  }
  const float* input =
      norm_again(trace.remade, s.values.input_stats, s.values.x, s.model, s.table.input, s.n_rows);
  if (is_mutant<"the input of a branch not made again">()) input = s.values.x;
  linear_backward(trace.dbranch, gradients + s.table.w_first, gradients + s.table.b_first, dfirst, input,
                  s.parameters + s.table.w_first, s.n_rows, d, d_first, trace.scratch);
}

// a * x + b * output
void add_branch(float* sum, const SubLayer& s, const float* x) {
  residual_add(sum, x, s.values.output, s.residual_gain, s.branch_gain, s.size());
}

}  // namespace

const float* sub_layer_sum(const Model& model, const Trace& trace, std::size_t index) {
  const SubLayer s(model, trace, index);
  add_branch(trace.remade, s, s.values.x);
  return trace.remade;
}

void sub_layer_forward(float* out, const Model& model, Trace& trace, std::size_t index, Mode mode) {
  const SubLayer s(model, trace, index);
  const SubLayerTrace& v = s.values;
  const float* input = norm_forward(trace.remade, v.input_stats, v.x, model, s.table.input, s.n_rows, mode);
  run_branch(s, trace, index, input);
  norm_forward(v.output, v.output_stats, v.branch, model, s.table.output, s.n_rows, mode);
  const Dropout site = trace.dropout_site(branch_site(index));
  if (site.is_active()) dropout(v.output, v.output, s.size(), site);

  float* sum = s.table.after.exists() ? trace.remade : out;
  add_branch(sum, s, is_mutant<"residual taken after the norm">() ? input : v.x);
  norm_forward(out, v.after_stats, sum, model, s.table.after, s.n_rows, mode);
}

void sub_layer_backward(const Model& model, Trace& trace, std::size_t index, float* gradients) {
  const SubLayer s(model, trace, index);
  const SubLayerTrace& v = s.values;
  float* dstream = trace.dstream;
  float* dbranch = trace.dbranch;
  if (s.table.after.exists()) {
    norm_backward(dstream, gradients, dstream, sub_layer_sum(model, trace, index), v.after_stats, model,
                  s.table.after, s.n_rows);
  }
  const bool is_gain_learned = s.table.branch_gain >= 0;
  const double dgain = residual_add_backward(dstream, dbranch, dstream, is_gain_learned ? v.output : nullptr,
                                             s.residual_gain, s.branch_gain, s.size());
  if (is_gain_learned && !is_mutant<"learned gain without a gradient">())
    gradients[s.table.branch_gain] += static_cast<float>(dgain);

  const Dropout site =
      trace.dropout_site(branch_site(is_mutant<"branch dropout masked anew">() ? index + 1 : index));
  if (site.is_active()) dropout(dbranch, dbranch, s.size(), site);
  if (s.table.output.exists())
    norm_backward(dbranch, gradients, dbranch, v.branch, v.output_stats, model, s.table.output, s.n_rows);
  run_branch_backward(s, trace, index, gradients);
  if (s.table.input.exists())
    norm_backward(dbranch, gradients, dbranch, v.x, v.input_stats, model, s.table.input, s.n_rows);
  residual_add(dstream, dstream, dbranch, 1.0F, 1.0F, s.size());
}

}  // namespace addnorm
