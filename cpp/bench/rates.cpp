// The kernels as works; the contract is in rates.h. Whole steps are in steps.cpp.
#include "rates.h"

#include <cstring>
#include <vector>

#include "addnorm/layer_norm.h"
#include "kernels/attention.h"
#include "kernels/matmul.h"
#include "kernels/optimizer.h"
#include "math/f32x4.h"

namespace addnorm::rates {
namespace {

std::vector<float> numbers(std::size_t n) {
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>((i * 7919) % 1013) / 1013.0F - 0.5F;
  return values;
}

// A function of its own, called many times, since an engine optimises a function of a module when it is
// called again and not while it runs. Multiplications and additions come in pairs that wait for one another,
// so that it takes several chains to keep all units busy, and too many do not fit the registers; one constant
// leaves room for most of them.
template <int kSums>
[[gnu::noinline]] float run_chains(int n_rounds, float x) {
  const simd::f32x4 half = simd::splat(0.5F * x);
  simd::f32x4 sums[kSums];
  for (int i = 0; i < kSums; ++i) sums[i] = simd::splat(x + static_cast<float>(i));
  for (int round = 0; round < n_rounds; ++round) {
    for (int i = 0; i < kSums; ++i) sums[i] = sums[i] * half + half;
  }
  simd::f32x4 total = sums[0];
  for (int i = 1; i < kSums; ++i) total = total + sums[i];
  return simd::sum(total);
}

class Chains : public Work {
 public:
  using Function = float (*)(int, float);
  Chains(Function function, int n_rounds) : function_(function), n_rounds_(n_rounds) {}

  double run() override {
    last_ = function_(n_rounds_, last_ * 0.0F + 1.0F);
    return last_;
  }

 private:
  Function function_;
  int n_rounds_;
  float last_ = 0.0F;
};

class Linear : public Work {
 public:
  Linear(std::size_t n_rows, std::size_t d_in, std::size_t d_out)
      : n_rows_(n_rows),
        d_in_(d_in),
        d_out_(d_out),
        x_(numbers(n_rows * d_in)),
        weight_(numbers(d_in * d_out)),
        bias_(numbers(d_out)),
        out_(n_rows * d_out),
        scratch_(linear_scratch_size(n_rows, d_in, d_out)) {}

  double run() override {
    addnorm::linear(out_.data(), x_.data(), weight_.data(), bias_.data(), n_rows_, d_in_, d_out_,
                    scratch_.data());
    return out_[0];
  }

 protected:
  std::size_t n_rows_, d_in_, d_out_;
  std::vector<float> x_, weight_, bias_, out_, scratch_;
};

class LinearBackward : public Linear {
 public:
  LinearBackward(std::size_t n_rows, std::size_t d_in, std::size_t d_out)
      : Linear(n_rows, d_in, d_out),
        dy_(numbers(n_rows * d_out)),
        dx_(n_rows * d_in),
        dweight_(d_in * d_out),
        dbias_(d_out) {}

  double run() override {
    addnorm::linear_backward(dx_.data(), dweight_.data(), dbias_.data(), dy_.data(), x_.data(),
                             weight_.data(), n_rows_, d_in_, d_out_, scratch_.data());
    return dx_[0];
  }

 private:
  std::vector<float> dy_, dx_, dweight_, dbias_;
};

class Attention : public Work {
 public:
  explicit Attention(const AttentionShape& shape)
      : shape_(shape),
        qkv_(numbers(shape.batch * shape.seq_len * 3 * shape.d_model())),
        dout_(numbers(shape.batch * shape.seq_len * shape.d_model())),
        out_(dout_.size()),
        pattern_(static_cast<std::size_t>(kept_pattern_size(shape))),
        dqkv_(qkv_.size()),
        scratch_(attention_scratch_size(shape)) {}

  double run() override {
    addnorm::attention(out_.data(), pattern_.data(), nullptr, qkv_.data(), shape_, {}, scratch_.data());
    attention_backward(dqkv_.data(), dout_.data(), qkv_.data(), pattern_.data(), shape_, {}, scratch_.data());
    return dqkv_[0];
  }

