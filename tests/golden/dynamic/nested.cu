//# Kernels that launch themselves: a tree of grids, depth first, and a sort.
//@ devices = ["cpu", "cuda"]
__global__ void tree(int depth, int name) { printf("%*s%d\n", depth * 2, "", name); if (depth < 2) for (int i = 0; i < 2; ++i) tree<<<1, 1>>>(depth + 1, 2 * name + i); }
tree<<<1, 1>>>(0, 1);
//= 1
//=   2
//=     4
//=     5
//=   3
//=     6
//=     7
cudaDeviceSynchronize();
__global__ void quicksort(int *p, int left, int right) {
  int i = left, j = right, pivot = p[(left + right) / 2];
  while (i <= j) {
    while (p[i] < pivot) ++i;
    while (p[j] > pivot) --j;
    if (i <= j) { int t = p[i]; p[i++] = p[j]; p[j--] = t; }
  }
  cudaStream_t s;
  if (left < j) { cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); quicksort<<<1, 1, 0, s>>>(p, left, j); cudaStreamDestroy(s); }
  if (i < right) { cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); quicksort<<<1, 1, 0, s>>>(p, i, right); cudaStreamDestroy(s); }
}
int *q; cudaMallocManaged(&q, 10 * sizeof(int)); for (int i = 0; i < 10; ++i) q[i] = i * 7 % 10;
quicksort<<<1, 1>>>(q, 0, 9);
q
//= (int *) managed int[10] {0, 1, 2, 3, 4, 5, 6, 7, …}
