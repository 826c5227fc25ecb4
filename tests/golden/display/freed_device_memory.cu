//# A pointer into device memory that was freed is shown as that, until the memory is somebody's again.
//@ expected_failures = { toolkit = "the toolkit's runtime frees memory itself, and keeps no list" }
int *numbers; cudaMalloc(&numbers, 6 * sizeof(int)); cudaMemset(numbers, 0, 24);
numbers + 2
//= (int *) device int[4] {0, 0, 0, 0}
cudaFree(numbers)
//= (cudaError_t) cudaSuccess
numbers
//= (int *) freed device int[6]
numbers + 2
//= (int *) freed device int[4]
struct Holder { int *at; } holder{numbers};
holder.at
//= (int *) freed device int[6]
int *pooled; cudaMallocAsync(&pooled, 40, nullptr); cudaFreeAsync(pooled, nullptr); cudaDeviceSynchronize();
pooled
//= (int *) freed device int[10]
int *again; cudaMallocAsync(&again, 40, nullptr); cudaMemsetAsync(again, 0, 40); cudaDeviceSynchronize();
again
//= (int *) device int[10] {0, 0, 0, 0, 0, 0, 0, 0, …}