 private:
  AttentionShape shape_;
  std::vector<float> qkv_, dout_, out_, pattern_, dqkv_, scratch_;
};

// The arrays of a layer norm, which its copy has too.
class Rows : public Work {
 public:
  Rows(std::size_t n_rows, std::size_t d_model)
      : n_rows_(n_rows),
        d_model_(d_model),
        x_(numbers(n_rows * d_model)),
        dy_(numbers(n_rows * d_model)),
        y_(x_.size()),
        dx_(x_.size()) {}

 protected:
  std::size_t n_rows_, d_model_;
  std::vector<float> x_, dy_, y_, dx_;
};

class LayerNorm : public Rows {
 public:
  LayerNorm(std::size_t n_rows, std::size_t d_model)
      : Rows(n_rows, d_model),
        gamma_(numbers(d_model)),
        beta_(numbers(d_model)),
        dgamma_(d_model),
        dbeta_(d_model),
        mean_(n_rows),
        rstd_(n_rows) {}

  double run() override {
    addnorm::layer_norm(y_.data(), mean_.data(), rstd_.data(), x_.data(), gamma_.data(), beta_.data(),
                        n_rows_, d_model_, 1e-5F);
    layer_norm_backward(dx_.data(), dgamma_.data(), dbeta_.data(), dy_.data(), x_.data(), gamma_.data(),
                        mean_.data(), rstd_.data(), n_rows_, d_model_);
    return dx_[0];
  }

 private:
  std::vector<float> gamma_, beta_, dgamma_, dbeta_;
  std::vector<double> mean_, rstd_;
};

// Forward reads x and writes y; backward reads dy and x and writes dx: five arrays, of which a copy moves
// two.
class Copy : public Rows {
 public:
  using Rows::Rows;

  double run() override {
    const std::size_t bytes = x_.size() * sizeof(float);
    std::memcpy(y_.data(), x_.data(), bytes);
    std::memcpy(dx_.data(), dy_.data(), bytes);
    std::memcpy(y_.data(), dx_.data(), bytes / 2);
    return y_[0] + dx_[0];
  }
};

class Adam : public Work {
 public:
  explicit Adam(std::size_t n) : p_(numbers(n)), m_(n), v_(n), grad_(numbers(n)) {}

  double run() override {
    const AdamStep step = {1e-3, 0.9, 0.98, 1e-9, 0.0, false, 10.0};
    return addnorm::adam(p_.data(), m_.data(), v_.data(), grad_.data(), p_.size(), step).update_sq;
  }

 private:
  std::vector<float> p_, m_, v_, grad_;
};

}  // namespace

WorkPointer multiply_and_add(int n_chains, int n_rounds) {
  switch (n_chains) {
    case 8:
      return std::make_unique<Chains>(&run_chains<8>, n_rounds);
    case 10:
      return std::make_unique<Chains>(&run_chains<10>, n_rounds);
    case 12:
      return std::make_unique<Chains>(&run_chains<12>, n_rounds);
    case 13:
      return std::make_unique<Chains>(&run_chains<13>, n_rounds);
    case 14:
      return std::make_unique<Chains>(&run_chains<14>, n_rounds);
    default:
      return nullptr;
  }
}

WorkPointer linear(std::size_t n_rows, std::size_t d_in, std::size_t d_out) {
  return std::make_unique<Linear>(n_rows, d_in, d_out);
}

WorkPointer linear_backward(std::size_t n_rows, std::size_t d_in, std::size_t d_out) {
  return std::make_unique<LinearBackward>(n_rows, d_in, d_out);
}

WorkPointer attention(std::size_t batch, std::size_t seq_len, std::size_t n_head, std::size_t d_head) {
  return std::make_unique<Attention>(AttentionShape{batch, seq_len, n_head, d_head, true});
}

WorkPointer layer_norm(std::size_t n_rows, std::size_t d_model) {
  return std::make_unique<LayerNorm>(n_rows, d_model);
}

WorkPointer copy(std::size_t n_rows, std::size_t d_model) {
  return std::make_unique<Copy>(n_rows, d_model);
}

WorkPointer adam(std::size_t n) {
  return std::make_unique<Adam>(n);
}

}  // namespace addnorm::rates
