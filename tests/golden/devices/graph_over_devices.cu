//# A graph that was captured over two devices runs each kernel on its own, in order, wherever it is launched.
//@ count = 2
__device__ int mark = 0;
__global__ void by(int *p, int n) { mark += 1; *p = *p * 10 + n; }
int *p; cudaMallocManaged(&p, 4); *p = 0;
cudaStream_t a, b; cudaEvent_t fork, join;
cudaStreamCreate(&a); cudaEventCreate(&fork);
cudaSetDevice(1); cudaStreamCreate(&b); cudaEventCreate(&join);
cudaGraph_t graph; cudaGraphExec_t run;
cudaSetDevice(0); cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
by<<<1, 1, 0, a>>>(p, 1); cudaEventRecord(fork, a); cudaStreamWaitEvent(b, fork);
cudaSetDevice(1); by<<<1, 1, 0, b>>>(p, 2); by<<<1, 1, 0, b>>>(p, 3); cudaEventRecord(join, b);
cudaSetDevice(0); cudaStreamWaitEvent(a, join); by<<<1, 1, 0, a>>>(p, 4);
cudaStreamEndCapture(a, &graph)
//= (cudaError_t) cudaSuccess
cudaGraphInstantiate(&run, graph, 0)
//= (cudaError_t) cudaSuccess
cudaGraphLaunch(run, a); cudaStreamSynchronize(a)
//= (cudaError_t) cudaSuccess
*p
//= (int) 1234
*p = 0; cudaSetDevice(1); cudaGraphLaunch(run, b); cudaStreamSynchronize(b)
//= (cudaError_t) cudaSuccess
*p
//= (int) 1234
*p = 0; cudaGraphLaunch(run, 0); cudaDeviceSynchronize();
*p
//= (int) 1234
int marks() { int m = -1; cudaMemcpyFromSymbol(&m, mark, sizeof m); return m; }
marks()
//= (int) 6
cudaSetDevice(0); marks()
//= (int) 6
