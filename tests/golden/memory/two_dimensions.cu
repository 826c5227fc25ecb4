//# Pitched memory: rows lie a pitch apart, 2D copies and fills touch the rectangle only.
//@ hip = true
__global__ void fill(char *p, size_t pitch, int width, int height) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < width && y < height) *(int *)(p + y * pitch + 4 * x) = 10 * y + x;
}
char *p; size_t pitch; cudaMallocPitch(&p, &pitch, 5 * sizeof(int), 3);
printf("%d %d\n", pitch >= 20, (int)(pitch % 32));
//= 1 0
fill<<<1, dim3(8, 8)>>>(p, pitch, 5, 3);
int rows[3][6] = {}; cudaMemcpy2D(rows, sizeof rows[0], p, pitch, 5 * sizeof(int), 3, cudaMemcpyDeviceToHost);
for (auto &row : rows) { for (int v : row) printf("%d ", v); printf("\n"); }
//= 0 1 2 3 4 0
//= 10 11 12 13 14 0
//= 20 21 22 23 24 0
cudaMemset2D(p + 4, pitch, 0xff, 8, 2)
//= (cudaError_t) cudaSuccess
cudaMemcpy2D(rows, sizeof rows[0], p, pitch, 5 * sizeof(int), 3, cudaMemcpyDeviceToHost)
//= (cudaError_t) cudaSuccess
for (auto &row : rows) { for (int v : row) printf("%d ", v); printf("\n"); }
//= 0 -1 -1 3 4 0
//= 10 -1 -1 13 14 0
//= 20 21 22 23 24 0
cudaMemcpy2D(rows, 8, p, pitch, 20, 3, cudaMemcpyDeviceToHost)
//= (cudaError_t) cudaErrorInvalidPitchValue
