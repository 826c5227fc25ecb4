//# A directory with a toolkit's headers is searched last beside the embedded ones, and a note says so. Once the compiler did not start.
//@ devices = ["cpu"]
//@ flags = ["-I", "."]
#include <cuda_runtime.h>
//? note: `-I .` has a CUDA toolkit's headers: Chevron's own come first (`--headers toolkit` reads a toolkit's, on an NVIDIA GPU)
#include <math.h>
#include <helpers_of_the_toolkit.h>
of_the_toolkit() + (int)cudaSuccess
//= (int) 7
