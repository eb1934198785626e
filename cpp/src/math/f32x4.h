// Four floats and four doubles side by side: the whole SIMD vocabulary of the project, and the only file with
// intrinsics.
//
// Four back ends (wasm, SSE2, NEON, scalar) give the same bits: every lane rounds like a plain IEEE
// operation, nothing is fused, and a reduction has one written order. A kernel written in these words is the
// same function on every machine. ADDNORM_SCALAR forces the scalar back end.
#pragma once

#include <cfloat>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "math/bit_cast.h"

#if defined(ADDNORM_SCALAR) && ADDNORM_SCALAR
#define ADDNORM_F32X4_SCALAR 1
#elif defined(__wasm_simd128__)
#define ADDNORM_F32X4_WASM 1
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#define ADDNORM_F32X4_SSE2 1
#include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define ADDNORM_F32X4_NEON 1
#include <arm_neon.h>
#else
#define ADDNORM_F32X4_SCALAR 1
#endif

#if defined(ADDNORM_F32X4_SCALAR)
#include <cmath>
#endif

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "addnorm needs IEEE arithmetic: NaN tests and a fixed order of summation do not survive -ffast-math"
#endif
#if FLT_EVAL_METHOD != 0
#error "addnorm needs arithmetic without excess precision: on 32-bit x86 build with -msse2 -mfpmath=sse"
#endif

