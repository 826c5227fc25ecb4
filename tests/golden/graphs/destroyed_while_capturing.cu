//# A stream that joined a capture may be destroyed before it ends, if the origin has waited for its work; the graph keeps the work.
//@ hip = true
__global__ void add(int *x, int n) { atomicAdd(x, n); }
int *x; cudaMallocManaged(&x, sizeof(int)); *x = 0;
cudaStream_t origin, side; cudaStreamCreateWithFlags(&origin, cudaStreamNonBlocking);
cudaEvent_t fork, join; cudaEventCreate(&fork); cudaEventCreate(&join);
cudaGraph_t graph; cudaGraphExec_t exec;
cudaError_t capture(bool waits) {
  cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  cudaStreamBeginCapture(origin, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, origin);
  cudaStreamWaitEvent(side, fork, 0);
  add<<<1, 4, 0, side>>>(x, 10);
  cudaEventRecord(join, side);
  if (waits) cudaStreamWaitEvent(origin, join, 0);
  cudaStreamDestroy(side);
  return cudaStreamEndCapture(origin, &graph);
}
capture(true)
//= (cudaError_t) cudaSuccess
cudaGraphInstantiate(&exec, graph, 0); cudaGraphLaunch(exec, origin); cudaStreamSynchronize(origin);
*x
//= (int) 40
capture(false)
//= (cudaError_t) cudaErrorStreamCaptureUnjoined
