//# The very first cell may be a kernel of several lines, before any header, variable or statement.
__global__ void first(float *out)
{
    // the index of the thread in the grid
    int i = blockIdx.x * blockDim.x
          + threadIdx.x;

    out[i] = 0.5f * i;
}
float host[6] = {}; float *device; cudaMalloc(&device, sizeof host);
first<<<2, 3>>>(device);
cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost)
//= (cudaError_t) cudaSuccess
host
//= (float[6]) {0, 0.5, 1, 1.5, 2, 2.5}
cudaFree(device);
