// The parameters of a model: names, shapes and places in one contiguous block, in PyTorch's names and
// layouts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "addnorm/config.h"

namespace addnorm {

// How a tensor gets its initial value and whether weight decay may touch it.
enum class ParameterKind { kEmbedding, kMatrix, kBias, kGamma, kBeta, kGain };

struct Parameter {
  std::string name;                // "layers.0.self_attn.in_proj_weight"
  std::vector<std::size_t> shape;  // (3 * d_model, d_model)
  std::size_t offset;              // of its first float in the block
  std::size_t size;                // floats
  ParameterKind kind;
  int sub_layer;  // 2 * block for attention, 2 * block + 1 for feed-forward, -1 for what belongs to none
  double init_gain = 1.0;  // multiplies the initial values of a matrix, from row first_gained_row on
  std::size_t first_gained_row = 0;

  [[nodiscard]] bool is_decayed() const {
    return kind == ParameterKind::kMatrix || kind == ParameterKind::kEmbedding;
  }
};

// Where the tensors of one norm stand in the block; -1 for one that does not exist.
struct NormParameters {
  std::ptrdiff_t gamma = -1;
  std::ptrdiff_t beta = -1;
  int index = -1;  // of this norm among all norms of the model, in order of use; -1 if the slot is empty

  [[nodiscard]] bool exists() const { return index >= 0; }
};

struct SubLayerParameters {
  NormParameters input, output, after;
  std::size_t w_first = 0, b_first = 0;    // in_proj or linear1
  std::size_t w_second = 0, b_second = 0;  // out_proj or linear2
  std::ptrdiff_t branch_gain = -1;         // of a learned gain
};

// The table of one model, made from its configuration alone.
struct ParameterTable {
  explicit ParameterTable(const ModelConfig& config);

  std::vector<Parameter> parameters;           // in the order of a PyTorch state dict
  std::vector<SubLayerParameters> sub_layers;  // 2 * n_layer
  std::size_t tok_embedding = 0;
  std::ptrdiff_t pos_embedding = -1;
  NormParameters final_norm;
  std::size_t unembedding_weight = 0;  // the token embedding where they are tied
  std::size_t unembedding_bias = 0;
  std::vector<std::string> norm_names;  // by index, as in the parameters' names without the last part
  std::size_t size = 0;                 // floats in the block
};

}  // namespace addnorm
