// The table of parameters of a model, in the order, names and layouts of PyTorch's nn.TransformerEncoder.
#include "addnorm/parameters.h"

#include <cmath>
#include <initializer_list>
#include <string_view>

#include "math/mutant.h"

namespace addnorm {

namespace {

// Adds tensors one after the other. What is asked for often takes no strings and vectors, whose making would
// stand in the module once for each tensor there is.
class Builder {
 public:
  Builder(ParameterTable& table, const ModelConfig& config) : table_(table), config_(config) {}

  // The names of what is added from here on begin with this.
  void begin_names_with(std::string prefix) { prefix_ = std::move(prefix); }

  std::size_t add(std::string_view name, std::initializer_list<std::size_t> shape, ParameterKind kind,
                  int sub_layer) {
    std::size_t size = 1;
    for (std::size_t dimension : shape) size *= dimension;
    table_.parameters.push_back({prefix_ + std::string(name), shape, table_.size, size, kind, sub_layer});
    table_.size += size;
    return table_.parameters.back().offset;
  }

  std::size_t add_matrix(std::string_view name, std::size_t d_out, std::size_t d_in, int sub_layer,
                         double init_gain, std::size_t first_gained_row = 0) {
    const std::size_t offset = add(name, {d_out, d_in}, ParameterKind::kMatrix, sub_layer);
    table_.parameters.back().init_gain = init_gain;
    table_.parameters.back().first_gained_row = first_gained_row;
    return offset;
  }

  NormParameters add_norm(const std::string& name, int sub_layer) {
    NormParameters norm;
    norm.index = static_cast<int>(table_.norm_names.size());
    table_.norm_names.push_back(prefix_ + name);
    const auto place = [&](const char* part, ParameterKind kind) {
      return static_cast<std::ptrdiff_t>(add(name + part, {config_.d_model}, kind, sub_layer));
    };
    norm.gamma = place(".weight", ParameterKind::kGamma);
    if (config_.norm != Norm::kRms) norm.beta = place(".bias", ParameterKind::kBeta);
    return norm;
  }

 private:
  ParameterTable& table_;
  const ModelConfig& config_;
  std::string prefix_;
};

// The norms around sub-layer `number` (1 or 2) of a block: "norm1" where there is one, "norm1_input" and so
// on where there are several.
void add_norms(Builder& builder, SubLayerParameters& sub_layer, int number, const Slots& slots, int index) {
  const bool is_only_one = slots.input + slots.output + slots.after == 1;
  const auto add = [&](bool is_there, const char* slot) {
    const std::string name = "norm" + std::to_string(number);
    return is_there ? builder.add_norm(is_only_one ? name : name + "_" + slot, index) : NormParameters{};
  };
  sub_layer.input = add(slots.input, "input");
  sub_layer.output = add(slots.output, "output");
  sub_layer.after = add(slots.after, "after");
}

}  // namespace

ParameterTable::ParameterTable(const ModelConfig& config) {
  Builder builder(*this, config);
  const std::size_t d = config.d_model;
  const Arrangement& arrangement = config.arrangement;
  const double gain = arrangement.init_gain;
  const bool is_gpt2 = config.init == Init::kGpt2 && !is_mutant<"GPT-2 init without the depth">();
  // GPT-2 divides what writes into the residual stream by the root of how many do, 2 * n_layer (Radford et
  // al. 2019, 2.3).
  const double writing_gain = is_gpt2 ? gain / std::sqrt(2.0 * config.n_layer) : gain;

  tok_embedding = builder.add("tok_embedding.weight", {config.vocab_size, d}, ParameterKind::kEmbedding, -1);
  if (config.positional == Positional::kLearned) {
    pos_embedding = static_cast<std::ptrdiff_t>(
        builder.add("pos_embedding.weight", {config.n_ctx, d}, ParameterKind::kEmbedding, -1));
  }
  for (std::size_t layer = 0; layer < config.n_layer; ++layer) {
    builder.begin_names_with("layers." + std::to_string(layer) + ".");
    const int attention_index = static_cast<int>(2 * layer);
    const int feed_forward_index = attention_index + 1;
    SubLayerParameters attention;
    SubLayerParameters feed_forward;
    attention.w_first = builder.add_matrix("self_attn.in_proj_weight", 3 * d, d, attention_index, gain,
                                           is_mutant<"DeepNorm scales queries and keys">() ? 0 : 2 * d);
    attention.b_first = builder.add("self_attn.in_proj_bias", {3 * d}, ParameterKind::kBias, attention_index);
    attention.w_second = builder.add_matrix("self_attn.out_proj.weight", d, d, attention_index, writing_gain);
    attention.b_second = builder.add("self_attn.out_proj.bias", {d}, ParameterKind::kBias, attention_index);
    feed_forward.w_first = builder.add_matrix("linear1.weight", config.d_ff, d, feed_forward_index, gain);
    feed_forward.b_first =
        builder.add("linear1.bias", {config.d_ff}, ParameterKind::kBias, feed_forward_index);
    feed_forward.w_second =
        builder.add_matrix("linear2.weight", d, config.d_ff, feed_forward_index, writing_gain);
    feed_forward.b_second = builder.add("linear2.bias", {d}, ParameterKind::kBias, feed_forward_index);
    add_norms(builder, attention, 1, arrangement.slots, attention_index);
    add_norms(builder, feed_forward, 2, arrangement.slots, feed_forward_index);
    if (arrangement.is_branch_gain_learned) {
      attention.branch_gain = static_cast<std::ptrdiff_t>(
          builder.add("branch_gain1", {1}, ParameterKind::kGain, attention_index));
      feed_forward.branch_gain = static_cast<std::ptrdiff_t>(
          builder.add("branch_gain2", {1}, ParameterKind::kGain, feed_forward_index));
    }
    sub_layers.push_back(attention);
    sub_layers.push_back(feed_forward);
  }
  builder.begin_names_with("");
  if (arrangement.final_norm) final_norm = builder.add_norm("norm", -1);
  unembedding_weight = config.tie_embeddings
                           ? tok_embedding
                           : builder.add_matrix("unembedding.weight", config.vocab_size, d, -1, 1.0);
  unembedding_bias = builder.add("unembedding.bias", {config.vocab_size}, ParameterKind::kBias, -1);
}

}  // namespace addnorm
