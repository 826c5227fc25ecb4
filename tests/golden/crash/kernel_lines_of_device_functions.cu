//# A fault in a device function is told with the calls that lead to it, whichever cells they are of, and with the newest definition's lines.
//@ devices = ["cpu"]
__device__ void put(int *p, int i) {
  p[i] = 1;
}
struct Table {
  int *rows;
  __device__ void set(int i) {
    put(rows, i);
  }
};
__global__ void fill(Table table) {
  int i = threadIdx.x;
  table.set(i);
}
fill<<<1, 4>>>(Table{(int *)64});
//? error: cell 4: kernel `fill` <<<(1,1,1), (4,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x40
//?   at cell 1:2 in `put`
//?   at cell 2:4 in `set`
//?   at cell 3:3 in `fill`
__device__ void put(int *p, int i) {
  int *at = p + 2 * i;

  *at = 1;
}
fill<<<1, 4>>>(Table{(int *)64});
//? error: cell 6: kernel `fill` <<<(1,1,1), (4,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x40
//?   at cell 5:4 in `put`
//?   at cell 2:4 in `set`
//?   at cell 3:3 in `fill`
%undo 2
//? note: cells 5 to 6 are taken back: `put` (that of cell 1 is back)
fill<<<1, 4>>>(Table{(int *)64});
//? error: cell 5: kernel `fill` <<<(1,1,1), (4,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x40
//?   at cell 1:2 in `put`
//?   at cell 2:4 in `set`
//?   at cell 3:3 in `fill`
__global__ void meet(int *p) {
  __shared__ int shared[32];
  shared[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 5)
    put(p, shared[threadIdx.x ^ 1]);
  __syncthreads();
}
meet<<<1, 32>>>(nullptr);
//? error: cell 7: kernel `meet` <<<(1,1,1), (32,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (5,0,0)
//?   invalid write to address 0x4
//?   at cell 1:2 in `put`
//?   at cell 6:6 in `meet`
__device__ int depth(int *p, int n) {
  if (n == 0)
    return *p;
  return depth(p, n - 1) + n * depth(p, n - 2);
}
__global__ void recurse(int *p, int n) { *p = depth(p, n); }
recurse<<<1, 1>>>(nullptr, 3);
//? error: cell 10: kernel `recurse` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid read of address 0x0
//?   at cell 8:3 in `depth`
1 + 1
//= (int) 2
