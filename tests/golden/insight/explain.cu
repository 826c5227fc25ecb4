//# `%explain` tells what a refused launch asked and what there is, what a cell that crashed has touched, why a kernel was compiled again.
//@ devices = ["cpu"]
//@ tier = "regions"
//@ mistakes = true
//@ flags = ["--no-cache"]
//@ changes_cache = true
%explain
//? note: nothing has failed in this session; `%explain KERNEL` tells of a kernel
__global__ void fill(float *p) { p[threadIdx.x] = 1; }
float *p; cudaMalloc(&p, 64); float *nowhere = nullptr;
fill<<<dim3(1, 70000), 2048, 1 << 20>>>(p);
//? error: cell 3: kernel `fill` <<<(1,70000,1), (2048,1,1)>>>: cudaErrorInvalidConfiguration
//?   grid of 70000 blocks along y exceeds 65535
%explain
//= cell 3: a launch of `fill` was refused: grid of 70000 blocks along y exceeds 65535
//= a launch of fill may ask of this device:
//=   threads in a block           at most 1024; asked 2048: TOO MUCH
//=   block along x                at most 1024; asked 2048: TOO MUCH
//=   block along y                at most 1024; asked 1
//=   block along z                at most 64; asked 1
//=   grid along x                 at most 2147483647; asked 1
//=   grid along y                 at most 65535; asked 70000: TOO MUCH
//=   grid along z                 at most 65535; asked 1
//=   dynamic shared memory        at most 49152 bytes; asked 1048576: TOO MUCH
//=     this device has 232448 bytes a block for it, even after cudaFuncSetAttribute
//=   registers of a block         at most 65536; asked 65536
fill<<<1, 16, 65536>>>(p);
//? error: cell 5: kernel `fill` <<<(1,1,1), (16,1,1)>>>: cudaErrorInvalidValue
//?   65536 bytes of dynamic shared memory exceed 49152; `cudaFuncSetAttribute` with `cudaFuncAttributeMaxDynamicSharedMemorySize` raises the limit
%explain
//= cell 5: a launch of `fill` was refused: 65536 bytes of dynamic shared memory exceed 49152; `cudaFuncSetAttribute` with `cudaFuncAttributeMaxDynamicSharedMemorySize` raises the limit
//= a launch of fill may ask of this device:
//=   threads in a block           at most 1024; asked 16
//=   block along x                at most 1024; asked 16
//=   block along y                at most 1024; asked 1
//=   block along z                at most 64; asked 1
//=   grid along x                 at most 2147483647; asked 1
//=   grid along y                 at most 65535; asked 1
//=   grid along z                 at most 65535; asked 1
//=   dynamic shared memory        at most 49152 bytes; asked 65536: TOO MUCH
//=     cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536) lets it have that
//=   registers of a block         at most 65536; asked 512
//=   blocks at once (16 threads)  at most 6, the most that a cooperative launch may have
template <class T> __global__ __launch_bounds__(64) void few(T *p) { p[0] = 1; }
few<<<1, 65>>>(p);
//? error: cell 8: kernel `few<float>` <<<(1,1,1), (65,1,1)>>>: cudaErrorInvalidValue
//?   block of 65 threads exceeds the kernel's `__launch_bounds__(64)`
%explain
//= cell 8: a launch of `few<float>` was refused: block of 65 threads exceeds the kernel's `__launch_bounds__(64)`
//= a launch of few<float> may ask of this device:
//=   threads in a block           at most 64; asked 65: TOO MUCH
//=     the device takes 1024; this kernel's `__launch_bounds__` or its registers keep it below
//=   block along x                at most 1024; asked 65
//=   block along y                at most 1024; asked 1
//=   block along z                at most 64; asked 1
//=   grid along x                 at most 2147483647; asked 1
//=   grid along y                 at most 65535; asked 1
//=   grid along z                 at most 65535; asked 1
//=   dynamic shared memory        at most 49152 bytes; asked 0
//=   registers of a block         at most 65536; asked 2080
%checkpoint on
*(volatile float *)nowhere = *(p + 1) + 1;
//? error: cell 10 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 10:1
//? note: cell 10 is taken back: all variables are as they were before it
%explain
//= cell 10 ended the executor: killed by SIGSEGV (invalid memory access); it has these names:
//=   nowhere: variable of cell 2; it is null
//=   p: variable of cell 2; it leads to 64 bytes, made by cell 2
__device__ float twice(float x) { return x; }
__device__ float four(float x) { return twice(twice(x)); }
__global__ void uses(float *p) { p[0] = four(2); }
uses<<<1, 1>>>(p);
__device__ float twice(float x) { return 2 * x; }
%explain few<float>
//= kernel few<float>: void (T *)
//=   cell 7
//=   no static shared memory, 8 bytes of parameters, at most 64 threads in a block
//=   plain loops, compiled in … ms
//=   its code: `%asm few<float>`, `%ir few<float>`; blocks that fit: `%occupancy few<float>`
//= a launch of few<float> may ask of this device:
//=   threads in a block           at most 64
//=     the device takes 1024; this kernel's `__launch_bounds__` or its registers keep it below
//=   block along x                at most 1024
//=   block along y                at most 1024
//=   block along z                at most 64
//=   grid along x                 at most 2147483647
//=   grid along y                 at most 65535
//=   grid along z                 at most 65535
//=   dynamic shared memory        at most 49152 bytes
//=   registers of a block         at most 65536
//=   blocks at once (64 threads)  at most 64, the most that a cooperative launch may have
%explain uses
//= kernel uses: void (float *)
//=   cell 12
//=   no static shared memory, 8 bytes of parameters
//=   last launched with blocks of 1 thread: a multiprocessor holds 32 blocks, 32 of 64 warps (50 %)
//=   plain loops, compiled in … ms
//=   its code: `%asm uses`, `%ir uses`; blocks that fit: `%occupancy uses`
//= uses was compiled again for cell 14, which defines `twice` (used by `four`) anew
//= a launch of uses may ask of this device:
//=   threads in a block           at most 1024
//=   block along x                at most 1024
//=   block along y                at most 1024
//=   block along z                at most 64
//=   grid along x                 at most 2147483647
//=   grid along y                 at most 65535
//=   grid along z                 at most 65535
//=   dynamic shared memory        at most 49152 bytes
//=   registers of a block         at most 65536
//=   blocks at once (256 threads) at most 16, the most that a cooperative launch may have
%explain nothing
//? error: there is no kernel `nothing`
//? hint: kernels of this session: few<float>, fill, uses
int x = nonsense;
//? cell 17:1:9: error: use of undeclared identifier 'nonsense'
//?     1 | int x = nonsense;
//?       |         ^~~~~~~~
%explain
//= cell 17 was rejected by the compiler, and nothing of it was kept: the session is as before it; `%notes` shows all that the compiler said
fill<<<1, 1>>>(nowhere);
//? error: cell 17: kernel `fill` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x0
//?   at cell 1:1 in `fill`
%explain
//= cell 17: cudaErrorIllegalAddress in kernel `fill`; cell 17 has these names:
//=   fill: kernel of cell 1
//=   nowhere: variable of cell 2; it is null
throw 1;
//? error: cell 18: uncaught exception `int`: 1
%explain
//= cell 18 was left by an exception; it has no names of the session
