//# Device memory that was freed is told as that, not drawn.
//@ expected_failures = { toolkit = "the toolkit's runtime frees memory itself, and keeps no list" }
#include <chevron/display.h>
float *data; cudaMalloc(&data, 16 * sizeof(float)); cudaMemset(data, 0, 64);
chevron::image(data, 4, 4);
cudaFree(data);
chevron::image(data, 4, 4)
//? error: cell 5: image: the device memory was freed
chevron::table(data, 2)
//? error: cell 6: table: the device memory was freed
chevron::plot(data + 1, 2)
//? error: cell 7: plot: the device memory was freed
chevron::png(data, 4)
//? error: cell 8: image/png: the device memory was freed
