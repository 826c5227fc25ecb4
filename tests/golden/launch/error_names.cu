//# Errors by name and by text.
for (auto e : {cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInvalidConfiguration, cudaErrorNotReady, cudaErrorIllegalAddress, cudaErrorLaunchFailure, cudaErrorUnknown, (cudaError_t)12345}) printf("%d %s: %s\n", e, cudaGetErrorName(e), cudaGetErrorString(e));
//= 0 cudaSuccess: no error
//= 1 cudaErrorInvalidValue: invalid argument
//= 2 cudaErrorMemoryAllocation: out of memory
//= 9 cudaErrorInvalidConfiguration: invalid configuration argument
//= 600 cudaErrorNotReady: device not ready
//= 700 cudaErrorIllegalAddress: an illegal memory access was encountered
//= 719 cudaErrorLaunchFailure: unspecified launch failure
//= 999 cudaErrorUnknown: unknown error
//= 12345 unrecognized error code: unrecognized error code
