// A whole Transformer in double: forward, loss and all gradients, put together from the operations beside
// this file, for any arrangement of norm and residual. Parameters go in and gradients come out by their
// PyTorch names. No dropout. The fast version is src/model.
#pragma once

#include <cassert>
#include <map>
#include <string>
#include <utility>

#include "addnorm/config.h"
#include "reference/activation.h"
#include "reference/attention.h"
#include "reference/batch_norm.h"
#include "reference/embedding.h"
#include "reference/layer_norm.h"
#include "reference/matmul.h"
#include "reference/residual.h"
#include "reference/rms_norm.h"
#include "reference/softmax_cross_entropy.h"
#include "reference/vector.h"

namespace addnorm::reference {

using Tensors = std::map<std::string, Vector>;
using Tokens = std::vector<std::int32_t>;

class Transformer {
 public:
  static constexpr double kMomentum = 0.1;  // of the running statistics of batch norm

  // running_stats has "<norm>.running_mean" and "<norm>.running_var" of each batch norm; a missing one is 0
  // or 1.
  Transformer(const ModelConfig& config, Tensors parameters, Tensors running_stats = {})
      : config_(config), parameters_(std::move(parameters)), running_stats_(std::move(running_stats)) {}

  // Logits, (batch, seq_len, vocab_size). Training and evaluation differ only for batch norm.
  Vector forward(const Tokens& tokens, std::size_t batch, std::size_t seq_len, bool is_training) {
    tokens_ = tokens;
    n_rows_ = batch * seq_len;
    is_training_ = is_training;
    shape_ = {batch, seq_len, config_.n_head, config_.d_model / config_.n_head, config_.is_causal};
    sub_layers_.clear();

    Vector x = embedding(at("tok_embedding.weight"), positions(), tokens, seq_len, config_.d_model,
                         config_.embedding_scale);
    for (std::size_t l = 0; l < config_.n_layer; ++l) {
      x = sub_layer(x, l, SubLayerKind::kAttention);
      x = sub_layer(x, l, SubLayerKind::kFeedForward);
    }
    if (config_.arrangement.final_norm) x = norm("norm", x, final_norm_);
    last_x_ = x;
    logits_ = linear(x, at(unembedding_weight()), at_or_empty("unembedding.bias"), n_rows_, config_.d_model,
                     config_.vocab_size);
    return logits_;
  }

  // Mean cross-entropy of the last forward pass over targets >= 0.
  CrossEntropy loss(const Tokens& targets) const {
    return softmax_cross_entropy(logits_, targets, n_rows_, config_.vocab_size);
  }

  // Gradients of every parameter, given that of the logits. After a forward pass in training.
  Tensors backward(const Vector& dlogits) {
    assert(is_training_ || config_.norm != Norm::kBatch);
    gradients_.clear();
    for (const auto& [name, parameter] : parameters_) gradients_[name].assign(parameter.size(), 0.0);

    Vector dx = linear_back(unembedding_weight(), "unembedding.bias", dlogits, last_x_, config_.d_model,
                            config_.vocab_size);
    if (config_.arrangement.final_norm) dx = norm_back(dx, final_norm_);
    for (std::size_t i = sub_layers_.size(); i > 0; --i) dx = sub_layer_back(dx, sub_layers_[i - 1]);

    const EmbeddingGradients embedding =
        embedding_backward(dx, tokens_, config_.vocab_size, config_.n_ctx, shape_.seq_len, config_.d_model,
                           config_.embedding_scale);
    add("tok_embedding.weight", embedding.dtok_embedding);
    if (config_.positional == Positional::kLearned) add("pos_embedding.weight", embedding.dpos_embedding);
    return gradients_;
  }

  [[nodiscard]] const Tensors& running_stats() const { return running_stats_; }

 private:
  enum class SubLayerKind { kAttention, kFeedForward };

  // What the backward pass of one norm needs; no name where there is no norm.
  struct NormTrace {
    std::string name;
    Vector x, mean, rstd;
  };

  struct SubLayerTrace {
    SubLayerKind kind;
    std::string block;   // "layers.0."
    std::string number;  // "1" for attention, "2" for feed-forward
    NormTrace input, output, after;
    Vector first_in;      // what the sub-layer is given
    Vector first_out;     // queries, keys and values; or the feed-forward layer before its activation
    Vector attn_pattern;  // of attention
    Vector second_in;     // the heads side by side; or the feed-forward layer after its activation
    Vector branch;        // what is added to the stream
  };

