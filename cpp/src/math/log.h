// Natural logarithm of a double, error below 1 ulp, from own arithmetic (+ - * / and bit moves), so that
// every machine gives the same bits.
#pragma once

namespace addnorm::math {

// -inf for 0 and -0, NaN for negative numbers and NaN, inf for inf; subnormal numbers are like any other.
double log(double x);

}  // namespace addnorm::math
