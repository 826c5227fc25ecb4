//# The lines of a kernel template's instance, made in a later cell; and of a lambda that a kernel calls.
//@ devices = ["cpu"]
template <class T> __global__ void scale(T *p, T by) {
  int i = threadIdx.x;
  p[i] *= by;
}
float *f; cudaMallocManaged(&f, 64);
scale<<<1, 4>>>(f, 2.0f);
scale<<<1, 4>>>((double *)nullptr, 2.0);
//? error: cell 4: kernel `scale<double>` <<<(1,1,1), (4,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid read of address 0x0
//?   at cell 1:3 in `scale<double>`
template <class F> __global__ void run(F f) {
  f(threadIdx.x);
}
void launch(int *to) {
  run<<<1, 4>>>([=] __device__(int i) {
    to[i] = i;
  });
}
launch(nullptr);
//? error: cell 7: kernel `run<(lambda at cell 6:2:17)>` <<<(1,1,1), (4,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x0
//?   at cell 6:3 in `operator()`
//?   at cell 5:2 in `run<(lambda at cell 6:2:17)>`