namespace addnorm::simd {

inline constexpr std::size_t kLanes = 4;

// Whether four lanes are one register; in the scalar back end they are four.
#if defined(ADDNORM_F32X4_SCALAR)
inline constexpr bool kHasVectors = false;
#else
inline constexpr bool kHasVectors = true;
#endif

#if defined(ADDNORM_F32X4_WASM)

struct f32x4 {
  v128_t v;
};
struct f64x2 {
  v128_t v;
};

inline const char* backend() {
  return "wasm";
}
inline f32x4 load(const float* p) {
  return {wasm_v128_load(p)};
}
inline void store(float* p, f32x4 a) {
  wasm_v128_store(p, a.v);
}
inline f32x4 splat(float x) {
  return {wasm_f32x4_splat(x)};
}
inline f32x4 operator+(f32x4 a, f32x4 b) {
  return {wasm_f32x4_add(a.v, b.v)};
}
inline f32x4 operator-(f32x4 a, f32x4 b) {
  return {wasm_f32x4_sub(a.v, b.v)};
}
inline f32x4 operator*(f32x4 a, f32x4 b) {
  return {wasm_f32x4_mul(a.v, b.v)};
}
inline f32x4 operator/(f32x4 a, f32x4 b) {
  return {wasm_f32x4_div(a.v, b.v)};
}
inline f32x4 sqrt(f32x4 a) {
  return {wasm_f32x4_sqrt(a.v)};
}
inline f32x4 max(f32x4 a, f32x4 b) {
  return {wasm_f32x4_pmax(a.v, b.v)};
}
inline f32x4 min(f32x4 a, f32x4 b) {
  return {wasm_f32x4_pmin(a.v, b.v)};
}
inline f32x4 less(f32x4 a, f32x4 b) {
  return {wasm_f32x4_lt(a.v, b.v)};
}
inline f32x4 less_equal(f32x4 a, f32x4 b) {
  return {wasm_f32x4_le(a.v, b.v)};
}
inline f32x4 select(f32x4 mask, f32x4 a, f32x4 b) {
  return {wasm_v128_bitselect(a.v, b.v, mask.v)};
}
inline f32x4 bit_and(f32x4 a, f32x4 b) {
  return {wasm_v128_and(a.v, b.v)};
}
inline f32x4 bit_or(f32x4 a, f32x4 b) {
  return {wasm_v128_or(a.v, b.v)};
}
inline f32x4 bit_xor(f32x4 a, f32x4 b) {
  return {wasm_v128_xor(a.v, b.v)};
}
inline f32x4 int_add(f32x4 a, f32x4 b) {
  return {wasm_i32x4_add(a.v, b.v)};
}
inline f32x4 int_shl23(f32x4 a) {
  return {wasm_i32x4_shl(a.v, 23)};
}
inline float lane(f32x4 a, int i) {
  switch (i) {
    case 0:
      return wasm_f32x4_extract_lane(a.v, 0);
    case 1:
      return wasm_f32x4_extract_lane(a.v, 1);
    case 2:
      return wasm_f32x4_extract_lane(a.v, 2);
    default:
      return wasm_f32x4_extract_lane(a.v, 3);
  }
}

inline f32x4 swap_halves(f32x4 a) {
  return {wasm_i32x4_shuffle(a.v, a.v, 2, 3, 0, 1)};
}
inline f32x4 swap_neighbours(f32x4 a) {
  return {wasm_i32x4_shuffle(a.v, a.v, 1, 0, 3, 2)};
}
inline void transpose(f32x4& a, f32x4& b, f32x4& c, f32x4& d) {
  const v128_t ab_low = wasm_i32x4_shuffle(a.v, b.v, 0, 4, 1, 5);
  const v128_t ab_high = wasm_i32x4_shuffle(a.v, b.v, 2, 6, 3, 7);
  const v128_t cd_low = wasm_i32x4_shuffle(c.v, d.v, 0, 4, 1, 5);
  const v128_t cd_high = wasm_i32x4_shuffle(c.v, d.v, 2, 6, 3, 7);
  a = {wasm_i64x2_shuffle(ab_low, cd_low, 0, 2)};
  b = {wasm_i64x2_shuffle(ab_low, cd_low, 1, 3)};
  c = {wasm_i64x2_shuffle(ab_high, cd_high, 0, 2)};
  d = {wasm_i64x2_shuffle(ab_high, cd_high, 1, 3)};
}

inline f64x2 splat(double x) {
  return {wasm_f64x2_splat(x)};
}
inline f64x2 operator+(f64x2 a, f64x2 b) {
  return {wasm_f64x2_add(a.v, b.v)};
}
inline f64x2 operator-(f64x2 a, f64x2 b) {
  return {wasm_f64x2_sub(a.v, b.v)};
}
inline f64x2 operator*(f64x2 a, f64x2 b) {
  return {wasm_f64x2_mul(a.v, b.v)};
}
inline f64x2 operator/(f64x2 a, f64x2 b) {
  return {wasm_f64x2_div(a.v, b.v)};
}
inline f64x2 low_to_double(f32x4 a) {
  return {wasm_f64x2_promote_low_f32x4(a.v)};
}
inline f64x2 high_to_double(f32x4 a) {
  return {wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(a.v, a.v, 2, 3, 2, 3))};
}
inline f32x4 to_float(f64x2 low, f64x2 high) {
  return {wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(low.v), wasm_f32x4_demote_f64x2_zero(high.v), 0, 1,
                             4, 5)};
}
inline double lane0(f64x2 a) {
  return wasm_f64x2_extract_lane(a.v, 0);
}
inline double lane1(f64x2 a) {
  return wasm_f64x2_extract_lane(a.v, 1);
}
inline f64x2 pair(double a, double b) {
  return {wasm_f64x2_make(a, b)};
}

#elif defined(ADDNORM_F32X4_SSE2)

struct f32x4 {
  __m128 v;
};
struct f64x2 {
  __m128d v;
};

