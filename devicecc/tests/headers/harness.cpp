// The machine under a test of the embedded headers: reports, a generator, reference operations in the four rounding modes and
// stand-ins for the primitives that note how they were called.
#include <cfenv>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#pragma STDC FENV_ACCESS ON

static unsigned long checks, mismatches;

extern "C" {
void check();

void chv_mismatch(const char *what, unsigned long long got, unsigned long long want, unsigned long long a, unsigned long long b,
                  unsigned long long c) {
  if (++mismatches <= 40) printf("%s: got %llx, want %llx, of %llx %llx %llx\n", what, got, want, a, b, c);
}
void chv_checked(unsigned count) { checks += count; }
unsigned long long chv_random() {  // splitmix64
  static unsigned long long state = 1;
  unsigned long long z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9, z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

// op: + - * / r (root) f (fma); mode: n z u d.
static int rounding(char mode) {
  return mode == 'n' ? FE_TONEAREST : mode == 'z' ? FE_TOWARDZERO : mode == 'u' ? FE_UPWARD : FE_DOWNWARD;
}
double chv_reference(char op, char mode, double a, double b, double c) {
  volatile double x = a, y = b, z = c, r;
  fesetround(rounding(mode));
  r = op == '+' ? x + y : op == '-' ? x - y : op == '*' ? x * y : op == '/' ? x / y : op == 'r' ? sqrt(x) : fma(x, y, z);
  fesetround(FE_TONEAREST);
  return r;
}
float chv_reference_float(char op, char mode, float a, float b, float c) {
  volatile float x = a, y = b, z = c, r;
  fesetround(rounding(mode));
  r = op == '+' ? x + y : op == '-' ? x - y : op == '*' ? x * y : op == '/' ? x / y : op == 'r' ? sqrtf(x) : fmaf(x, y, z);
  fesetround(FE_TONEAREST);
  return r;
}
// from: d double, i int, j unsigned, l long long, m unsigned long long; to float or double in the given mode.
double chv_reference_from(char from, bool to_float, char mode, unsigned long long bits) {
  double d;
  __builtin_memcpy(&d, &bits, 8);
  volatile double vd = d;
  volatile int vi = (int)bits;
  volatile unsigned vj = (unsigned)bits;
  volatile long long vl = (long long)bits;
  volatile unsigned long long vm = bits;
  volatile float f;
  volatile double r;
  fesetround(rounding(mode));
  if (to_float) {
    f = from == 'd' ? (float)vd : from == 'i' ? (float)vi : from == 'j' ? (float)vj : from == 'l' ? (float)vl : (float)vm;
    r = f;
  } else {
    r = from == 'l' ? (double)vl : (double)vm;
  }
  fesetround(FE_TONEAREST);
  return r;
}

// The host's libm under names that device code may call.
#define LIBRARY1(name, low, high)                                                                                      \
  double chv_host_##name(double x) { return name(x); }                                                                 \
  float chv_host_##name##f(float x) { return name##f(x); }
#define LIBRARY2(name, low, high)                                                                                      \
  double chv_host_##name(double x, double y) { return name(x, y); }                                                    \
  float chv_host_##name##f(float x, float y) { return name##f(x, y); }
#define BESSEL(name, low, high)                                                                                        \
  double chv_host_##name(double x) { return name(x); }                                                                 \
  float chv_host_##name##f(float x) { return (float)name(x); }
#include "library.h"

// Primitives: threads of a block of one, and the last call of a convergent one.
unsigned chv_last_kind, chv_last_operand, chv_last_width, chv_last_site;
unsigned long long chv_last_mask, chv_last_value;
unsigned __chv_tid_x() { return 1; }
unsigned __chv_tid_y() { return 2; }
unsigned __chv_tid_z() { return 3; }
unsigned __chv_ctaid_x() { return 4; }
unsigned __chv_ctaid_y() { return 5; }
unsigned __chv_ctaid_z() { return 6; }
unsigned __chv_ntid_x() { return 7; }
unsigned __chv_ntid_y() { return 8; }
unsigned __chv_ntid_z() { return 9; }
unsigned __chv_nctaid_x() { return 10; }
unsigned __chv_nctaid_y() { return 11; }
unsigned __chv_nctaid_z() { return 12; }
unsigned long long __chv_sync_shuffle(unsigned long long mask, unsigned long long value, unsigned operand, unsigned width,
                                      unsigned kind, unsigned site) {
  chv_last_mask = mask, chv_last_value = value, chv_last_operand = operand, chv_last_width = width, chv_last_kind = kind;
  chv_last_site = site;
  return value;
}
unsigned long long __chv_sync_ballot(unsigned long long mask, int predicate, unsigned site) {
  chv_last_mask = mask, chv_last_site = site;
  return predicate ? mask & 1 : 0;  // only lane 0 runs
}
unsigned long long __chv_sync_match_any(unsigned long long mask, unsigned long long value, unsigned) {
  chv_last_mask = mask, chv_last_value = value;
  return mask & 1;
}
unsigned long long __chv_sync_match_all(unsigned long long mask, unsigned long long value, int *all, unsigned) {
  chv_last_mask = mask, chv_last_value = value, *all = 1;
  return mask & 1;
}
unsigned __chv_sync_reduce(unsigned long long mask, unsigned value, unsigned kind, unsigned) {
  chv_last_mask = mask, chv_last_kind = kind;
  return value;
}
[[noreturn]] void __chv_trap() {
  printf("trap\n");
  exit(1);
}
}

int main() {
  check();
  printf("%lu checks, %lu mismatches\n", checks, mismatches);
  return mismatches || !checks;
}
