// Which of the four SIMD back ends this build uses. All give the same bits.
#pragma once

namespace addnorm {

// "wasm", "sse2", "neon" or "scalar".
const char* backend();

}  // namespace addnorm
