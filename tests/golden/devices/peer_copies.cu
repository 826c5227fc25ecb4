//# Memory goes from one device to another, by `cudaMemcpyPeer` and by `cudaMemcpyDefault`, waiting and in a stream's order.
//@ count = 2
__global__ void iota(int *p) { p[threadIdx.x] = threadIdx.x + 1; }
__global__ void twice(int *p) { p[threadIdx.x] *= 2; }
int *a, *b;
cudaMalloc(&a, 256);
iota<<<1, 64>>>(a);
cudaSetDevice(1); cudaMalloc(&b, 256);
cudaMemcpyPeer(b, 1, a, 0, 256)
//= (cudaError_t) cudaSuccess
twice<<<1, 64>>>(b);
int sum(const int *p) { int h[64]; cudaMemcpy(h, p, 256, cudaMemcpyDefault); int s = 0; for (int x : h) s += x; return s; }
sum(b)
//= (int) 4160
cudaMemcpy(a, b, 256, cudaMemcpyDefault)
//= (cudaError_t) cudaSuccess
sum(a)
//= (int) 4160
cudaStream_t s; cudaStreamCreate(&s);
twice<<<1, 64, 0, s>>>(b); cudaMemcpyPeerAsync(a, 0, b, 1, 256, s); cudaStreamSynchronize(s)
//= (cudaError_t) cudaSuccess
sum(a)
//= (int) 8320
cudaMemcpyPeer(a, 0, b, 99, 256)
//= (cudaError_t) cudaErrorInvalidDevice
int can = -1; cudaDeviceCanAccessPeer(&can, 0, 0); can
//= (int) 0
int there, back; cudaDeviceCanAccessPeer(&there, 0, 1); cudaDeviceCanAccessPeer(&back, 1, 0); there == back
//= (bool) true
cudaDeviceDisablePeerAccess(0)
//= (cudaError_t) cudaErrorPeerAccessNotEnabled
if (back) { cudaDeviceEnablePeerAccess(0, 0); twice<<<1, 64>>>(a); cudaDeviceSynchronize(); } else { cudaSetDevice(0); twice<<<1, 64>>>(a); cudaDeviceSynchronize(); }
sum(a)
//= (int) 16640
cudaDeviceEnablePeerAccess(1, 0)
//= (cudaError_t) cudaErrorPeerAccessUnsupported
