#pragma once
#error "`hip/hip_fp8.h` is not in Chevron yet"
