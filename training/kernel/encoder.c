// The forward pass of a BERT encoder over 8-bit weights, for WebAssembly with (relaxed) 128-bit SIMD. No library, no allocation:
// the caller lays everything out in linear memory and hands over one table of addresses.
// Built by kernel/build.sh; src/judge/model/encoder-wasm.ts is the caller.
#include <wasm_simd128.h>
typedef signed char i8; typedef int i32;

// Activations become 7-bit integers per token (shifted to 0..127): the dot product of eight-bit and seven-bit integers is one
// instruction on recent processors. Against 14 bits it moves the logits by 0.05 on average, less than the 6-bit weights do.
typedef unsigned char u8;
static const float TOP = 63.f;
// a * b + c, fused where the processor can
#define MADD(a, b, c) wasm_f32x4_relaxed_madd(a, b, c)
#define DOT(w, x, acc) wasm_i32x4_relaxed_dot_i8x16_i7x16_add(w, x, acc)

static float hsum(v128_t v) { return wasm_f32x4_extract_lane(v, 0) + wasm_f32x4_extract_lane(v, 1) + wasm_f32x4_extract_lane(v, 2) + wasm_f32x4_extract_lane(v, 3); }

static void quantise(const float* x, int n, int k, u8* q, float* scale) {
  for (int t = 0; t < n; t++, x += k, q += k) {
    v128_t m = wasm_f32x4_splat(0);
    for (int i = 0; i < k; i += 4) m = wasm_f32x4_pmax(m, wasm_f32x4_abs(wasm_v128_load(x + i)));
    float peak = 1e-9f;
    for (int i = 0; i < 4; i++) { float v = ((float*)&m)[i]; if (v > peak) peak = v; }
    scale[t] = peak / TOP;
    v128_t inv = wasm_f32x4_splat(TOP / peak), up = wasm_f32x4_splat(64.f);
    for (int i = 0; i < k; i += 16) {
      v128_t v[4];
      for (int j = 0; j < 4; j++) v[j] = wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest(MADD(wasm_v128_load(x + i + 4 * j), inv, up)));
      wasm_v128_store(q + i, wasm_u8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4(v[0], v[1]), wasm_i16x8_narrow_i32x4(v[2], v[3])));
    }
  }
}

static v128_t sum4(v128_t a, v128_t b, v128_t c, v128_t d) {
  v128_t ab = wasm_i32x4_add(wasm_i32x4_shuffle(a, b, 0, 4, 1, 5), wasm_i32x4_shuffle(a, b, 2, 6, 3, 7));
  v128_t cd = wasm_i32x4_add(wasm_i32x4_shuffle(c, d, 0, 4, 1, 5), wasm_i32x4_shuffle(c, d, 2, 6, 3, 7));
  return wasm_i32x4_add(wasm_i32x4_shuffle(ab, cd, 0, 1, 4, 5), wasm_i32x4_shuffle(ab, cd, 2, 3, 6, 7));
}

static v128_t scaled(v128_t sum, v128_t zero, v128_t scale, float x, v128_t bias) {
  return MADD(wasm_f32x4_mul(wasm_f32x4_convert_i32x4(wasm_i32x4_sub(sum, zero)), scale), wasm_f32x4_splat(x), bias);
}

