//# An allocation larger than the device fails with an error that is not sticky; memory in use is told by `cudaMemGetInfo`, though other programs may use the device too.
void *p;
cudaError_t e = cudaMalloc(&p, (size_t)1 << 50), last = cudaGetLastError(), after = cudaGetLastError();
e
//= (cudaError_t) cudaErrorMemoryAllocation
last
//= (cudaError_t) cudaErrorMemoryAllocation
after
//= (cudaError_t) cudaSuccess
bool told() { size_t before, with, then, total; cudaMemGetInfo(&before, &total); cudaMalloc(&p, 64 << 20); cudaMemGetInfo(&with, &total); cudaFree(p); cudaMemGetInfo(&then, &total); return before >= with + (64u << 20) && then >= with + (64u << 20) && total >= before; }
int tries = 0; while (tries < 1000 && !told()) ++tries;
tries < 1000
//= (bool) true