inline const char* backend() {
  return "sse2";
}
inline f32x4 load(const float* p) {
  return {_mm_loadu_ps(p)};
}
inline void store(float* p, f32x4 a) {
  _mm_storeu_ps(p, a.v);
}
inline f32x4 splat(float x) {
  return {_mm_set1_ps(x)};
}
inline f32x4 operator+(f32x4 a, f32x4 b) {
  return {_mm_add_ps(a.v, b.v)};
}
inline f32x4 operator-(f32x4 a, f32x4 b) {
  return {_mm_sub_ps(a.v, b.v)};
}
inline f32x4 operator*(f32x4 a, f32x4 b) {
  return {_mm_mul_ps(a.v, b.v)};
}
inline f32x4 operator/(f32x4 a, f32x4 b) {
  return {_mm_div_ps(a.v, b.v)};
}
inline f32x4 sqrt(f32x4 a) {
  return {_mm_sqrt_ps(a.v)};
}
// maxps and minps give their second operand when either is NaN, so the operands stand the other way round.
inline f32x4 max(f32x4 a, f32x4 b) {
  return {_mm_max_ps(b.v, a.v)};
}
inline f32x4 min(f32x4 a, f32x4 b) {
  return {_mm_min_ps(b.v, a.v)};
}
inline f32x4 less(f32x4 a, f32x4 b) {
  return {_mm_cmplt_ps(a.v, b.v)};
}
inline f32x4 less_equal(f32x4 a, f32x4 b) {
  return {_mm_cmple_ps(a.v, b.v)};
}
inline f32x4 select(f32x4 mask, f32x4 a, f32x4 b) {
  return {_mm_or_ps(_mm_and_ps(mask.v, a.v), _mm_andnot_ps(mask.v, b.v))};
}
inline f32x4 bit_and(f32x4 a, f32x4 b) {
  return {_mm_and_ps(a.v, b.v)};
}
inline f32x4 bit_or(f32x4 a, f32x4 b) {
  return {_mm_or_ps(a.v, b.v)};
}
inline f32x4 bit_xor(f32x4 a, f32x4 b) {
  return {_mm_xor_ps(a.v, b.v)};
}
inline f32x4 int_add(f32x4 a, f32x4 b) {
  return {_mm_castsi128_ps(_mm_add_epi32(_mm_castps_si128(a.v), _mm_castps_si128(b.v)))};
}
inline f32x4 int_shl23(f32x4 a) {
  return {_mm_castsi128_ps(_mm_slli_epi32(_mm_castps_si128(a.v), 23))};
}
inline float lane(f32x4 a, int i) {
  float lanes[4];
  _mm_storeu_ps(lanes, a.v);
  return lanes[i];
}

inline f32x4 swap_halves(f32x4 a) {
  return {_mm_shuffle_ps(a.v, a.v, _MM_SHUFFLE(1, 0, 3, 2))};
}
inline f32x4 swap_neighbours(f32x4 a) {
  return {_mm_shuffle_ps(a.v, a.v, _MM_SHUFFLE(2, 3, 0, 1))};
}
inline void transpose(f32x4& a, f32x4& b, f32x4& c, f32x4& d) {
  _MM_TRANSPOSE4_PS(a.v, b.v, c.v, d.v);
}

inline f64x2 splat(double x) {
  return {_mm_set1_pd(x)};
}
inline f64x2 operator+(f64x2 a, f64x2 b) {
  return {_mm_add_pd(a.v, b.v)};
}
inline f64x2 operator-(f64x2 a, f64x2 b) {
  return {_mm_sub_pd(a.v, b.v)};
}
inline f64x2 operator*(f64x2 a, f64x2 b) {
  return {_mm_mul_pd(a.v, b.v)};
}
inline f64x2 operator/(f64x2 a, f64x2 b) {
  return {_mm_div_pd(a.v, b.v)};
}
inline f64x2 low_to_double(f32x4 a) {
  return {_mm_cvtps_pd(a.v)};
}
inline f64x2 high_to_double(f32x4 a) {
  return {_mm_cvtps_pd(_mm_movehl_ps(a.v, a.v))};
}
inline f32x4 to_float(f64x2 low, f64x2 high) {
  return {_mm_movelh_ps(_mm_cvtpd_ps(low.v), _mm_cvtpd_ps(high.v))};
}
inline double lane0(f64x2 a) {
  return _mm_cvtsd_f64(a.v);
}
inline double lane1(f64x2 a) {
  return _mm_cvtsd_f64(_mm_unpackhi_pd(a.v, a.v));
}
inline f64x2 pair(double a, double b) {
  return {_mm_set_pd(b, a)};
}

#elif defined(ADDNORM_F32X4_NEON)

struct f32x4 {
  float32x4_t v;
};
struct f64x2 {
  float64x2_t v;
};

