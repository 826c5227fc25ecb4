//# A launch may stand in `for`, `while` and `if` at top level.
__global__ void add(int *sum, int value) { atomicAdd(sum, value); }
int *sum; cudaMallocManaged(&sum, sizeof(int)); *sum = 0;
for (int i = 1; i <= 4; ++i) add<<<i, 2>>>(sum, i);
cudaDeviceSynchronize(); *sum
//= (int) 60
for (int i = 0; i < 3; ++i) {
    if (i == 1) continue;
    add<<<1, 1>>>(sum, 100 * i);
}
*sum
//= (int) 260
if (*sum > 1000) add<<<1, 1>>>(sum, 1); else add<<<1, 32>>>(sum, -1);
*sum
//= (int) 228
int left = 3; while (left-- > 0) { add<<<1, 10>>>(sum, left); }
*sum
//= (int) 258
