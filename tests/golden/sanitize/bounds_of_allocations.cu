//# Accesses outside of an allocation are told to the byte, with the line, the thread and who allocated it; they are not done.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
int *a; cudaMalloc(&a, 10 * sizeof(int)); cudaMemset(a, 0, 10 * sizeof(int));
__global__ void past(int *a) { a[threadIdx.x] = 1; }
past<<<1, 12>>>(a);
//? memcheck #1: cell 3: kernel `past`: write of 4 bytes, just past the end of an allocation of 40 bytes
//?   at cell 2:1, block (0,0,0), thread (10,0,0)
//?   the memory was allocated at cell 1:1
//?   2 times
a
//= (int *) device int[10] {1, 1, 1, 1, 1, 1, 1, 1, …}
__global__ void before(int *a) {
  int i = threadIdx.x;
  a[i - 2] += 1;
}
before<<<1, 5>>>(a);
//? memcheck #2: cell 6: kernel `before`: read of 4 bytes, 8 bytes before the start of an allocation of 40 bytes
//?   at cell 5:3, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
//?   2 times
//? memcheck #3: cell 6: kernel `before`: write of 4 bytes, 8 bytes before the start of an allocation of 40 bytes
//?   at cell 5:3, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
//?   2 times
__global__ void read_past(int *a, int n) {
  int sum = 0;
  for (int i = 0; i <= n; i++)
    sum += a[i];
  a[0] = sum;
}
read_past<<<1, 1>>>(a, 10);
//? memcheck #4: cell 8: kernel `read_past`: read of 4 bytes, just past the end of an allocation of 40 bytes
//?   at cell 7:4, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
__global__ void half_past(char *bytes) { *(long long *)(bytes + 32) = *(long long *)(bytes + 36); }
half_past<<<1, 1>>>((char *)a);
//? memcheck #5: cell 10: kernel `half_past`: read of 8 bytes at an address that is no multiple of 8
//?   at cell 9:1, block (0,0,0), thread (0,0,0)
//? memcheck #6: cell 10: kernel `half_past`: read of 8 bytes, the last 4 of them past the end of an allocation of 40 bytes
//?   at cell 9:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
__global__ void far_past(int *a) { a[5000] = 1; }
far_past<<<1, 1>>>(a);
//? memcheck #7: cell 12: kernel `far_past`: write of 4 bytes, 19960 bytes past the end of an allocation of 40 bytes
//?   at cell 11:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
__global__ void atomic_past(int *a) { atomicAdd(&a[10 + threadIdx.x], 1); }
atomic_past<<<1, 2>>>(a);
//? memcheck #8: cell 14: kernel `atomic_past`: atomic access of 4 bytes, just past the end of an allocation of 40 bytes
//?   at cell 13:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
//?   2 times
__global__ void copy_past(int *a, const int *from) { memcpy(a + 4, from, 8 * sizeof(int)); }
copy_past<<<1, 1>>>(a, a);
//? memcheck #9: cell 16: kernel `copy_past`: write of 32 bytes, the last 8 of them past the end of an allocation of 40 bytes
//?   at cell 15:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
__global__ void fill_past(int *a, int n) { memset(a, 0, n); }
fill_past<<<1, 1>>>(a, 44);
//? memcheck #10: cell 18: kernel `fill_past`: write of 44 bytes, the last 4 of them past the end of an allocation of 40 bytes
//?   at cell 17:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
struct Pair { int x, y; };
__global__ void member_past(Pair *pairs, int n) { pairs[n].y = 3; }
member_past<<<1, 1>>>((Pair *)a, 5);
//? memcheck #11: cell 21: kernel `member_past`: write of 4 bytes, 4 bytes past the end of an allocation of 40 bytes
//?   at cell 20:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
__global__ void four_past(float4 *a) { float4 v = a[2]; a[0] = v; }
four_past<<<1, 1>>>((float4 *)a);
//? memcheck #12: cell 23: kernel `four_past`: read of 16 bytes, the last 8 of them past the end of an allocation of 40 bytes
//?   at cell 22:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
template <class T> __device__ void put(T *to, int at, T value) { to[at] = value; }
__global__ void by_function(int *a) { put(a, 10 + threadIdx.x, 7); }
by_function<<<1, 1>>>(a);
//? memcheck #13: cell 26: kernel `by_function`: write of 4 bytes, just past the end of an allocation of 40 bytes
//?   at cell 24:1, called at cell 25:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
cudaFree(a);
//? note: memcheck,racecheck,initcheck,synccheck: 13 findings
