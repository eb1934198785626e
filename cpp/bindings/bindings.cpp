// The Embind table: what JavaScript can call. A name with a leading underscore is for web/lib alone, and
// web/lib/raw.ts is this table as a type. Nothing is computed here and nothing is checked.
#include <emscripten/bind.h>

#include <cstdlib>

#include "addnorm/backend.h"
#include "addnorm/batch_norm.h"
#include "addnorm/layer_norm.h"
#include "addnorm/rms_norm.h"
#include "handles.h"
#include "raw.h"

using namespace addnorm;
using namespace addnorm::bindings;
using namespace emscripten;

namespace {

template <bool Slots::*kSlot>
bool slot(const Arrangement& arrangement) {
  return arrangement.slots.*kSlot;
}
template <bool Slots::*kSlot>
void set_slot(Arrangement& arrangement, bool is_filled) {
  arrangement.slots.*kSlot = is_filled;
}

std::uintptr_t text(const TaskConfig& task) {
  return to_wire(task.text);
}
void set_text(TaskConfig& task, std::uintptr_t address) {
  task.text = from_wire<const std::int32_t*>(address);
}

std::string backend_name() {
  return backend();
}
ModelConfig default_model_config() {
  return {};
}
TrainerConfig default_trainer_config() {
  return {};
}

}  // namespace

