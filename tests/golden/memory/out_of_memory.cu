//# An allocation larger than the device fails with an error that is not sticky; memory in use is told by `cudaMemGetInfo`.
void *p;
cudaError_t e = cudaMalloc(&p, (size_t)1 << 50), last = cudaGetLastError(), after = cudaGetLastError();
e
//= (cudaError_t) cudaErrorMemoryAllocation
last
//= (cudaError_t) cudaErrorMemoryAllocation
after
//= (cudaError_t) cudaSuccess
size_t before, with, then, total; cudaMemGetInfo(&before, &total);
cudaMalloc(&p, 64 << 20); cudaMemGetInfo(&with, &total); cudaFree(p); cudaMemGetInfo(&then, &total);
printf("%d %d\n", before - with >= (64u << 20), then >= before && total >= before);
//= 1 1
