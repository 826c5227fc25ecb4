//# Work of one stream happens in the order it was given: kernels, copies, fills and host functions.
//@ hip = true
__global__ void times(int *p, int by, int plus) { *p = *p * by + plus; }
cudaStream_t s; cudaStreamCreate(&s);
int *p, seen[3] = {}; cudaMalloc(&p, 4);
cudaMemsetAsync(p, 0, 4, s); times<<<1, 1, 0, s>>>(p, 1, 3); cudaMemcpyAsync(seen, p, 4, cudaMemcpyDeviceToHost, s); times<<<1, 1, 0, s>>>(p, 10, 4);
cudaLaunchHostFunc(s, [](void *data) { ((int *)data)[2] = ((int *)data)[0] * 100; }, seen); cudaMemcpyAsync(seen + 1, p, 4, cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s);
printf("%d %d %d\n", seen[0], seen[1], seen[2]);
//= 3 34 300
