// Mersenne Twister for graphics processors.
#pragma once
#error "`curand_mtgp32dc_p_11213.h` (Mersenne Twister) is not in Chevron yet: `curand_kernel.h` has XORWOW and Philox"
