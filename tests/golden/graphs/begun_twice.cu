//# A capture that is begun again is refused and goes on as it was.
//@ hip = true
cudaStream_t origin; cudaStreamCreate(&origin); cudaStreamBeginCapture(origin, cudaStreamCaptureModeRelaxed)
//= (cudaError_t) cudaSuccess
cudaStreamBeginCapture(origin, cudaStreamCaptureModeGlobal)
//= (cudaError_t) cudaErrorIllegalState
cudaGraph_t graph; cudaStreamEndCapture(origin, &graph)
//= (cudaError_t) cudaSuccess
