//# Candidates of the 16-bit types are told with their types, though their headers are written once for both.
//@ expected_failures = { toolkit = "a toolkit's headers declare these at places of their own" }
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__global__ void scale(__half *h, double by) { h[0] = h[1] - by; }
//? cell 3:1:59: error: use of overloaded operator '-' is ambiguous (with operand types '__half' and 'double')
//?     1 | __global__ void scale(__half *h, double by) { h[0] = h[1] - by; }
//?       |                                                      ~~~~ ^ ~~
//? note: candidate function: `__half operator-(const __half &a, const __half &b)`
//? note: 144 more candidates
//? hint: `%notes` shows all that the compiler says of it
__global__ void scale(__nv_bfloat16 *b, double by) { b[0] = b[1] - by; }
//? cell 3:1:66: error: use of overloaded operator '-' is ambiguous (with operand types '__nv_bfloat16' and 'double')
//?     1 | __global__ void scale(__nv_bfloat16 *b, double by) { b[0] = b[1] - by; }
//?       |                                                             ~~~~ ^ ~~
//? note: candidate function: `__nv_bfloat16 operator-(const __nv_bfloat16 &a, const __nv_bfloat16 &b)`
//? note: 144 more candidates
//? hint: `%notes` shows all that the compiler says of it
__half h = __float2half(2.5f);
(float)(h + h)
//= (float) 5.0f
