//# Arrays of HIP's driver interface: made, described, copied to and from by bytes.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda"]
#include <hip/hip_runtime.h>
HIP_ARRAY_DESCRIPTOR row = {4, 2, HIP_AD_FORMAT_SIGNED_INT16, 2}, told = {}; hipArray_t array = nullptr, other = nullptr;
hipArrayCreate(&array, &row)
//= (hipError_t) hipSuccess
hipArrayGetDescriptor(&told, array)
//= (hipError_t) hipSuccess
told.Width * 100 + told.Height * 10 + told.NumChannels
//= (size_t) 422
told.Format == HIP_AD_FORMAT_SIGNED_INT16
//= (bool) true
short in[16], out[16] = {}; for (int i = 0; i < 16; ++i) in[i] = i;
hipMemcpyHtoA(array, 0, in, 32)
//= (hipError_t) hipErrorInvalidValue
hipMemcpyHtoA(array, 0, in, 16)
//= (hipError_t) hipSuccess
hipMemcpyAtoH(out, array, 8, 4)
//= (hipError_t) hipSuccess
out[0] * 100 + out[1]
//= (int) 405
hipArrayCreate(&other, &row); hipMemcpyAtoA(other, 0, array, 0, 16)
//= (hipError_t) hipSuccess
hipDeviceptr_t memory; hipMalloc((void **)&memory, 32); hipMemcpyAtoD(memory, other, 0, 8)
//= (hipError_t) hipSuccess
hipMemcpyDtoA(other, 0, memory, 8)
//= (hipError_t) hipSuccess
hipMemcpyAtoHAsync(out, other, 0, 8, 0); hipDeviceSynchronize()
//= (hipError_t) hipSuccess
out[3]
//= (short) 3
hipMemcpyHtoAAsync(other, 4, in + 8, 4, 0)
//= (hipError_t) hipSuccess
HIP_ARRAY3D_DESCRIPTOR deep = {8, 8, 4, HIP_AD_FORMAT_FLOAT, 1, 0}, of_level; hipMipmappedArray_t pyramid; hipMipmappedArrayCreate(&pyramid, &deep, 2)
//= (hipError_t) hipSuccess
hipArray_t level; hipMipmappedArrayGetLevel(&level, pyramid, 1)
//= (hipError_t) hipSuccess
hipArray3DGetDescriptor(&of_level, level); of_level.Width * 100 + of_level.Height * 10 + of_level.Depth
//= (size_t) 442
hipMipmappedArrayDestroy(pyramid)
//= (hipError_t) hipSuccess
hipArrayDestroy(array)
//= (hipError_t) hipSuccess
hipArrayGetDescriptor(&told, array) == hipSuccess
//= (bool) false
row.NumChannels = 3; hipArrayCreate(&array, &row)
//= (hipError_t) hipErrorInvalidValue
