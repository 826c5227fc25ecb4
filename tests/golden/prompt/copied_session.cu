//# A session that was copied with its prompt marks runs: marks are taken off, a shell's line and outputs are passed over.
$ chevron --device cpu
1> __device__ int twice(int x) {
  return 2 * x;
}
//? note: prompt marks are taken off, and lines between the cells are passed over as outputs
//? note: `chevron --device cpu` is for a shell, and passed over
2> __global__ void fill(int *out) { out[threadIdx.x] = twice(threadIdx.x); }
3> int *out; cudaMallocManaged(&out, 4 * sizeof(int));
4> fill<<<1, 4>>>(out);
5> out[3]
//= (int) 6
(int) 6
error: cell 9: this is an output
6> int sum = 0; for (int i = 0; i < 4; ++i) sum += out[i];
7> sum
//= (int) 12
