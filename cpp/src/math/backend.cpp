// The name of the back end; the contract is in addnorm/backend.h.
#include "addnorm/backend.h"

#include "math/f32x4.h"

namespace addnorm {

const char* backend() {
  return simd::backend();
}

}  // namespace addnorm
