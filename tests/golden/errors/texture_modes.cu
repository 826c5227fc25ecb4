//# The enumerators of textures are named as absent too, and their functions in statements at top level.
//@ expected_failures = { toolkit = "a toolkit's headers have these features" }
cudaTextureFilterMode mode = cudaFilterModeLinear;
//? cell 1:1:30: error: 'cudaFilterModeLinear' is unavailable: `cudaFilterModeLinear` (textures and arrays) is not in Chevron yet
//?     1 | cudaTextureFilterMode mode = cudaFilterModeLinear;
//?       |                              ^
//? /chevron/include/chevron/absent.h:51:70: note: 'cudaFilterModeLinear' has been explicitly marked unavailable here
//?    51 | enum cudaTextureFilterMode { __CHV_NO(cudaFilterModePoint), __CHV_NO(cudaFilterModeLinear) };
//?       |                                                                      ^
cudaMallocArray(0, 0)
//? cell 1:1:1: error: 'cudaMallocArray' is unavailable: `cudaMallocArray` (textures and arrays) is not in Chevron yet
//?     1 | cudaMallocArray(0, 0)
//?       | ^
//? /chevron/include/chevron/absent.h:29:10: note: 'cudaMallocArray' has been explicitly marked unavailable here
//?    29 | __CHV_NO(cudaMallocArray)
//?       |          ^
