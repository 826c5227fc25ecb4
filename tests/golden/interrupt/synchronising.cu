//# A cell that waits for a kernel which never ends is left from the runtime function that waits: the program does not see an error and does not go on. What was queued behind the kernel is dropped, and streams and events work afterwards.
//@ devices = ["cpu"]
__global__ void spin(volatile int *p) { while (*p == 0) { } }
__global__ void set(int *p, int value) { *p = value; }
int *p; cudaMallocManaged(&p, sizeof(int)); cudaStream_t s; cudaStreamCreate(&s); cudaEvent_t e; cudaEventCreate(&e); *p = 0;
spin<<<1, 1>>>(p); if (cudaDeviceSynchronize() != cudaSuccess) { printf("the program sees an error\n"); exit(3); } *p = 1;;
//! interrupt after 200 ms
//? error: cell 4 was interrupted in kernel `spin` <<<(1,1,1), (1,1,1)>>>; its state is kept
spin<<<1, 1, 0, s>>>(p); set<<<1, 1, 0, s>>>(p, 2); cudaEventRecord(e, s); cudaEventSynchronize(e); *p = 3;;
//! interrupt after 200 ms
//? error: cell 5 was interrupted in kernel `spin` <<<(1,1,1), (1,1,1)>>>; its state is kept
spin<<<1, 1>>>(p); int copy; cudaMemcpy(&copy, p, sizeof(int), cudaMemcpyDefault); *p = 4;;
//! interrupt after 200 ms
//? error: cell 6 was interrupted in kernel `spin` <<<(1,1,1), (1,1,1)>>>; its state is kept
*p
//= (int) 0
set<<<1, 1, 0, s>>>(p, 5); cudaEventRecord(e, s); cudaEventSynchronize(e)
//= (cudaError_t) cudaSuccess
*p
//= (int) 5
cudaGetLastError()
//= (cudaError_t) cudaSuccess
