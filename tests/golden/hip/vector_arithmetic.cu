//# HIP's operators of vector types: steps, whole-number operators, numbers on either side.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
#include <hip/hip_runtime.h>
uint3 w = make_uint3(12, 10, 9); w++; --w; (w & 6u) | make_uint3(1, 1, 1)
//= (uint3) (5, 3, 1)
w << 2
//= (uint3) (48, 40, 36)
(make_short2(7, 9) % short(4)).y
//= (short) 1
~make_int2(0, 5)
//= (int2) (-1, -6)
make_float4(1, 1, 1, 1) == 1.0f
//= (bool) true
__managed__ longlong2 wide; __global__ void turn() { longlong2 v = make_longlong2(1, 2); v <<= 40; v ^= 3; ++v; wide = v; }
turn<<<1, 1>>>(); hipDeviceSynchronize(); wide.x == (1ll << 40) + 4
//= (bool) true