inline const char* backend() {
  return "neon";
}
inline uint32x4_t bits_of(f32x4 a) {
  return vreinterpretq_u32_f32(a.v);
}
inline f32x4 of_bits(uint32x4_t a) {
  return {vreinterpretq_f32_u32(a)};
}
inline f32x4 load(const float* p) {
  return {vld1q_f32(p)};
}
inline void store(float* p, f32x4 a) {
  vst1q_f32(p, a.v);
}
inline f32x4 splat(float x) {
  return {vdupq_n_f32(x)};
}
inline f32x4 operator+(f32x4 a, f32x4 b) {
  return {vaddq_f32(a.v, b.v)};
}
inline f32x4 operator-(f32x4 a, f32x4 b) {
  return {vsubq_f32(a.v, b.v)};
}
inline f32x4 operator*(f32x4 a, f32x4 b) {
  return {vmulq_f32(a.v, b.v)};
}
inline f32x4 operator/(f32x4 a, f32x4 b) {
  return {vdivq_f32(a.v, b.v)};
}
inline f32x4 sqrt(f32x4 a) {
  return {vsqrtq_f32(a.v)};
}
inline f32x4 max(f32x4 a, f32x4 b) {
  return {vbslq_f32(vcltq_f32(a.v, b.v), b.v, a.v)};
}
inline f32x4 min(f32x4 a, f32x4 b) {
  return {vbslq_f32(vcltq_f32(b.v, a.v), b.v, a.v)};
}
inline f32x4 less(f32x4 a, f32x4 b) {
  return of_bits(vcltq_f32(a.v, b.v));
}
inline f32x4 less_equal(f32x4 a, f32x4 b) {
  return of_bits(vcleq_f32(a.v, b.v));
}
inline f32x4 select(f32x4 mask, f32x4 a, f32x4 b) {
  return {vbslq_f32(bits_of(mask), a.v, b.v)};
}
inline f32x4 bit_and(f32x4 a, f32x4 b) {
  return of_bits(vandq_u32(bits_of(a), bits_of(b)));
}
inline f32x4 bit_or(f32x4 a, f32x4 b) {
  return of_bits(vorrq_u32(bits_of(a), bits_of(b)));
}
inline f32x4 bit_xor(f32x4 a, f32x4 b) {
  return of_bits(veorq_u32(bits_of(a), bits_of(b)));
}
inline f32x4 int_add(f32x4 a, f32x4 b) {
  return of_bits(vaddq_u32(bits_of(a), bits_of(b)));
}
inline f32x4 int_shl23(f32x4 a) {
  return of_bits(vshlq_n_u32(bits_of(a), 23));
}
inline float lane(f32x4 a, int i) {
  float lanes[4];
  vst1q_f32(lanes, a.v);
  return lanes[i];
}

inline f32x4 swap_halves(f32x4 a) {
  return {vextq_f32(a.v, a.v, 2)};
}
inline f32x4 swap_neighbours(f32x4 a) {
  return {vrev64q_f32(a.v)};
}
inline void transpose(f32x4& a, f32x4& b, f32x4& c, f32x4& d) {
  const float32x4x2_t ab = vtrnq_f32(a.v, b.v);
  const float32x4x2_t cd = vtrnq_f32(c.v, d.v);
  a = {vcombine_f32(vget_low_f32(ab.val[0]), vget_low_f32(cd.val[0]))};
  b = {vcombine_f32(vget_low_f32(ab.val[1]), vget_low_f32(cd.val[1]))};
  c = {vcombine_f32(vget_high_f32(ab.val[0]), vget_high_f32(cd.val[0]))};
  d = {vcombine_f32(vget_high_f32(ab.val[1]), vget_high_f32(cd.val[1]))};
}

