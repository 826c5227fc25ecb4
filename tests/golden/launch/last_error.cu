//# `cudaGetLastError` takes the error away, `cudaPeekAtLastError` does not; a success does not clear it.
//@ hip = true
int count;
cudaError_t set = cudaSetDevice(99), counted = cudaGetDeviceCount(&count), peek = cudaPeekAtLastError(), again = cudaPeekAtLastError(), get = cudaGetLastError(), after = cudaGetLastError();
printf("%s %s %s %s %s %s\n", cudaGetErrorName(set), cudaGetErrorName(counted), cudaGetErrorName(peek), cudaGetErrorName(again), cudaGetErrorName(get), cudaGetErrorName(after));
//= cudaErrorInvalidDevice cudaSuccess cudaErrorInvalidDevice cudaErrorInvalidDevice cudaErrorInvalidDevice cudaSuccess