EMSCRIPTEN_BINDINGS(addnorm) {
  enum_<Placement>("_Placement")
      .value("post", Placement::kPost)
      .value("pre", Placement::kPre)
      .value("sandwich", Placement::kSandwich)
      .value("resPost", Placement::kResPost)
      .value("deepnorm", Placement::kDeepnorm)
      .value("rezero", Placement::kRezero)
      .value("none", Placement::kNone)
      .value("plain", Placement::kPlain);
  enum_<Norm>("_Norm").value("layer", Norm::kLayer).value("rms", Norm::kRms).value("batch", Norm::kBatch);
  enum_<Activation>("_Activation")
      .value("relu", Activation::kRelu)
      .value("gelu", Activation::kGelu)
      .value("geluTanh", Activation::kGeluTanh);
  enum_<Positional>("_Positional")
      .value("learned", Positional::kLearned)
      .value("sinusoidal", Positional::kSinusoidal)
      .value("none", Positional::kNone);
  enum_<Init>("_Init").value("xavier", Init::kXavier).value("gpt2", Init::kGpt2);
  enum_<TaskKind>("_TaskKind")
      .value("copy", TaskKind::kCopy)
      .value("reverse", TaskKind::kReverse)
      .value("sort", TaskKind::kSort)
      .value("modularAddition", TaskKind::kModularAddition)
      .value("parity", TaskKind::kParity)
      .value("induction", TaskKind::kInduction)
      .value("text", TaskKind::kText);
  enum_<OptimizerKind>("_OptimizerKind")
      .value("sgd", OptimizerKind::kSgd)
      .value("adam", OptimizerKind::kAdam)
      .value("adamw", OptimizerKind::kAdamw);
  enum_<ScheduleKind>("_ScheduleKind")
      .value("constant", ScheduleKind::kConstant)
      .value("linear", ScheduleKind::kLinear)
      .value("cosine", ScheduleKind::kCosine)
      .value("inverseSqrt", ScheduleKind::kInverseSqrt)
      .value("noam", ScheduleKind::kNoam);

  value_object<Arrangement>("_Arrangement")
      .field("inputSlot", &slot<&Slots::input>, &set_slot<&Slots::input>)
      .field("outputSlot", &slot<&Slots::output>, &set_slot<&Slots::output>)
      .field("afterSlot", &slot<&Slots::after>, &set_slot<&Slots::after>)
      .field("residualGain", &Arrangement::residual_gain)
      .field("branchGain", &Arrangement::branch_gain)
      .field("isBranchGainLearned", &Arrangement::is_branch_gain_learned)
      .field("initGain", &Arrangement::init_gain)
      .field("finalNorm", &Arrangement::final_norm);
  value_object<ModelConfig>("_ModelConfig")
      .field("vocabSize", &ModelConfig::vocab_size)
      .field("nCtx", &ModelConfig::n_ctx)
      .field("dModel", &ModelConfig::d_model)
      .field("nHead", &ModelConfig::n_head)
      .field("nLayer", &ModelConfig::n_layer)
      .field("dFf", &ModelConfig::d_ff)
      .field("norm", &ModelConfig::norm)
      .field("activation", &ModelConfig::activation)
      .field("positional", &ModelConfig::positional)
      .field("init", &ModelConfig::init)
      .field("causal", &ModelConfig::is_causal)
      .field("tieEmbeddings", &ModelConfig::tie_embeddings)
      .field("embeddingScale", &ModelConfig::embedding_scale)
      .field("dropout", &ModelConfig::dropout)
      .field("eps", &ModelConfig::eps)
      .field("arrangement", &ModelConfig::arrangement);
  value_object<TaskConfig>("_TaskConfig")
      .field("kind", &TaskConfig::kind)
      .field("modulus", &TaskConfig::modulus)
      .field("text", &text, &set_text)
      .field("nText", &TaskConfig::n_text);
  value_object<OptimizerConfig>("_OptimizerConfig")
      .field("kind", &OptimizerConfig::kind)
      .field("lr", &OptimizerConfig::lr)
      .field("momentum", &OptimizerConfig::momentum)
      .field("beta1", &OptimizerConfig::beta1)
      .field("beta2", &OptimizerConfig::beta2)
      .field("eps", &OptimizerConfig::eps)
      .field("weightDecay", &OptimizerConfig::weight_decay);
  value_object<ScheduleConfig>("_ScheduleConfig")
      .field("kind", &ScheduleConfig::kind)
      .field("warmup", &ScheduleConfig::warmup)
      .field("totalSteps", &ScheduleConfig::total_steps);
  value_object<TrainerConfig>("_TrainerConfig")
      .field("task", &TrainerConfig::task)
      .field("optimizer", &TrainerConfig::optimizer)
      .field("schedule", &TrainerConfig::schedule)
      .field("batch", &TrainerConfig::batch)
      .field("seed", &TrainerConfig::seed)
      .field("clipNorm", &TrainerConfig::clip_norm);

  function("_allocate", &Raw<&std::malloc>::call);
  function("_release", &Raw<&std::free>::call);
  function("_layerNorm", &Raw<&layer_norm>::call);
  function("_layerNormBackward", &Raw<&layer_norm_backward>::call);
  function("_rmsNorm", &Raw<&rms_norm>::call);
  function("_rmsNormBackward", &Raw<&rms_norm_backward>::call);
  function("_batchNorm", &Raw<&batch_norm>::call);
  function("_batchNormEvaluate", &Raw<&batch_norm_evaluate>::call);
  function("_batchNormBackward", &Raw<&batch_norm_backward>::call);

  function("_arrangementOf", &arrangement_of);
  function("_defaultModelConfig", &default_model_config);
  function("_defaultTrainerConfig", &default_trainer_config);
  function("_modelFaults", &model_faults);
  function("_trainerFaults", &trainer_faults);
  function("_bytesNeeded", &bytes_needed);
  function("_createModel", &create_model, allow_raw_pointers());
  function("_createTrainer", &create_trainer, allow_raw_pointers());
  function("_backend", &backend_name);

  class_<ModelHandle>("_Model")
      .function("parameters", &Raw<&ModelHandle::parameters>::call)
      .function("size", &ModelHandle::size)
      .function("nParameters", &ModelHandle::n_parameters)
      .function("parameterName", &ModelHandle::parameter_name)
      .function("parameterRank", &ModelHandle::parameter_rank)
      .function("parameterDimension", &ModelHandle::parameter_dimension)
      .function("parameterOffset", &ModelHandle::parameter_offset)
      .function("runningStats", &Raw<&ModelHandle::running_stats>::call)
      .function("nRunningStats", &ModelHandle::n_running_stats)
      .function("nNorms", &ModelHandle::n_norms)
      .function("normName", &ModelHandle::norm_name)
      .function("forward", &Raw<&ModelHandle::forward>::call)
      .function("lossAndGradients", &Raw<&ModelHandle::loss_and_gradients>::call)
      .function("attnPattern", &Raw<&ModelHandle::attn_pattern>::call)
      .function("normInternals", &Raw<&ModelHandle::norm_internals>::call)
      .function("generate", &Raw<&ModelHandle::generate>::call);
  class_<TrainerHandle>("_Trainer")
      .function("step", &Raw<&TrainerHandle::step>::call)
      .function("stepOn", &Raw<&TrainerHandle::step_on>::call)
      .function("nFields", &TrainerHandle::n_fields)
      .function("fieldName", &TrainerHandle::field_name)
      .function("fieldOffset", &TrainerHandle::field_offset)
      .function("fieldCount", &TrainerHandle::field_count)
      .function("nSites", &TrainerHandle::n_sites)
      .function("siteName", &TrainerHandle::site_name)
      .function("siteBlock", &TrainerHandle::site_block)
      .function("siteSize", &TrainerHandle::site_size)
      .function("histogram", &Raw<&TrainerHandle::histogram>::call)
      .function("evaluate", &Raw<&TrainerHandle::evaluate>::call)
      .function("batch", &Raw<&TrainerHandle::batch>::call)
      .function("fingerprint", &TrainerHandle::fingerprint)
      .function("snapshotSize", &TrainerHandle::snapshot_size)
      .function("saveSnapshot", &Raw<&TrainerHandle::save_snapshot>::call)
      .function("loadSnapshot", &Raw<&TrainerHandle::load_snapshot>::call);
}
