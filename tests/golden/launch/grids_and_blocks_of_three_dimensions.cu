//# Every thread of a 3D grid of 3D blocks runs once, with its own indices.
//@ hip = true
__global__ void mark(int *seen) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  atomicAdd(&seen[x + 6 * (y + 12 * z)], 1 + x + 100 * y + 10000 * z);
  if (x + y + z == 0) seen[6 * 12 * 20] = gridDim.x + 10 * gridDim.y + 100 * gridDim.z + 1000 * blockDim.x + 10000 * blockDim.y + 100000 * blockDim.z;
}
int *seen; cudaMallocManaged(&seen, (6 * 12 * 20 + 1) * 4);
mark<<<dim3(3, 4, 5), dim3(2, 3, 4)>>>(seen);
int wrong = 0; for (int z = 0; z < 20; ++z) for (int y = 0; y < 12; ++y) for (int x = 0; x < 6; ++x) wrong += seen[x + 6 * (y + 12 * z)] != 1 + x + 100 * y + 10000 * z;
wrong
//= (int) 0
seen[6 * 12 * 20]
//= (int) 432543
