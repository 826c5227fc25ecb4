//# Stream callbacks get stream, status and data, in the stream's order.
//@ hip = true
cudaStream_t s; cudaStreamCreate(&s);
int calls = 0;
__global__ void set(int *p) { *p = 5; }
int *p; cudaMallocManaged(&p, 4);
void called(cudaStream_t stream, cudaError_t status, void *data) { ++calls; *(int *)data = *(int *)data * 10 + (stream == s) + (int)status; }
set<<<1, 1, 0, s>>>(p); cudaStreamAddCallback(s, called, p, 0); cudaStreamSynchronize(s);
*p
//= (int) 51
cudaLaunchHostFunc(s, [](void *) { ++calls; }, nullptr)
//= (cudaError_t) cudaSuccess
cudaStreamSynchronize(s); calls
//= (int) 2
