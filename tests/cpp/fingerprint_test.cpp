// The same bits everywhere: the hash of all parameters after 50 steps of each run in
// web/lib/fingerprints.json is what stands there, in this build. The other builds and the browsers are
// held to the same file (tests/lib, tests/browser).
#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdio>

#include "addnorm/trainer.h"
#include "golden.h"
#include "lab.h"
#include "run_config.h"

namespace addnorm::test {
namespace {

constexpr int kSteps = 50;

TEST(Fingerprint, IsThatOfEveryOtherBuild) {
  const Json file = read_json("../../web/lib/fingerprints.json");
  ASSERT_GE(file.items.size(), 8U);
  for (const Json& run : file.items) {
    const ModelConfig model = model_config_of_run(run["config"]);
    const std::vector<std::int32_t> text = text_of_run(run["config"]);
    TrainerConfig trainer = trainer_config_of_run(run["config"]);
    trainer.task.text = text.data();
    trainer.task.n_text = static_cast<std::uint32_t>(text.size());
    ASSERT_EQ(validate(model), Faults{}) << run["name"].text;
    ASSERT_EQ(validate(trainer, model), Faults{}) << run["name"].text;
    const Lab lab(model, trainer);
    for (int step = 0; step < kSteps; ++step) lab.trainer->step();
    char fingerprint[17];
    std::snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, lab.trainer->fingerprint());
    EXPECT_EQ(fingerprint, run["fingerprint"].text) << run["name"].text;
  }
}

}  // namespace
}  // namespace addnorm::test
