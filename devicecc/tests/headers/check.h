// How a test in device code reports: the device side is compiled for this machine and linked with harness.cpp, which has the
// bodies of these and of the primitives.
#pragma once

extern "C" {
// One mismatch: what was computed, the two values and the operands, as bits.
__device__ void chv_mismatch(const char *what, unsigned long long got, unsigned long long want, unsigned long long a,
                             unsigned long long b, unsigned long long c);
// Counts checks, so that a test which checked nothing fails.
__device__ void chv_checked(unsigned count);
// Pseudorandom bits, the same in every run.
__device__ unsigned long long chv_random();
}

template <class T> __device__ unsigned long long bits_of(T x) {
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &x, sizeof x);
  return bits;
}
template <class G, class W, class A = int, class B = int, class C = int>
__device__ void expect(const char *what, G got, W want, A a = 0, B b = 0, C c = 0) {
  chv_checked(1);
  if (bits_of(got) != bits_of((G)want)) chv_mismatch(what, bits_of(got), bits_of((G)want), bits_of(a), bits_of(b), bits_of(c));
}
