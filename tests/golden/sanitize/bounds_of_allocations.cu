//# Accesses outside of an allocation are told to the byte, with the line, the thread and who allocated it; they are not done.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
int *a; cudaMalloc(&a, 10 * sizeof(int)); cudaMemset(a, 0, 10 * sizeof(int));
__global__ void past(int *a) { a[threadIdx.x] = 1; }
past<<<1, 12>>>(a);
a
__global__ void before(int *a) {
  int i = threadIdx.x;
  a[i - 2] += 1;
}
before<<<1, 5>>>(a);
__global__ void read_past(int *a, int n) {
  int sum = 0;
  for (int i = 0; i <= n; i++)
    sum += a[i];
  a[0] = sum;
}
read_past<<<1, 1>>>(a, 10);
__global__ void half_past(char *bytes) { *(long long *)(bytes + 32) = *(long long *)(bytes + 36); }
half_past<<<1, 1>>>((char *)a);
__global__ void far_past(int *a) { a[5000] = 1; }
far_past<<<1, 1>>>(a);
__global__ void atomic_past(int *a) { atomicAdd(&a[10 + threadIdx.x], 1); }
atomic_past<<<1, 2>>>(a);
__global__ void copy_past(int *a, const int *from) { memcpy(a + 4, from, 8 * sizeof(int)); }
copy_past<<<1, 1>>>(a, a);
__global__ void fill_past(int *a, int n) { memset(a, 0, n); }
fill_past<<<1, 1>>>(a, 44);
struct Pair { int x, y; };
__global__ void member_past(Pair *pairs, int n) { pairs[n].y = 3; }
member_past<<<1, 1>>>((Pair *)a, 5);
__global__ void four_past(float4 *a) { float4 v = a[2]; a[0] = v; }
four_past<<<1, 1>>>((float4 *)a);
template <class T> __device__ void put(T *to, int at, T value) { to[at] = value; }
__global__ void by_function(int *a) { put(a, 10 + threadIdx.x, 7); }
by_function<<<1, 1>>>(a);
cudaFree(a);
