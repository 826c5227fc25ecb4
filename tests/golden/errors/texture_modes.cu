//# The enumerators of textures are named as absent too, and their functions in statements at top level.
//@ expected_failures = { toolkit = "a toolkit's headers have these features" }
cudaTextureFilterMode mode = cudaFilterModeLinear;
//? cell 1:1:30: error: 'cudaFilterModeLinear' is unavailable: `cudaFilterModeLinear` (textures and arrays) is not in Chevron yet
//?     1 | cudaTextureFilterMode mode = cudaFilterModeLinear;
//?       |                              ^
cudaMallocMipmappedArray(0, 0)
//? cell 1:1:1: error: `cudaMallocMipmappedArray` (textures and arrays) is not in Chevron yet
//?     1 | cudaMallocMipmappedArray(0, 0)
//?       | ^
