//# Mistakes in the brackets of a launch and in the head of a kernel are told as such, at their place, once.
//@ expected_failures = { toolkit = "a toolkit's headers give the types of threadIdx other names" }
__global__ void scale(float *p, float by) { p[threadIdx.x] *= by; }
float *data; cudaMallocManaged(&data, 64);
scale<<<1, 16>>(data, 2);
//? cell 3:1:14: error: `>>>` is missing here: a launch is `scale<<<blocks, threads>>>(arguments)`
//?     1 | scale<<<1, 16>>(data, 2);
//?       |              ^
scale<<1, 16>>>(data, 2);
//? cell 3:1:6: error: `<<<` is missing here: a launch is `scale<<<blocks, threads>>>(arguments)`
//?     1 | scale<<1, 16>>>(data, 2);
//?       |      ^
scale<<1, 16>>(data, 2);
//? cell 3:1:6: error: `<<<` is missing here: a launch is `scale<<<blocks, threads>>>(arguments)`
//?     1 | scale<<1, 16>>(data, 2);
//?       |      ^
int n = 16;
scale<<<dim3(1), n>(data, 2);
//? cell 4:1:19: error: `>>>` is missing here: a launch is `scale<<<blocks, threads>>>(arguments)`
//?     1 | scale<<<dim3(1), n>(data, 2);
//?       |                   ^
scale(data, 2);
//? cell 4:1:6: error: call to global function 'scale' not configured
//?     1 | scale(data, 2);
//?       | ~~~~~^
//? hint: a kernel is launched: `scale<<<blocks, threads>>>(arguments)`
scale<<<1>>>(data, 2);
//? cell 4:1:10: error: too few execution configuration arguments to kernel function call, expected at least 2, have 1
//?     1 | scale<<<1>>>(data, 2);
//?       |      ~~~ ^
//? hint: a launch is `k<<<blocks, threads>>>(arguments)`
__global__ reset(float *p) { *p = 0; }
//? cell 4:1:12: error: a kernel has no type before its name; it returns `void`: `__global__ void reset(...)`
//?     1 | __global__ reset(float *p) { *p = 0; }
//?       |            ^
__device__ float half_of(float x) { return x / 2; }
half_of(3)
//? cell 5:1:1: error: 'half_of' is for devices only, and a statement at top level is host code
//?     1 | half_of(3)
//?       | ^
//? hint: call it in a kernel, or define `half_of` as `__host__ __device__`
__global__ void odd(int *p) { p[threadIdx.Y] = blockDim.X; }
//? cell 5:1:43: error: no member named 'Y' in 'threadIdx'; did you mean 'y'?
//?     1 | __global__ void odd(int *p) { p[threadIdx.Y] = blockDim.X; }
//?       |                                           ^
//? cell 5:1:57: error: no member named 'X' in 'blockDim'; did you mean 'x'?
//?     1 | __global__ void odd(int *p) { p[threadIdx.Y] = blockDim.X; }
//?       |                                                         ^
scale<<<1, n > (3) ? 16 : 1>>>(data, undeclared);
//? cell 5:1:38: error: use of undeclared identifier 'undeclared'
//?     1 | scale<<<1, n > (3) ? 16 : 1>>>(data, undeclared);
//?       |                                      ^~~~~~~~~~
n >> (1)
//= (int) 8
1 << n << 2 >> (3)
//= (int) 32768
%notes
//? note: nothing was left out of what the compiler said last
scale<<1, 16>>>(data, 2);
//? cell 7:1:6: error: `<<<` is missing here: a launch is `scale<<<blocks, threads>>>(arguments)`
//?     1 | scale<<1, 16>>>(data, 2);
//?       |      ^
%notes
//? cell 7:1:6: error: invalid operands to binary expression ('void (float *, float)' and 'int')
//?     1 | scale<<1, 16>>>(data, 2);
//?       | ~~~~~^ ~
//? cell 7:1:13: error: expected ';' after expression
//?     1 | scale<<1, 16>>>(data, 2);
//?       |             ^
//?       |             ;
//? cell 7:1:13: error: expected expression
