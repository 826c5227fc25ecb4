//# `new` in a kernel of a type with more alignment than the heap gives (C++17): aligned, one or many, and `delete` gives it back.
//@ expected_failures = { toolkit = "NVIDIA's headers have no such operator for device code" }
struct alignas(128) Wide { int n; __device__ Wide() : n(6) {} __device__ ~Wide() { n = 0; } };
__global__ void many(int *out, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    Wide *one = new Wide, *some = new Wide[3];
    out[0] += (size_t)one % 128 == 0 && (size_t)some % 128 == 0;
    out[1] += one->n + some[2].n;
    delete one;
    delete[] some;
  }
}
int *out, got[2]; cudaMalloc(&out, 8); cudaMemset(out, 0, 8);
many<<<1, 2>>>(out, 0); many<<<1, 1>>>(out, 500);
cudaMemcpy(got, out, 8, cudaMemcpyDeviceToHost);
got[0] + got[1]
//= (int) 6500