inline f64x2 splat(double x) {
  return {vdupq_n_f64(x)};
}
inline f64x2 operator+(f64x2 a, f64x2 b) {
  return {vaddq_f64(a.v, b.v)};
}
inline f64x2 operator-(f64x2 a, f64x2 b) {
  return {vsubq_f64(a.v, b.v)};
}
inline f64x2 operator*(f64x2 a, f64x2 b) {
  return {vmulq_f64(a.v, b.v)};
}
inline f64x2 operator/(f64x2 a, f64x2 b) {
  return {vdivq_f64(a.v, b.v)};
}
inline f64x2 low_to_double(f32x4 a) {
  return {vcvt_f64_f32(vget_low_f32(a.v))};
}
inline f64x2 high_to_double(f32x4 a) {
  return {vcvt_high_f64_f32(a.v)};
}
inline f32x4 to_float(f64x2 low, f64x2 high) {
  return {vcvt_high_f32_f64(vcvt_f32_f64(low.v), high.v)};
}
inline double lane0(f64x2 a) {
  return vgetq_lane_f64(a.v, 0);
}
inline double lane1(f64x2 a) {
  return vgetq_lane_f64(a.v, 1);
}
inline f64x2 pair(double a, double b) {
  return {vsetq_lane_f64(b, vdupq_n_f64(a), 1)};
}

#else

struct f32x4 {
  float v[4];
};
struct f64x2 {
  double v[2];
};

inline const char* backend() {
  return "scalar";
}

template <typename F>
inline f32x4 each(f32x4 a, f32x4 b, F f) {
  return {{f(a.v[0], b.v[0]), f(a.v[1], b.v[1]), f(a.v[2], b.v[2]), f(a.v[3], b.v[3])}};
}
template <typename F>
inline f32x4 each_bits(f32x4 a, f32x4 b, F f) {
  return each(a, b, [f](float x, float y) {
    return bit_cast<float>(
        static_cast<std::uint32_t>(f(bit_cast<std::uint32_t>(x), bit_cast<std::uint32_t>(y))));
  });
}

inline f32x4 load(const float* p) {
  return {{p[0], p[1], p[2], p[3]}};
}
inline void store(float* p, f32x4 a) {
  std::memcpy(p, a.v, sizeof a.v);
}
inline f32x4 splat(float x) {
  return {{x, x, x, x}};
}
inline f32x4 operator+(f32x4 a, f32x4 b) {
  return each(a, b, [](float x, float y) { return x + y; });
}
inline f32x4 operator-(f32x4 a, f32x4 b) {
  return each(a, b, [](float x, float y) { return x - y; });
}
inline f32x4 operator*(f32x4 a, f32x4 b) {
  return each(a, b, [](float x, float y) { return x * y; });
}
inline f32x4 operator/(f32x4 a, f32x4 b) {
  return each(a, b, [](float x, float y) { return x / y; });
}
inline f32x4 sqrt(f32x4 a) {
  return {{std::sqrt(a.v[0]), std::sqrt(a.v[1]), std::sqrt(a.v[2]), std::sqrt(a.v[3])}};
}
inline f32x4 max(f32x4 a, f32x4 b) {
  return each(a, b, [](float x, float y) { return x < y ? y : x; });
}
inline f32x4 min(f32x4 a, f32x4 b) {
  return each(a, b, [](float x, float y) { return y < x ? y : x; });
}
inline f32x4 less(f32x4 a, f32x4 b) {
  return each(a, b, [](float x, float y) { return bit_cast<float>(x < y ? 0xFFFFFFFFU : 0U); });
}
inline f32x4 less_equal(f32x4 a, f32x4 b) {
  return each(a, b, [](float x, float y) { return bit_cast<float>(x <= y ? 0xFFFFFFFFU : 0U); });
}
inline f32x4 bit_and(f32x4 a, f32x4 b) {
  return each_bits(a, b, [](std::uint32_t x, std::uint32_t y) { return x & y; });
}
inline f32x4 bit_or(f32x4 a, f32x4 b) {
  return each_bits(a, b, [](std::uint32_t x, std::uint32_t y) { return x | y; });
}
inline f32x4 bit_xor(f32x4 a, f32x4 b) {
  return each_bits(a, b, [](std::uint32_t x, std::uint32_t y) { return x ^ y; });
}
inline f32x4 int_add(f32x4 a, f32x4 b) {
  return each_bits(a, b, [](std::uint32_t x, std::uint32_t y) { return x + y; });
}
inline f32x4 int_shl23(f32x4 a) {
  return each_bits(a, a, [](std::uint32_t x, std::uint32_t) { return x << 23; });
}
inline f32x4 select(f32x4 mask, f32x4 a, f32x4 b) {
  f32x4 chosen;
  for (int i = 0; i < 4; ++i) chosen.v[i] = bit_cast<std::uint32_t>(mask.v[i]) != 0 ? a.v[i] : b.v[i];
  return chosen;
}
inline float lane(f32x4 a, int i) {
  return a.v[i];
}

