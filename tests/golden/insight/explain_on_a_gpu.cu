//# On a GPU too `%explain` tells what a refused launch asked of the device, and what a cell that failed there has touched.
//@ devices = ["cuda"]
//@ expected_failures = { toolkit = "a toolkit's runtime library does not tell how kernels were launched" }
//@ flags = ["--no-cache"]
//@ changes_cache = true
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
//=   registers of a block         at most 65536; asked 20480
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
//=   registers of a block         at most 65536; asked 160
//=   blocks at once (16 threads)  at most 396, the most that a cooperative launch may have
__device__ float twice(float x) { return x; }
__device__ float four(float x) { return twice(twice(x)); }
__global__ void uses(float *p) { p[0] = four(2); }
uses<<<1, 1>>>(p);
__device__ float twice(float x) { return 2 * x; }
%explain uses
//= kernel uses: void (float *)
//=   cell 9
//=   8 registers, no spills, no local memory, no static shared memory, 8 bytes of parameters
//=   last launched with blocks of 1 thread: a multiprocessor holds 32 blocks, 32 of 64 warps (50 %)
//=   draft PTX, compiled in … ms; a draft, until the optimised code is there
//=   its code: `%ptx uses`, `%sass uses`; blocks that fit: `%occupancy uses`
//= uses was compiled again for cell 11, which defines `twice` (used by `four`) anew
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
//=   blocks at once (256 threads) at most 1056, the most that a cooperative launch may have
%explain nothing
//? error: there is no kernel `nothing`
//? hint: kernels of this session: fill, uses
fill<<<1, 1>>>(nowhere); cudaDeviceSynchronize();
//? error: cell 13: kernel `fill` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress
//?   an illegal memory access was encountered
//? note: a new executor runs with all definitions; the values of these variables are lost: `p`, `nowhere`
%explain
//= cell 13: cudaErrorIllegalAddress in kernel `fill`; cell 13 has these names:
//=   fill: kernel of cell 1
//=   nowhere: variable of cell 2; it is null
1 + 1
//= (int) 2