// out[t][r] = x[t] . w[r] * scales + bias, four rows and two tokens at a time; sums holds 64 * the sum of each row of w
static void gemm(const u8* x, const float* xs, int n, const i8* w, const float* ws, const float* bias, const i32* sums, float* out, int rows, int k) {
  for (int r = 0; r < rows; r += 4) {
    const i8 *w0 = w + r * k, *w1 = w0 + k, *w2 = w1 + k, *w3 = w2 + k;
    v128_t s = wasm_v128_load(ws + r), b = wasm_v128_load(bias + r), zero = wasm_v128_load(sums + r);
    for (int t = 0; t < n; t += 2) {
      // an odd last token is computed twice
      int u = t + 1 < n ? t + 1 : t; const u8 *x0 = x + t * k, *x1 = x + u * k;
      v128_t a0 = wasm_i32x4_splat(0), a1 = a0, a2 = a0, a3 = a0, c0 = a0, c1 = a0, c2 = a0, c3 = a0;
      for (int i = 0; i < k; i += 16) {
        v128_t p = wasm_v128_load(x0 + i), q = wasm_v128_load(x1 + i), v;
        v = wasm_v128_load(w0 + i); a0 = DOT(v, p, a0); c0 = DOT(v, q, c0);
        v = wasm_v128_load(w1 + i); a1 = DOT(v, p, a1); c1 = DOT(v, q, c1);
        v = wasm_v128_load(w2 + i); a2 = DOT(v, p, a2); c2 = DOT(v, q, c2);
        v = wasm_v128_load(w3 + i); a3 = DOT(v, p, a3); c3 = DOT(v, q, c3);
      }
      wasm_v128_store(out + t * rows + r, scaled(sum4(a0, a1, a2, a3), zero, s, xs[t], b));
      wasm_v128_store(out + u * rows + r, scaled(sum4(c0, c1, c2, c3), zero, s, xs[u], b));
    }
  }
}

// e^x for x <= 0 or small: 2^floor * a polynomial; relative error below 2e-6, plenty beside 8-bit weights
static v128_t vexp(v128_t x) {
  x = wasm_f32x4_pmax(wasm_f32x4_pmin(x, wasm_f32x4_splat(80.f)), wasm_f32x4_splat(-80.f));
  v128_t y = wasm_f32x4_mul(x, wasm_f32x4_splat(1.44269504f)), f = wasm_f32x4_nearest(y), r = wasm_f32x4_sub(y, f);
  v128_t p = wasm_f32x4_splat(0.00133336f);
  p = MADD(p, r, wasm_f32x4_splat(0.00961813f)); p = MADD(p, r, wasm_f32x4_splat(0.05550411f));
  p = MADD(p, r, wasm_f32x4_splat(0.24022651f)); p = MADD(p, r, wasm_f32x4_splat(0.69314718f));
  p = MADD(p, r, wasm_f32x4_splat(1.f));
  v128_t e = wasm_i32x4_shl(wasm_i32x4_add(wasm_i32x4_trunc_sat_f32x4(f), wasm_i32x4_splat(127)), 23);
  return wasm_f32x4_mul(p, e);
}

// GELU with the error function by Abramowitz and Stegun 7.1.26 (error below 1.5e-7)
static void gelu(float* x, int n) {
  for (int i = 0; i < n; i += 4) {
    v128_t v = wasm_v128_load(x + i), z = wasm_f32x4_mul(v, wasm_f32x4_splat(0.70710678f)), a = wasm_f32x4_abs(z);
    v128_t t = wasm_f32x4_div(wasm_f32x4_splat(1.f), MADD(a, wasm_f32x4_splat(0.3275911f), wasm_f32x4_splat(1.f)));
    v128_t p = wasm_f32x4_splat(1.061405429f);
    p = MADD(p, t, wasm_f32x4_splat(-1.453152027f)); p = MADD(p, t, wasm_f32x4_splat(1.421413741f));
    p = MADD(p, t, wasm_f32x4_splat(-0.284496736f)); p = MADD(p, t, wasm_f32x4_splat(0.254829592f));
    v128_t erf = wasm_f32x4_sub(wasm_f32x4_splat(1.f), wasm_f32x4_mul(wasm_f32x4_mul(p, t), vexp(wasm_f32x4_neg(wasm_f32x4_mul(a, a)))));
    erf = wasm_v128_or(erf, wasm_v128_and(v, wasm_i32x4_splat(0x80000000)));
    wasm_v128_store(x + i, wasm_f32x4_mul(wasm_f32x4_mul(v, wasm_f32x4_splat(.5f)), wasm_f32x4_add(wasm_f32x4_splat(1.f), erf)));
  }
}

