//# A stream belongs to the device that made it: launches there run on it whichever is current, waits for events of other devices work.
//@ count = 2
__global__ void add(int *p, int n) { *p += n; }
int *p; cudaMallocManaged(&p, 4); *p = 1;
cudaStream_t here, there;
cudaStreamCreate(&here); cudaSetDevice(1); cudaStreamCreate(&there);
int device = -1; cudaStreamGetDevice(here, &device); device
//= (int) 0
cudaStreamGetDevice(there, &device); device
//= (int) 1
cudaEvent_t first, second; cudaEventCreate(&second); cudaSetDevice(0); cudaEventCreate(&first);
cudaEventRecord(second, here)
//= (cudaError_t) cudaErrorInvalidResourceHandle
cudaEventRecord(first, here); cudaStreamWaitEvent(there, first)
//= (cudaError_t) cudaSuccess
for (int i = 0; i < 5; ++i) {
  cudaSetDevice(0); add<<<1, 1, 0, here>>>(p, 1); cudaEventRecord(first, here); cudaStreamWaitEvent(there, first);
  cudaSetDevice(1); add<<<1, 1, 0, there>>>(p, 10); cudaEventRecord(second, there); cudaStreamWaitEvent(here, second);
}
cudaStreamSynchronize(there); cudaStreamSynchronize(here);
*p
//= (int) 56
float ms; cudaEventElapsedTime(&ms, first, second)
//= (cudaError_t) cudaErrorInvalidResourceHandle
cudaSetDevice(0); cudaGetLastError();
add<<<1, 1, 0, there>>>(p, 1); cudaGetLastError()
//= (cudaError_t) cudaSuccess
cudaStreamSynchronize(there); add<<<1, 1, 0, here>>>(p, 1); cudaStreamSynchronize(here);
*p
//= (int) 58
cudaMemsetAsync(p, 0, 4, there); cudaStreamSynchronize(there); *p
//= (int) 0
