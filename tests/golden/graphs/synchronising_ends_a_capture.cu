//# A call that a capture forbids fails, and the capture is invalid afterwards.
//@ hip = true
cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t graph;
__global__ void k() {}
cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); k<<<1, 1, 0, s>>>(); cudaError_t sync = cudaStreamSynchronize(s), end = cudaStreamEndCapture(s, &graph); cudaGetLastError();
sync
//= (cudaError_t) cudaErrorStreamCaptureUnsupported
end
//= (cudaError_t) cudaErrorStreamCaptureInvalidated
graph == nullptr
//= (bool) true
k<<<1, 1, 0, s>>>(); cudaStreamSynchronize(s)
//= (cudaError_t) cudaSuccess
