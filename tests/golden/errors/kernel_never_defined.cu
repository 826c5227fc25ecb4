//# A kernel that is declared and never defined is told by its own name, not by that of the stub that launches it.
__global__ void missing(int);
missing<<<1, 1>>>(3);
//? error: cell 2: nothing defines `missing(int)`
//? hint: define it, or load the library that has it with `%lib NAME`, then enter the cell again
extern "C" __global__ void gone(float *);
gone<<<1, 1>>>(nullptr);
//? error: cell 3: nothing defines `gone`
//? hint: define it, or load the library that has it with `%lib NAME`, then enter the cell again
__global__ void missing(int i) { printf("here %d\n", i); }
missing<<<1, 1>>>(3); cudaDeviceSynchronize();
//= here 3