inline f32x4 swap_halves(f32x4 a) {
  return {{a.v[2], a.v[3], a.v[0], a.v[1]}};
}
inline f32x4 swap_neighbours(f32x4 a) {
  return {{a.v[1], a.v[0], a.v[3], a.v[2]}};
}
inline void transpose(f32x4& a, f32x4& b, f32x4& c, f32x4& d) {
  f32x4* const rows[] = {&a, &b, &c, &d};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < i; ++j) {
      const float above = rows[j]->v[i];
      rows[j]->v[i] = rows[i]->v[j];
      rows[i]->v[j] = above;
    }
  }
}

inline f64x2 splat(double x) {
  return {{x, x}};
}
inline f64x2 operator+(f64x2 a, f64x2 b) {
  return {{a.v[0] + b.v[0], a.v[1] + b.v[1]}};
}
inline f64x2 operator-(f64x2 a, f64x2 b) {
  return {{a.v[0] - b.v[0], a.v[1] - b.v[1]}};
}
inline f64x2 operator*(f64x2 a, f64x2 b) {
  return {{a.v[0] * b.v[0], a.v[1] * b.v[1]}};
}
inline f64x2 operator/(f64x2 a, f64x2 b) {
  return {{a.v[0] / b.v[0], a.v[1] / b.v[1]}};
}
inline f64x2 low_to_double(f32x4 a) {
  return {{a.v[0], a.v[1]}};
}
inline f64x2 high_to_double(f32x4 a) {
  return {{a.v[2], a.v[3]}};
}
inline f32x4 to_float(f64x2 low, f64x2 high) {
  return {{static_cast<float>(low.v[0]), static_cast<float>(low.v[1]), static_cast<float>(high.v[0]),
           static_cast<float>(high.v[1])}};
}
inline double lane0(f64x2 a) {
  return a.v[0];
}
inline double lane1(f64x2 a) {
  return a.v[1];
}
inline f64x2 pair(double a, double b) {
  return {{a, b}};
}

#endif

// The NaN rule of max and min, alike in every back end: max is `a < b ? b : a` and min is `b < a ? b : a`, so
// a NaN in the first operand stays and one in the second is passed over. max(x, 0) is therefore a relu that
// keeps NaN. transpose takes its arguments as the rows of a matrix and leaves the columns in them. A mask
// from less() or less_equal() is all ones or all zeros in each lane; select takes a where the mask is set,
// else b.

inline f32x4 zero() {
  return splat(0.0F);
}

// The bit pattern in all four lanes.
inline f32x4 splat_bits(std::uint32_t bits) {
  return splat(bit_cast<float>(bits));
}

// A mask of the first n lanes, n <= 4.
inline f32x4 first_lanes(std::size_t n) {
  static constexpr std::uint32_t kMask[2 * kLanes] = {~0U, ~0U, ~0U, ~0U, 0, 0, 0, 0};
  float lanes[kLanes];
  std::memcpy(lanes, kMask + kLanes - n, sizeof lanes);
  return load(lanes);
}

inline f32x4 abs(f32x4 a) {
  return bit_and(a, splat_bits(0x7FFFFFFFU));
}

// The first n lanes from p (0 <= n <= 4), the others `fill`: how every kernel reads its tail. Not inlined, as
// a tail is rare and its branches would stand in every kernel several times.
[[gnu::noinline]] inline f32x4 load_n(const float* p, std::size_t n, float fill = 0.0F) {
  const float lanes[kLanes] = {n > 0 ? p[0] : fill, n > 1 ? p[1] : fill, n > 2 ? p[2] : fill,
                               n > 3 ? p[3] : fill};
  return load(lanes);
}

[[gnu::noinline]] inline void store_first(float* p, const float* lanes, std::size_t n) {
  if (n > 0) p[0] = lanes[0];
  if (n > 1) p[1] = lanes[1];
  if (n > 2) p[2] = lanes[2];
  if (n > 3) p[3] = lanes[3];
}

