//# Host code that reads or writes a device variable gets its own copy of it: a warning, as nvcc has it.
__device__ int number = 7;
__constant__ float list[3] = {1, 2, 3};
int read = number;
//? cell 3:1:12: warning: host code reads its own copy of 'number', not the __device__ variable; cudaMemcpyFromSymbol reads that
//?     1 | int read = number;
//?       |            ^
number = 9;
//? cell 4:1:1: warning: host code writes its own copy of 'number', not the __device__ variable; cudaMemcpyToSymbol writes that
//?     1 | number = 9;
//?       | ^
number++;
//? cell 5:1:1: warning: host code writes its own copy of 'number', not the __device__ variable; cudaMemcpyToSymbol writes that
//?     1 | number++;
//?       | ^
float sum() { return list[0] + list[1]; }
//? cell 6:1:22: warning: host code reads its own copy of 'list', not the __constant__ variable; cudaMemcpyFromSymbol reads that
//?     1 | float sum() { return list[0] + list[1]; }
//?       |                      ^
//? cell 6:1:32: warning: host code reads its own copy of 'list', not the __constant__ variable; cudaMemcpyFromSymbol reads that
//?     1 | float sum() { return list[0] + list[1]; }
//?       |                                ^
number
//= (int) 7
__global__ void set(int *p) { *p = 4; }
void wrong() { set<<<1, 1>>>(&number); }
//? cell 9:1:31: warning: the kernel gets the address of host code's own copy of 'number', not of the __device__ variable; cudaGetSymbolAddress gives that
//?     1 | void wrong() { set<<<1, 1>>>(&number); }
//?       |                               ^
__device__ int row[4];
void wrong_too() { set<<<1, 1>>>(row); }
//? cell 11:1:34: warning: the kernel gets the address of host code's own copy of 'row', not of the __device__ variable; cudaGetSymbolAddress gives that
//?     1 | void wrong_too() { set<<<1, 1>>>(row); }
//?       |                                  ^
// No value is read here, and there what both sides have.
sizeof(number)
//= (unsigned long) 4
int *address; cudaGetSymbolAddress((void **)&address, row); set<<<1, 1>>>(address);
row
//= (int[4]) {4, 0, 0, 0}
__host__ __device__ int either() { return number; }
__managed__ int both = 5;
both += 1; both
//= (int) 6
__device__ constexpr int fixed = 6;
int same = fixed; same
//= (int) 6
