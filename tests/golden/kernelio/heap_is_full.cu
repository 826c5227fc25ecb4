//# `malloc` in a kernel gives null when the heap is full: no crash, no error.
__device__ void *seen; __global__ void greedy(int *result) { void *p = malloc((size_t)1 << 44); seen = p; *result = p == nullptr ? 1 : 2; free(p); }
int *result; cudaMallocManaged(&result, 4);
greedy<<<1, 1>>>(result);
*result
//= (int) 1
