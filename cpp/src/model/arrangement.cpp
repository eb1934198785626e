// The table of placements: one row for each published arrangement of norm and residual around a sub-layer.
#include <cmath>

#include "addnorm/config.h"

namespace addnorm {

Arrangement arrangement_of(Placement placement, std::size_t n_layer) {
  const double n = static_cast<double>(n_layer);
  const auto fourth_root = [](double x) { return std::sqrt(std::sqrt(x)); };
  switch (placement) {
    case Placement::kPost:
      return {.slots = {.after = true}};
    case Placement::kPre:
      return {.slots = {.input = true}, .final_norm = true};
    case Placement::kSandwich:
      return {.slots = {.input = true, .output = true}, .final_norm = true};
    case Placement::kResPost:
      return {.slots = {.output = true}, .final_norm = true};
    case Placement::kDeepnorm:
      return {.slots = {.after = true},
              .residual_gain = fourth_root(2.0 * n),
              .init_gain = 1.0 / fourth_root(8.0 * n)};
    case Placement::kRezero:
      return {.slots = {}, .branch_gain = 0.0, .is_branch_gain_learned = true};
    case Placement::kNone:
      return {};
    case Placement::kPlain:
      return {.slots = {.after = true}, .residual_gain = 0.0};
  }
  return {};
}

}  // namespace addnorm