// x = norm(x + y) * gamma + beta
static void add_norm(float* x, const float* y, const float* gamma, const float* beta, int n, int h) {
  for (int t = 0; t < n; t++, x += h, y += h) {
    v128_t s = wasm_f32x4_splat(0), q = s;
    for (int i = 0; i < h; i += 4) { v128_t v = wasm_f32x4_add(wasm_v128_load(x + i), wasm_v128_load(y + i)); wasm_v128_store(x + i, v); s = wasm_f32x4_add(s, v); }
    v128_t mean = wasm_f32x4_splat(hsum(s) / h);
    for (int i = 0; i < h; i += 4) { v128_t d = wasm_f32x4_sub(wasm_v128_load(x + i), mean); q = MADD(d, d, q); }
    v128_t inv = wasm_f32x4_splat(1.f / __builtin_sqrtf(hsum(q) / h + 1e-12f));
    for (int i = 0; i < h; i += 4) wasm_v128_store(x + i, MADD(wasm_f32x4_mul(wasm_f32x4_sub(wasm_v128_load(x + i), mean), inv), wasm_v128_load(gamma + i), wasm_v128_load(beta + i)));
  }
}

// Attention of every head; qkv is [n][3h]. Keys are turned round per head (kt: [d][pad]) so that one query meets 16 keys at a time.
static void attend(const float* qkv, float* out, int n, int h, int heads, float* kt, float* p) {
  int d = h / heads, pad = (n + 15) & ~15; float scale = 1.f / __builtin_sqrtf(d);
  for (int a = 0; a < heads; a++) {
    const float *q = qkv + a * d, *k = q + h, *v = k + h;
    for (int i = 0; i < d; i++) { for (int t = 0; t < n; t++) kt[i * pad + t] = k[t * 3 * h + i] * scale; for (int t = n; t < pad; t++) kt[i * pad + t] = 0; }
    for (int t = 0; t < n; t++) {
      const float* qt = q + t * 3 * h; v128_t top = wasm_f32x4_splat(-1e30f);
      for (int j = 0; j < pad; j += 16) {
        v128_t s0 = wasm_f32x4_splat(0), s1 = s0, s2 = s0, s3 = s0;
        for (int i = 0; i < d; i++) {
          v128_t x = wasm_f32x4_splat(qt[i]); const float* r = kt + i * pad + j;
          s0 = MADD(x, wasm_v128_load(r), s0); s1 = MADD(x, wasm_v128_load(r + 4), s1);
          s2 = MADD(x, wasm_v128_load(r + 8), s2); s3 = MADD(x, wasm_v128_load(r + 12), s3);
        }
        wasm_v128_store(p + j, s0); wasm_v128_store(p + j + 4, s1); wasm_v128_store(p + j + 8, s2); wasm_v128_store(p + j + 12, s3);
      }
      for (int j = n; j < pad; j++) p[j] = -1e30f;
      for (int j = 0; j < pad; j += 4) top = wasm_f32x4_pmax(top, wasm_v128_load(p + j));
      float m = -1e30f; for (int i = 0; i < 4; i++) { float x = ((float*)&top)[i]; if (x > m) m = x; }
      v128_t sum = wasm_f32x4_splat(0), mm = wasm_f32x4_splat(m);
      for (int j = 0; j < pad; j += 4) { v128_t e = vexp(wasm_f32x4_sub(wasm_v128_load(p + j), mm)); wasm_v128_store(p + j, e); sum = wasm_f32x4_add(sum, e); }
      float inv = 1.f / hsum(sum); float* o = out + t * h + a * d;
      for (int i = 0; i < d; i += 16) {
        v128_t o0 = wasm_f32x4_splat(0), o1 = o0, o2 = o0, o3 = o0;
        for (int j = 0; j < n; j++) {
          v128_t x = wasm_f32x4_splat(p[j]); const float* r = v + j * 3 * h + i;
          o0 = MADD(x, wasm_v128_load(r), o0); o1 = MADD(x, wasm_v128_load(r + 4), o1);
          o2 = MADD(x, wasm_v128_load(r + 8), o2); o3 = MADD(x, wasm_v128_load(r + 12), o3);
        }
        v128_t z = wasm_f32x4_splat(inv);
        wasm_v128_store(o + i, wasm_f32x4_mul(o0, z)); wasm_v128_store(o + i + 4, wasm_f32x4_mul(o1, z)); wasm_v128_store(o + i + 8, wasm_f32x4_mul(o2, z)); wasm_v128_store(o + i + 12, wasm_f32x4_mul(o3, z));
      }
    }
  }
}

