// The library's <math.h> less `lerp`, which C++20 adds to the global namespace: programs for nvcc, which reads C++17, define one there
// (`helper_math.h` of NVIDIA's samples).
#pragma once

#include <cmath>

#pragma push_macro("lerp")
#undef lerp
#define lerp fabs
#include_next <math.h>
#pragma pop_macro("lerp")
