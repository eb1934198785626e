// Matrix products of the model, all through one register-blocked micro-kernel over packed panels.
//
// Order of summation: every element of a result is one float that starts from its initial value (zero, the
// bias, or what stands there) and adds a[i][k] * b[k][j] for k = 0, 1, 2, ... in turn. Blocking changes which
// elements are worked on together and never that order, so block sizes are free to change without changing a
// bit. The readable version in double is src/reference/matmul.h.
#pragma once

#include <cstddef>

namespace addnorm {

// A matrix seen through two strides, in elements: element (i, j) stands at data[i * row_stride + j *
// column_stride]. One of the two is 1.
struct MatrixView {
  const float* data;
  std::size_t row_stride;
  std::size_t column_stride;
};

// Floats that pack() writes for a (k, n) matrix.
std::size_t packed_size(std::size_t k, std::size_t n);

// Copies b, (k, n), into panels of eight columns in the order the micro-kernel reads them; the last panel is
// padded with zeros. packed holds packed_size(k, n) floats and does not overlap b.
void pack(float* packed, MatrixView b, std::size_t k, std::size_t n);

// Which terms enter row i of the result: all, or only those of the inner indices k <= diagonal + i, or only
// those of k >= diagonal + i. The others are skipped, not multiplied by zero. Quick are the ways that
// attention needs, to the diagonal where the rows of a are contiguous and from it where its columns are.
enum class TermsKind { kAll, kToDiagonal, kFromDiagonal };
struct Terms {
  TermsKind kind = TermsKind::kAll;
  std::size_t diagonal = 0;
};

// Which columns of row i of the result are made: all, or at least those up to column i; what stands in the
// others means nothing then.
enum class Columns { kAll, kToDiagonal };

// c = bias + a * b.
//
// c is (m, n), rows c_stride apart; it overlaps neither a nor packed_b
// a is (m, k)
// packed_b is what pack() made of b, (k, n)
// bias is (n), or null for zero
// terms: where there is a diagonal, all of it is inside, diagonal + m <= k
void matmul(float* c, std::size_t c_stride, MatrixView a, const float* packed_b, const float* bias,
            std::size_t m, std::size_t k, std::size_t n, Terms terms = {}, Columns columns = Columns::kAll);

// Floats of scratch that linear() and linear_backward() need.
std::size_t linear_scratch_size(std::size_t n_rows, std::size_t d_in, std::size_t d_out);

// out = x * weight^T + bias, weight laid out (d_out, d_in) as in PyTorch's nn.Linear.
//
// out is (n_rows, d_out), x is (n_rows, d_in); they do not overlap
// bias is (d_out) or null for none
// scratch holds linear_scratch_size() floats
void linear(float* out, const float* x, const float* weight, const float* bias, std::size_t n_rows,
            std::size_t d_in, std::size_t d_out, float* scratch);

// dx = dy * weight is written; dweight += dy^T * x and dbias += column sums of dy (rows in order) are added.
//
// dx, x are (n_rows, d_in), dy is (n_rows, d_out); dx may be x, does not overlap dy, and is null if unwanted
// dweight is (d_out, d_in); dbias is (d_out) or null for none
void linear_backward(float* dx, float* dweight, float* dbias, const float* dy, const float* x,
                     const float* weight, std::size_t n_rows, std::size_t d_in, std::size_t d_out,
                     float* scratch);

}  // namespace addnorm
