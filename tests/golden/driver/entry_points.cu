//# Functions of the driver API by their names: by the driver's own call and by the runtime API's.
#include <cuda.h>
void *function = nullptr; CUdriverProcAddressQueryResult status;
cuGetProcAddress("cuMemGetInfo", &function, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status)
//= (CUresult) CUDA_SUCCESS
status
//= (CUdriverProcAddressQueryResult) CU_GET_PROC_ADDRESS_SUCCESS
size_t free_bytes = 0, total = 0; ((CUresult (*)(size_t *, size_t *))function)(&free_bytes, &total)
//= (CUresult) CUDA_SUCCESS
total > 0 && free_bytes <= total
//= (bool) true
cuGetProcAddress("cuNoSuchFunction", &function, 12000, 0, &status)
//= (CUresult) CUDA_SUCCESS
status
//= (CUdriverProcAddressQueryResult) CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND
function == nullptr
//= (bool) true
cuGetProcAddress("cuMemAlloc", &function, 1000000, 0, &status)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
status
//= (CUdriverProcAddressQueryResult) CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND
cuGetProcAddress("cuNoSuchFunction", &function, 12000, 0, nullptr)
//= (CUresult) CUDA_SUCCESS
cudaDriverEntryPointQueryResult found; void *device_get = nullptr;
cudaGetDriverEntryPointByVersion("cuDeviceGetCount", &device_get, 12000, cudaEnableDefault, &found)
//= (cudaError_t) cudaSuccess
int count = 0; ((CUresult (*)(int *))device_get)(&count); found == cudaDriverEntryPointSuccess && count > 0
//= (bool) true
cudaGetDriverEntryPointByVersion("cuNothing", &device_get, 12000, cudaEnableDefault, &found)
//= (cudaError_t) cudaSuccess
found
//= (cudaDriverEntryPointQueryResult) cudaDriverEntryPointSymbolNotFound
