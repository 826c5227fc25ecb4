//# A half is made of a bfloat16, and the other way round, where that is said explicitly.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
template <class To, class From> __global__ void convert(To *to, const From *from) { *to = static_cast<To>(*from); }
__half *h; __nv_bfloat16 *b; cudaMallocManaged(&h, sizeof *h); cudaMallocManaged(&b, sizeof *b);
*b = 3.140625f; convert<<<1, 1>>>(h, b); cudaDeviceSynchronize(); *h
//= (__half) 3.14
*h = 1.0009765625f; convert<<<1, 1>>>(b, h); cudaDeviceSynchronize(); *b
//= (__nv_bfloat16) 1.0
