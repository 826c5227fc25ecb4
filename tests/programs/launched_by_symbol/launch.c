// C code that knows kernels by their symbols alone, as nvcc's and hipcc's host code defines them.
struct dim3 {
  unsigned x, y, z;
};
extern int cudaLaunchKernel(const void *, struct dim3, struct dim3, void **, unsigned long, void *);
extern int hipLaunchKernel(const void *, struct dim3, struct dim3, void **, unsigned long, void *);
extern void add(int *, int);
extern void multiply(int *, int);

int add_by_cuda(int *p, int by) {
  void *arguments[] = {&p, &by};
  struct dim3 grid = {1, 1, 1}, block = {8, 1, 1};
  return cudaLaunchKernel((const void *)add, grid, block, arguments, 0, 0);
}
int multiply_by_hip(int *p, int by) {
  void *arguments[] = {&p, &by};
  struct dim3 grid = {1, 1, 1}, block = {8, 1, 1};
  return hipLaunchKernel((const void *)multiply, grid, block, arguments, 0, 0);
}
