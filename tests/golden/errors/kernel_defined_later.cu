//# A function may launch a kernel that a later cell defines; to launch it before that is told as what it is.
__global__ void k(int *p);
template <class T> __global__ void of(T *p);
void go(int *p) { k<<<1, 1>>>(p); }
template <class T> void go_of(T *p) { of<<<1, 1>>>(p); }
int *p; cudaMallocManaged(&p, sizeof *p); *p = 0
//= (int) 0
go(p)
//? error: cell 6: uncaught exception `std::runtime_error`: nothing defines `k(int*)` yet: define it, or load the library that has it (`%lib NAME`, `-l NAME`); `chevron run a.cu b.cu` takes a program of several files
go_of(p)
//? error: cell 7: uncaught exception `std::runtime_error`: nothing defines `void of<int>(int*)` yet: define it, or load the library that has it (`%lib NAME`, `-l NAME`); `chevron run a.cu b.cu` takes a program of several files
k<<<1, 1>>>(p);
//? error: cell 8: uncaught exception `std::runtime_error`: nothing defines `k(int*)` yet: define it, or load the library that has it (`%lib NAME`, `-l NAME`); `chevron run a.cu b.cu` takes a program of several files
__global__ void k(int *p) { *p = 7; }
go(p); cudaDeviceSynchronize(); *p
//= (int) 7
template <class T> __global__ void of(T *p) { *p = 8; }
go_of(p); cudaDeviceSynchronize(); *p
//= (int) 8
cudaFuncAttributes attributes; cudaFuncGetAttributes(&attributes, k)
//= (cudaError_t) cudaSuccess
__global__ void k(int *p) { *p = 9; }
go(p); cudaDeviceSynchronize(); *p
//= (int) 9
%undo 2
//? note: cells 14 to 15 are taken back: `k` (that of cell 9 is back), `go(p); cudaDeviceSynchronize(); *p`
go(p); cudaDeviceSynchronize(); *p
//= (int) 7
