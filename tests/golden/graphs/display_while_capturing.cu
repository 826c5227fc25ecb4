//# What is shown while a stream is captured is copied beside it: a capture goes on.
//@ hip = true
__device__ int number = 5;
__global__ void add(float *p) { number += 1; p[0] += 0.5f; }
float *p; cudaMalloc(&p, 8); cudaMemset(p, 0, 8);
cudaStream_t stream; cudaStreamCreate(&stream);
cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)
//= (cudaError_t) cudaSuccess
number
//= (int) 5
add<<<1, 1, 0, stream>>>(p);
number
//= (int) 5
p
//= (float *) device float[2] {0, 0}
cudaGraph_t graph; cudaStreamEndCapture(stream, &graph)
//= (cudaError_t) cudaSuccess
cudaGraphExec_t made; cudaGraphInstantiate(&made, graph, 0)
//= (cudaError_t) cudaSuccess
cudaGraphLaunch(made, stream); cudaGraphLaunch(made, stream); cudaStreamSynchronize(stream)
//= (cudaError_t) cudaSuccess
number
//= (int) 7
p
//= (float *) device float[2] {1, 0}
cudaGetLastError()
//= (cudaError_t) cudaSuccess
