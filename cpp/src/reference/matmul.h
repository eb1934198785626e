// Matrix product and the linear layer made of it, by the definition: three loops.
// The fast version is src/kernels/matmul.cpp.
#pragma once

#include "reference/vector.h"

namespace addnorm::reference {

// c = a * b; a is (m, k), b is (k, n), c is (m, n).
inline Vector matmul(const Vector& a, const Vector& b, std::size_t m, std::size_t k, std::size_t n) {
  Vector c(m * n);
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      for (std::size_t inner = 0; inner < k; ++inner) {
        c[row * n + column] += a[row * k + inner] * b[inner * n + column];
      }
    }
  }
  return c;
}

// out = x * weight^T + bias. x is (n_rows, d_in), weight is (d_out, d_in), bias is (d_out) or empty for none.
inline Vector linear(const Vector& x, const Vector& weight, const Vector& bias, std::size_t n_rows,
                     std::size_t d_in, std::size_t d_out) {
  Vector out(n_rows * d_out);
  for (std::size_t row = 0; row < n_rows; ++row) {
    for (std::size_t o = 0; o < d_out; ++o) {
      double sum = shift_at(bias, o);
      for (std::size_t i = 0; i < d_in; ++i) sum += x[row * d_in + i] * weight[o * d_in + i];
      out[row * d_out + o] = sum;
    }
  }
  return out;
}

struct LinearGradients {
  Vector dx;       // (n_rows, d_in)
  Vector dweight;  // (d_out, d_in), summed over rows
  Vector dbias;    // (d_out), summed over rows
};

// dx = dy * weight, dweight = dy^T * x, dbias = column sums of dy.
inline LinearGradients linear_backward(const Vector& dy, const Vector& x, const Vector& weight,
                                       std::size_t n_rows, std::size_t d_in, std::size_t d_out) {
  LinearGradients result{Vector(n_rows * d_in), Vector(d_out * d_in), Vector(d_out)};
  for (std::size_t row = 0; row < n_rows; ++row) {
    for (std::size_t o = 0; o < d_out; ++o) {
      const double dy_o = dy[row * d_out + o];
      for (std::size_t i = 0; i < d_in; ++i) {
        result.dx[row * d_in + i] += dy_o * weight[o * d_in + i];
        result.dweight[o * d_in + i] += dy_o * x[row * d_in + i];
      }
      result.dbias[o] += dy_o;
    }
  }
  return result;
}

}  // namespace addnorm::reference
