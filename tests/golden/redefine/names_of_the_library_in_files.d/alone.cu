int rename = 3, remove = 4;
struct div { int x; };
int tmpfile(int);
__device__ float j0;
__global__ void fill(float *p) { j0 = 5; *p = j0 + max(1, 2); }
double gamma(double x) { return 2 * x; }
int main() {
  float *p;
  cudaMallocManaged(&p, sizeof(float));
  fill<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  struct div d{10};
  return *p + rename * remove + tmpfile(d.x) + gamma(100) + div(7, 2).quot; // 7 + 12 + 11 + 200 + 3
}
int tmpfile(int x) { return x + 1; }
