//# A function has one address: in every kernel, in variables and on the host.
using op = int (*)(int);
__device__ int f(int x) { return x; }
__device__ int g(int x) { return -x; }
__device__ op at = f;
__device__ op chosen;
__global__ void choose() { chosen = f; }
__global__ void compare(int *out, op p) { out[0] = chosen == f; out[1] = at == f; out[2] = p == f; out[3] = p == g; }
op p; cudaMemcpyFromSymbol(&p, at, sizeof(op));
int *out; cudaMallocManaged(&out, 4 * sizeof(int));
choose<<<1, 1>>>(); compare<<<1, 1>>>(out, p); cudaDeviceSynchronize(); printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
//= 1 1 1 0