  [[nodiscard]] const Vector& at(const std::string& name) const { return parameters_.at(name); }
  [[nodiscard]] Vector at_or_empty(const std::string& name) const {
    const auto found = parameters_.find(name);
    return found == parameters_.end() ? Vector{} : found->second;
  }
  [[nodiscard]] std::string unembedding_weight() const {
    return config_.tie_embeddings ? "tok_embedding.weight" : "unembedding.weight";
  }
  [[nodiscard]] Vector positions() const {
    if (config_.positional == Positional::kLearned) return at("pos_embedding.weight");
    if (config_.positional == Positional::kNone) return {};
    return sinusoidal_positions(config_.n_ctx, config_.d_model, config_.embedding_scale);
  }

  void add(const std::string& name, const Vector& gradient) {
    Vector& sum = gradients_.at(name);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += gradient[i];
  }

  // y = After(a * x + b * Output(F(Input(x)))): every published arrangement is a choice of slots and gains.
  Vector sub_layer(const Vector& x, std::size_t l, SubLayerKind kind) {
    const Slots& slots = config_.arrangement.slots;
    const bool is_attention = kind == SubLayerKind::kAttention;
    SubLayerTrace& trace = sub_layers_.emplace_back();
    trace.kind = kind;
    trace.block = "layers." + std::to_string(l) + ".";
    trace.number = is_attention ? "1" : "2";

    trace.first_in = slots.input ? norm(norm_name(trace, "input"), x, trace.input) : x;
    trace.branch = is_attention ? self_attention(trace) : feed_forward(trace);
    if (slots.output) trace.branch = norm(norm_name(trace, "output"), trace.branch, trace.output);
    const Vector sum = residual_add(x, trace.branch, config_.arrangement.residual_gain, branch_gain(trace));
    return slots.after ? norm(norm_name(trace, "after"), sum, trace.after) : sum;
  }

  Vector sub_layer_back(const Vector& dy, const SubLayerTrace& trace) {
    const bool is_attention = trace.kind == SubLayerKind::kAttention;
    const Vector dsum = trace.after.name.empty() ? dy : norm_back(dy, trace.after);
    const ResidualGradients residual =
        residual_add_backward(dsum, trace.branch, config_.arrangement.residual_gain, branch_gain(trace));
    if (config_.arrangement.is_branch_gain_learned) add(branch_gain_name(trace), {residual.dbranch_gain});

    Vector dbranch = trace.output.name.empty() ? residual.dbranch : norm_back(residual.dbranch, trace.output);
    dbranch = is_attention ? self_attention_back(dbranch, trace) : feed_forward_back(dbranch, trace);
    if (!trace.input.name.empty()) dbranch = norm_back(dbranch, trace.input);

    // Two ways lead back to x: the residual, and the branch.
    return residual_add(residual.dx, dbranch, 1.0, 1.0);
  }

  Vector self_attention(SubLayerTrace& trace) const {
    const std::size_t d = config_.d_model;
    const std::string name = trace.block + "self_attn.";
    trace.first_out =
        linear(trace.first_in, at(name + "in_proj_weight"), at(name + "in_proj_bias"), n_rows_, d, 3 * d);
    Attention heads = attention(trace.first_out, shape_);
    trace.attn_pattern = std::move(heads.attn_pattern);
    trace.second_in = std::move(heads.out);
    return linear(trace.second_in, at(name + "out_proj.weight"), at(name + "out_proj.bias"), n_rows_, d, d);
  }

  Vector self_attention_back(const Vector& dout, const SubLayerTrace& trace) {
    const std::size_t d = config_.d_model;
    const std::string name = trace.block + "self_attn.";
    const Vector dheads =
        linear_back(name + "out_proj.weight", name + "out_proj.bias", dout, trace.second_in, d, d);
    const Vector dqkv = attention_backward(dheads, trace.first_out, trace.attn_pattern, shape_);
    return linear_back(name + "in_proj_weight", name + "in_proj_bias", dqkv, trace.first_in, d, 3 * d);
  }

  Vector feed_forward(SubLayerTrace& trace) const {
    const std::size_t d = config_.d_model;
    const std::size_t d_ff = config_.d_ff;
    trace.first_out = linear(trace.first_in, at(trace.block + "linear1.weight"),
                             at(trace.block + "linear1.bias"), n_rows_, d, d_ff);
    trace.second_in = activation(trace.first_out, config_.activation);
    return linear(trace.second_in, at(trace.block + "linear2.weight"), at(trace.block + "linear2.bias"),
                  n_rows_, d_ff, d);
  }

