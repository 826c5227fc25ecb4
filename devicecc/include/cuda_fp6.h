// 6-bit floating-point types.
#pragma once
#error "`cuda_fp6.h` (6-bit floating point) is not in Chevron yet: `cuda_fp16.h` and `cuda_bf16.h` are"
