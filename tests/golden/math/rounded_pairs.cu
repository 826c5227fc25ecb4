//# Pairs of floats are added, multiplied and fused with a direction of rounding.
//@ expected_failures = { toolkit = "a toolkit has these functions from sm_100 on" }
__global__ void pairs(float2 *out) { float2 a = {1, 0x1p-24f}, b = {0x1p-24f, 1}; out[0] = __fadd2_rn(a, b); out[1] = __fadd2_ru(a, b); out[2] = __fmul2_rz(float2{0.1f, -0.1f}, float2{0.1f, 0.1f}); out[3] = __ffma2_rd(a, b, float2{1, -1}); out[4].x = __fmaf_ieee_ru(1, 0x1p-24f, 1); }
float2 *out; cudaMallocManaged(&out, 5 * sizeof(float2)); pairs<<<1, 1>>>(out); cudaDeviceSynchronize();
out[0].x == 1 && out[0].y == 1
//= (bool) true
out[1].x == 1 + 0x1p-23f && out[1].y == 1 + 0x1p-23f
//= (bool) true
out[2].x == -out[2].y && (double)out[2].x <= (double)0.1f * 0.1f
//= (bool) true
out[3].x == 1 && out[3].y == -1 + 0x1p-24f
//= (bool) true
out[4].x == 1 + 0x1p-23f
//= (bool) true
