//# Host and device give the same number where a program lets `int` overflow, also where the compiler could reason that it cannot.
__host__ __device__ inline bool grows(int x, int by) { return x + by > x; }
__global__ void ask(const int *x, int *sum, bool *greater) { *sum = *x * *x + *x; *greater = grows(*x, 1); }
int *x, *sum; bool *greater; cudaMallocManaged(&x, 4); cudaMallocManaged(&sum, 4); cudaMallocManaged(&greater, 1);
int wrong(int n) { int count = 0; for (int i = n; i < n + 3; ++i) { *x = i; ask<<<1, 1>>>(x, sum, greater); cudaDeviceSynchronize(); count += *sum != i * i + i; } return count; }
wrong(46340)
//= (int) 0
wrong(100000)
//= (int) 0
int largest = INT_MAX; grows(largest, 1)
//= (bool) false
long squares(const int *v, int n) { long s = 0; for (int i = 0; i < n; ++i) s += (long)(v[i] * v[i]); return s; }
int many[4] = {65536, 46341, 3, -70000}; squares(many, 4)
//= (long) -1542446302
