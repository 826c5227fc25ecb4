// host.bc: clang-22 -O1 -emit-llvm -c host.c -o host.bc
static __attribute__((noinline)) int doubled(int a) { return a * 2; }
float twice(float x) { return doubled(1) * x; }
void fill(float *p, int n) {
  for (int i = 0; i < n; ++i)
    p[i] = n;
}
extern float missing(float);
float uses(float x) { return missing(x); }