  Vector feed_forward_back(const Vector& dout, const SubLayerTrace& trace) {
    const Vector dhidden = linear_back(trace.block + "linear2.weight", trace.block + "linear2.bias", dout,
                                       trace.second_in, config_.d_ff, config_.d_model);
    const Vector dfirst = activation_backward(dhidden, trace.first_out, config_.activation);
    return linear_back(trace.block + "linear1.weight", trace.block + "linear1.bias", dfirst, trace.first_in,
                       config_.d_model, config_.d_ff);
  }

  Vector norm(const std::string& name, const Vector& x, NormTrace& trace) {
    const std::size_t d = config_.d_model;
    trace.name = name;
    trace.x = x;
    const Vector& gamma = at(name + ".weight");
    switch (config_.norm) {
      case Norm::kLayer: {
        LayerNorm result = layer_norm(x, gamma, at(name + ".bias"), n_rows_, d, config_.eps);
        trace.mean = std::move(result.mean);
        trace.rstd = std::move(result.rstd);
        return result.y;
      }
      case Norm::kRms: {
        RmsNorm result = rms_norm(x, gamma, n_rows_, d, config_.eps);
        trace.rstd = std::move(result.rstd);
        return result.y;
      }
      case Norm::kBatch: {
        Vector& running_mean = running_stats_.try_emplace(name + ".running_mean", d, 0.0).first->second;
        Vector& running_var = running_stats_.try_emplace(name + ".running_var", d, 1.0).first->second;
        const Vector& beta = at(name + ".bias");
        if (!is_training_) {
          return batch_norm_evaluate(x, gamma, beta, running_mean, running_var, n_rows_, d, config_.eps);
        }
        BatchNorm result =
            batch_norm(x, gamma, beta, running_mean, running_var, n_rows_, d, config_.eps, kMomentum);
        trace.mean = std::move(result.mean);
        trace.rstd = std::move(result.rstd);
        running_mean = std::move(result.running_mean);
        running_var = std::move(result.running_var);
        return result.y;
      }
    }
    return {};
  }

  Vector norm_back(const Vector& dy, const NormTrace& trace) {
    const std::size_t d = config_.d_model;
    const Vector& gamma = at(trace.name + ".weight");
    if (config_.norm == Norm::kRms) {
      const RmsNormGradients result = rms_norm_backward(dy, trace.x, gamma, trace.rstd, n_rows_, d);
      add(trace.name + ".weight", result.dgamma);
      return result.dx;
    }
    if (config_.norm == Norm::kLayer) {
      const LayerNormGradients result =
          layer_norm_backward(dy, trace.x, gamma, trace.mean, trace.rstd, n_rows_, d);
      add(trace.name + ".weight", result.dgamma);
      add(trace.name + ".bias", result.dbeta);
      return result.dx;
    }
    const BatchNormGradients result =
        batch_norm_backward(dy, trace.x, gamma, trace.mean, trace.rstd, n_rows_, d);
    add(trace.name + ".weight", result.dgamma);
    add(trace.name + ".bias", result.dbeta);
    return result.dx;
  }

  Vector linear_back(const std::string& weight, const std::string& bias, const Vector& dout, const Vector& x,
                     std::size_t d_in, std::size_t d_out) {
    const LinearGradients result = linear_backward(dout, x, at(weight), n_rows_, d_in, d_out);
    add(weight, result.dweight);
    if (parameters_.contains(bias)) add(bias, result.dbias);
    return result.dx;
  }

  // The only norm of a sub-layer is norm1 or norm2; of several, each says which slot it stands in.
  [[nodiscard]] std::string norm_name(const SubLayerTrace& trace, const std::string& slot) const {
    const Slots& slots = config_.arrangement.slots;
    const int n_norm =
        static_cast<int>(slots.input) + static_cast<int>(slots.output) + static_cast<int>(slots.after);
    return trace.block + "norm" + trace.number + (n_norm > 1 ? "_" + slot : "");
  }

  [[nodiscard]] static std::string branch_gain_name(const SubLayerTrace& trace) {
    return trace.block + "branch_gain" + trace.number;
  }

  [[nodiscard]] double branch_gain(const SubLayerTrace& trace) const {
    return config_.arrangement.is_branch_gain_learned ? at(branch_gain_name(trace))[0]
                                                      : config_.arrangement.branch_gain;
  }

  ModelConfig config_;
  Tensors parameters_;
  Tensors running_stats_;
  Tensors gradients_;

  // Of the last forward pass.
  Tokens tokens_;
  AttentionShape shape_{};
  std::size_t n_rows_ = 0;  // batch * seq_len
  bool is_training_ = false;
  std::vector<SubLayerTrace> sub_layers_;
  NormTrace final_norm_;
  Vector last_x_;  // what the unembedding is given
  Vector logits_;
};

}  // namespace addnorm::reference