// Writes the first n lanes to p (0 <= n <= 4) and touches nothing after them. In the scalar back end only a
// copy is handed to another function: a value whose address is seen stays in memory for as long as it lives.
#if defined(ADDNORM_F32X4_SCALAR)
#define ADDNORM_INLINE_IF_SCALAR
#else
#define ADDNORM_INLINE_IF_SCALAR [[gnu::noinline]]
#endif
ADDNORM_INLINE_IF_SCALAR inline void store_n(float* p, f32x4 a, std::size_t n) {
  float lanes[kLanes];
  store(lanes, a);
  store_first(p, lanes, n);
}
#undef ADDNORM_INLINE_IF_SCALAR

// (lane 0 + lane 2) + (lane 1 + lane 3): the one order in which four lanes become one.
inline float sum(f32x4 a) {
  const f32x4 pairs = a + swap_halves(a);
  return lane(pairs + swap_neighbours(pairs), 0);
}

// Largest lane. A NaN may be passed over.
inline float max_lane(f32x4 a) {
  const f32x4 pairs = max(a, swap_halves(a));
  return lane(max(pairs, swap_neighbours(pairs)), 0);
}

// Four doubles, lane by lane the widened f32x4: what long sums are kept in.
struct f64x4 {
  f64x2 low, high;
};

inline f64x4 splat4(double x) {
  return {splat(x), splat(x)};
}
inline f64x4 load(const double* p) {
  return {pair(p[0], p[1]), pair(p[2], p[3])};
}
inline void store(double* p, f64x4 a) {
  p[0] = lane0(a.low);
  p[1] = lane1(a.low);
  p[2] = lane0(a.high);
  p[3] = lane1(a.high);
}
inline f64x4 to_double(f32x4 a) {
  return {low_to_double(a), high_to_double(a)};
}
inline f32x4 to_float(f64x4 a) {
  return to_float(a.low, a.high);
}
inline f64x4 operator+(f64x4 a, f64x4 b) {
  return {a.low + b.low, a.high + b.high};
}
inline f64x4 operator-(f64x4 a, f64x4 b) {
  return {a.low - b.low, a.high - b.high};
}
inline f64x4 operator*(f64x4 a, f64x4 b) {
  return {a.low * b.low, a.high * b.high};
}
inline f64x4 operator/(f64x4 a, f64x4 b) {
  return {a.low / b.low, a.high / b.high};
}

// (lane 0 + lane 2) + (lane 1 + lane 3), as for floats.
inline double sum(f64x4 a) {
  const f64x2 pairs = a.low + a.high;
  return lane0(pairs) + lane1(pairs);
}

// A group of up to four lanes: the whole-group overloads are plain loads and stores, the tail ones touch n
// lanes only.
struct Whole {};
struct Tail {
  std::size_t n;
};
inline f32x4 load(const float* p, Whole) {
  return load(p);
}
inline f32x4 load(const float* p, Tail tail) {
  return load_n(p, tail.n);
}
inline void store(float* p, f32x4 a, Whole) {
  store(p, a);
}
inline void store(float* p, f32x4 a, Tail tail) {
  store_n(p, a, tail.n);
}

// Lanes past the end hold what came of the padding; keep() sets them to 0, which changes no sum, so that a
// NaN or a large number made from padding cannot enter it.
inline f64x4 keep(f64x4 a, Whole) {
  return a;
}
inline f64x4 keep(f64x4 a, Tail tail) {
  return {pair(lane0(a.low), tail.n > 1 ? lane1(a.low) : 0.0), pair(tail.n > 2 ? lane0(a.high) : 0.0, 0.0)};
}

// Calls body(offset, lanes) for each group of four of n elements, with lanes Whole or, once at the end, Tail:
// the body is written once, as a generic lambda, and the tail runs the same operations on lanes padded with
// zeros.
template <typename Body>
inline void for_each_group(std::size_t n, Body body) {
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) body(i, Whole{});
  if (i < n) body(i, Tail{n - i});
}

}  // namespace addnorm::simd
