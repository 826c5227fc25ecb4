//# Device, constant and managed variables, and what `cudaMalloc` and its kin gave, have their contents of before the crash; streams, events and graphs go on.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
__device__ int counter = 40;
__constant__ int factor = 2;
__managed__ int shared_value = 7;
__global__ void bump(int *out) { *out += (counter += factor); }
int *p, *m; cudaMalloc(&p, 4); cudaMemset(p, 0, 4); cudaMallocManaged(&m, 4); *m = 3;
cudaStream_t stream; cudaStreamCreate(&stream); cudaEvent_t event; cudaEventCreate(&event);
bump<<<1, 1, 0, stream>>>(p); cudaEventRecord(event, stream);
cudaGraph_t graph; cudaGraphExec_t exec;
cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); bump<<<1, 1, 0, stream>>>(p); cudaStreamEndCapture(stream, &graph); cudaGraphInstantiate(&exec, graph, 0);
int read() { int r; cudaMemcpy(&r, p, 4, cudaMemcpyDeviceToHost); return r; }
read()
//= (int) 42
bump<<<1, 1>>>(p); shared_value = 0; *m = 0; cudaFree(p); cudaStreamDestroy(stream); cudaDeviceSynchronize(); abort();
//? error: cell 12 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 12:1
//? note: cell 12 is taken back: all variables are as they were before it
read()
//= (int) 42
shared_value + *m
//= (int) 10
bump<<<1, 1, 0, stream>>>(p); cudaStreamSynchronize(stream)
//= (cudaError_t) cudaSuccess
read()
//= (int) 86
cudaGraphLaunch(exec, stream); cudaStreamSynchronize(stream)
//= (cudaError_t) cudaSuccess
read()
//= (int) 132
cudaEventQuery(event)
//= (cudaError_t) cudaSuccess
