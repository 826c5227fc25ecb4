//# A kernel that cannot be compiled is told on the cell that launches it, once, and nowhere else: not after other cells, though it is compiled beside them.
//@ changes_cache = true
__device__ void missing();
__global__ void a() { missing(); }
__global__ void b() { missing(); }
__global__ void c() { missing(); }
int x = 1;
int y = 2;
a<<<1, 1>>>();
//? error: cell 7: kernel `a` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   `missing()` is used in device code and defined nowhere; define it and launch again
x + y
//= (int) 3
b<<<2, 3>>>(); c<<<4, 5>>>();
//? error: cell 9: kernel `b` <<<(2,1,1), (3,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   `missing()` is used in device code and defined nowhere; define it and launch again
x - y
//= (int) -1
