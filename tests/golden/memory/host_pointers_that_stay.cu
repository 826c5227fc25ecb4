//# A kernel that sees a host pointer as a number, or hands it on, gets it as it is; and who counts from 1, or walks over structures, gets no false alarm.
//@ devices = ["cpu"]
//@ mistakes = true
int box = 7, *kept; long *number; cudaMalloc(&kept, 64); cudaMalloc(&number, 64);
__global__ void store(int *p, int **to) { *to = p; }
int **slot; cudaMallocManaged(&slot, 8); store<<<1, 1>>>(&box, slot); cudaDeviceSynchronize(); *slot == &box
//= (bool) true
//? note: cell 3: kernel `store` was given host memory (argument 1): this device reaches it, on most GPUs it is an illegal address; copy it to memory of cudaMalloc, or use cudaMallocManaged
__global__ void as_number(int *p, long *to) { *to = (long)p; }
long told; as_number<<<1, 1>>>(&box, number); cudaMemcpy(&told, number, 8, cudaMemcpyDeviceToHost); told == (long)&box
//= (bool) true
//? note: cell 5: kernel `as_number` was given host memory (argument 1): this device reaches it, on most GPUs it is an illegal address; copy it to memory of cudaMalloc, or use cudaMallocManaged
__global__ void same(int *a, int *b, int *to) { *to = a == b; }
int yes; same<<<1, 1>>>(&box, &box, kept); cudaMemcpy(&yes, kept, 4, cudaMemcpyDeviceToHost); yes
//= (int) 1
//? note: cell 7: kernel `same` was given host memory (argument 1): this device reaches it, on most GPUs it is an illegal address; copy it to memory of cudaMalloc, or use cudaMallocManaged
__global__ void between(const int *from, const int *to, int *count) { *count = to - from; }
between<<<1, 1>>>(&box, &box + 3, kept); cudaMemcpy(&yes, kept, 4, cudaMemcpyDeviceToHost); yes
//= (int) 3
//? note: cell 9: kernel `between` was given host memory (argument 1): this device reaches it, on most GPUs it is an illegal address; copy it to memory of cudaMalloc, or use cudaMallocManaged
extern "C" __global__ void in_c(int *p, unsigned long word, unsigned long *to) { if (word != 0) *to = word; else if (p) *to = *p; }
in_c<<<1, 1>>>(nullptr, (unsigned long)&box, (unsigned long *)number); cudaMemcpy(&told, number, 8, cudaMemcpyDeviceToHost); told == (long)&box
//= (bool) true
__global__ void from_1(float *a, int n) { for (int i = 1; i <= n; ++i) a[i] = i; }
float *pinned; cudaMallocHost(&pinned, 16); from_1<<<1, 1>>>(pinned - 1, 4); cudaDeviceSynchronize(); pinned[3]
//= (float) 4.0f
struct Grid { float *cells; int n; }; __global__ void in_structure(Grid g) { g.cells[threadIdx.x] = g.n; }
float host_cells[4]; in_structure<<<1, 4>>>({host_cells, 5}); cudaDeviceSynchronize(); host_cells[3]
//= (float) 5.0f
int reached; cudaDeviceGetAttribute(&reached, cudaDevAttrPageableMemoryAccess, 0);
between<<<1, 1>>>(&box, &box + 3, &box); cudaDeviceSynchronize(); box
//= (int) 3
