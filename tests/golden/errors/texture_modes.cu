//# The enumerators of textures are named as absent too.
//@ expected_failures = { toolkit = "a toolkit's headers have these features" }
cudaTextureFilterMode mode = cudaFilterModeLinear;
//? cell 1:1:30: error: 'cudaFilterModeLinear' is unavailable: `cudaFilterModeLinear` (textures and arrays) is not in Chevron yet
//?     1 | cudaTextureFilterMode mode = cudaFilterModeLinear;
//?       |                              ^
//? /chevron/include/chevron/absent.h:51:70: note: 'cudaFilterModeLinear' has been explicitly marked unavailable here
//?    51 | enum cudaTextureFilterMode { __CHV_NO(cudaFilterModePoint), __CHV_NO(cudaFilterModeLinear) };
//?       |                                                                      ^
