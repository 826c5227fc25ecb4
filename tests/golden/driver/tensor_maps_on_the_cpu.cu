//# Tensor maps are the driver's of NVIDIA GPUs: elsewhere making one is refused, and the session says why.
//@ devices = ["cpu"]
#include <cuda.h>
float *tensor; cudaMalloc(&tensor, 4096); CUtensorMap map; sizeof map == 128 && alignof(CUtensorMap) == 64
//= (bool) true
cuuint64_t extents[] = {32, 32}, strides[] = {128}; cuuint32_t box[] = {8, 8}, steps[] = {1, 1};
cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, tensor, extents, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
//= (CUresult) 801
//? note: cell 4: `cuTensorMapEncodeTiled` is of NVIDIA's own driver, and this device's has no such function