// Unpacks a little-endian stream of `bits`-bit values (stored + 2^(bits-1)) into signed bytes.
__attribute__((export_name("unpack"))) void unpack(const unsigned char* from, i8* to, int count, int bits) {
  unsigned acc = 0; int have = 0; int mask = (1 << bits) - 1, half = 1 << (bits - 1);
  for (int i = 0; i < count; i++) {
    while (have < bits) { acc |= (unsigned)*from++ << have; have += 8; }
    to[i] = (i8)((int)(acc & mask) - half); acc >>= bits; have -= bits;
  }
}

// 64 * the sum of each row, what the shift of the activations to positive numbers adds
__attribute__((export_name("sums"))) void sums(const i8* w, i32* to, int rows, int k) {
  for (int r = 0; r < rows; r++, w += k) { i32 s = 0; for (int i = 0; i < k; i++) s += w[i]; to[r] = 64 * s; }
}

// table: 0 layers, 1 hidden, 2 ffn, 3 heads, 4 token table (i8), 5 its scales, 6 groups per row, 7 positions, 8 types, 9 gamma, 10 beta,
// 11 x, 12 y, 13 wide, 14 q (bytes), 15 token scales, 16 turned keys, 17 scores, then per layer 20 addresses:
// qkv w scale bias sums, out w scale bias sums, gamma beta, up w scale bias sums, down w scale bias sums, gamma beta
__attribute__((export_name("encode"))) void encode(const i32* table, const i32* ids, const i32* types, int n, float* mean) {
  int layers = table[0], h = table[1], ffn = table[2], heads = table[3], groups = table[6], size = h / groups;
  const i8* tokens = (const i8*)table[4]; const float *ts = (const float*)table[5], *positions = (const float*)table[7], *kinds = (const float*)table[8];
  float *x = (float*)table[11], *y = (float*)table[12], *wide = (float*)table[13], *xs = (float*)table[15]; u8* q = (u8*)table[14];
  for (int t = 0; t < n; t++) for (int i = 0; i < h; i++) {
    x[t * h + i] = tokens[ids[t] * h + i] * ts[ids[t] * groups + i / size] + kinds[types[t] * h + i]; y[t * h + i] = positions[t * h + i];
  }
  add_norm(x, y, (const float*)table[9], (const float*)table[10], n, h);
  for (int l = 0; l < layers; l++) {
    const i32* a = table + 18 + l * 20;
    quantise(x, n, h, q, xs); gemm(q, xs, n, (const i8*)a[0], (const float*)a[1], (const float*)a[2], (const i32*)a[3], wide, 3 * h, h);
    attend(wide, y, n, h, heads, (float*)table[16], (float*)table[17]);
    quantise(y, n, h, q, xs); gemm(q, xs, n, (const i8*)a[4], (const float*)a[5], (const float*)a[6], (const i32*)a[7], y, h, h);
    add_norm(x, y, (const float*)a[8], (const float*)a[9], n, h);
    quantise(x, n, h, q, xs); gemm(q, xs, n, (const i8*)a[10], (const float*)a[11], (const float*)a[12], (const i32*)a[13], wide, ffn, h);
    gelu(wide, n * ffn);
    quantise(wide, n, ffn, q, xs); gemm(q, xs, n, (const i8*)a[14], (const float*)a[15], (const float*)a[16], (const i32*)a[17], y, h, ffn);
    add_norm(x, y, (const float*)a[18], (const float*)a[19], n, h);
  }
  for (int i = 0; i < h; i++) { float s = 0; for (int t = 0; t < n; t++) s += x[t * h + i]; mean[i] = s / n; }
}
