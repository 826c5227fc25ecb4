//# An address that is no multiple of what its type asks for is a fault on a GPU.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
char *bytes; cudaMalloc(&bytes, 256); cudaMemset(bytes, 0, 256);
__global__ void of_int(char *p) { *(int *)(p + 1 + 4 * threadIdx.x) = 1; }
of_int<<<1, 2>>>(bytes);
__global__ void of_double(char *p) { *(double *)(p + 4) += 1; }
of_double<<<1, 1>>>(bytes);
__global__ void of_four(float4 *p) { float4 v = p[1]; p[0] = v; }
of_four<<<1, 1>>>((float4 *)(bytes + 8));
__global__ void of_atomic(char *p) { atomicAdd((unsigned *)(p + 2), 1u); }
of_atomic<<<1, 1>>>(bytes);
cudaFree(bytes);
