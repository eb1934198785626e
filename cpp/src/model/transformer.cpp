// The passes of a model, forward and backward; the contract is in addnorm/model.h.
#include "addnorm/model.h"
#include "kernels/dropout.h"
#include "kernels/embedding.h"
#include "kernels/matmul.h"
#include "kernels/optimizer.h"
#include "kernels/softmax_cross_entropy.h"
#include "math/mutant.h"
#include "model/residual_block.h"
#include "model/trace.h"

namespace addnorm {

namespace {

constexpr std::size_t kEmbeddingSite = 0;

float embedding_scale(const Model& model) {
  return static_cast<float>(model.config().embedding_scale);
}

}  // namespace

const float* forward(const Model& model, Trace& trace, const std::int32_t* tokens, Mode mode, double seed,
                     double step) {
  const ModelConfig& config = model.config();
  const ParameterTable& table = model.table();
  const std::size_t d = config.d_model;
  const bool has_dropout = mode == Mode::kTraining || is_mutant<"dropout in evaluation">();
  trace.set_dropout(has_dropout ? static_cast<float>(config.dropout) : 0.0F, seed, step);

  float* stream = trace.sub_layers.front().x;
  embedding(stream, model.parameters() + table.tok_embedding, model.positions(), tokens, trace.batch,
            trace.seq_len, d, embedding_scale(model));
  const Dropout site = trace.dropout_site(kEmbeddingSite);
  if (site.is_active()) dropout(stream, stream, trace.n_rows() * d, site);

  for (std::size_t i = 0; i < trace.sub_layers.size(); ++i) {
    float* out = i + 1 < trace.sub_layers.size() ? trace.sub_layers[i + 1].x : trace.stream;
    sub_layer_forward(out, model, trace, i, mode);
  }
  const float* final = norm_forward(trace.remade, trace.final_stats, trace.stream, model, table.final_norm,
                                    trace.n_rows(), mode);
  if (is_mutant<"final norm missing">()) final = trace.stream;
  linear(trace.logits, final, model.parameters() + table.unembedding_weight,
         model.parameters() + table.unembedding_bias, trace.n_rows(), d, config.vocab_size, trace.scratch);
  return trace.logits;
}

Loss loss(const Model& model, Trace& trace, const std::int32_t* targets) {
  const CrossEntropy result =
      softmax_cross_entropy(trace.dlogits, trace.logits, targets, trace.n_rows(), model.config().vocab_size);
  return {result.loss, result.n_targets, result.n_correct};
}

void backward(const Model& model, Trace& trace, const std::int32_t* tokens, float* gradients) {
  const ModelConfig& config = model.config();
  const ParameterTable& table = model.table();
  const std::size_t d = config.d_model;
  const float* final =
      norm_again(trace.remade, trace.final_stats, trace.stream, model, table.final_norm, trace.n_rows());
  linear_backward(trace.dstream, gradients + table.unembedding_weight, gradients + table.unembedding_bias,
                  trace.dlogits, final, model.parameters() + table.unembedding_weight, trace.n_rows(), d,
                  config.vocab_size, trace.scratch);
  if (is_mutant<"tied embeddings lose a gradient">() && config.tie_embeddings)
    scale(gradients + table.tok_embedding, config.vocab_size * d, 0.0);
  if (table.final_norm.exists()) {
    norm_backward(trace.dstream, gradients, trace.dstream, trace.stream, trace.final_stats, model,
                  table.final_norm, trace.n_rows());
  }
  for (std::size_t i = trace.sub_layers.size(); i-- > 0;) {
    sub_layer_backward(model, trace, i, gradients);
    trace.sub_layers[i].dx_sq = sum_of_squares(trace.dstream, trace.n_rows() * d);
  }
  const Dropout site = trace.dropout_site(kEmbeddingSite);
  if (site.is_active() && !is_mutant<"embedding dropout lost on the way back">())
    dropout(trace.dstream, trace.dstream, trace.n_rows() * d, site);
  float* dpositions = table.pos_embedding >= 0 ? gradients + table.pos_embedding : nullptr;
  embedding_backward(gradients + table.tok_embedding, dpositions, trace.dstream, tokens, trace.batch,
                     trace.seq_len, d, embedding_scale(model));
}

}  // namespace addnorm
