//# Flags of host memory come back as given; fills of wider words; the driver interface's copies, arrays among their ends.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
#include <hip/hip_runtime.h>
void *pinned; unsigned flags; hipHostMalloc(&pinned, 64, hipHostMallocNonCoherent | hipHostMallocPortable); hipHostGetFlags(&flags, pinned); flags == 0x80000001u
//= (bool) true
hipHostMalloc(&pinned, 64, hipHostMallocNonCoherent | hipHostMallocCoherent)
//= (hipError_t) hipErrorInvalidValue
int *words; hipMalloc(&words, 64); hipMemsetD32Async(words, 0x0a0b0c0d, 16, 0); hipMemsetD16Async(words, 0x0102, 3, 0); hipMemsetD8(words, 9, 1); int back[2]; hipMemcpy(back, words, 8, hipMemcpyDefault); back[0] == 0x01020109 && back[1] == 0x0a0b0102
//= (bool) true
hipChannelFormatDesc format = hipCreateChannelDesc<int2>(); hipArray_t grid; hipMallocArray(&grid, &format, 3, 2)
//= (hipError_t) hipSuccess
int2 in[6] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}, {11, 12}}, out[2] = {}; hipMemcpy2DToArray(grid, 0, 0, in, 24, 24, 2, hipMemcpyHostToDevice)
//= (hipError_t) hipSuccess
hip_Memcpy2D part{}; part.srcMemoryType = hipMemoryTypeArray, part.srcArray = grid, part.srcXInBytes = 8, part.srcY = 1, part.dstMemoryType = hipMemoryTypeHost, part.dstHost = out, part.WidthInBytes = 16, part.Height = 1; hipMemcpyParam2D(&part)
//= (hipError_t) hipSuccess
out[1].y
//= (int) 12
hipEvent_t shared; hipEventCreateWithFlags(&shared, hipEventInterprocess | hipEventDisableTiming)
//= (hipError_t) hipSuccess
