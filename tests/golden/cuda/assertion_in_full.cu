//# `--faults full`: a failed assertion stays one, and names block, thread and line.
//@ devices = ["cuda"]
//@ flags = ["--faults", "full"]
//@ expected_failures = { toolkit = "a toolkit's headers assert in a function of their own, which is told as a library's" }
#include <cassert>
__global__ void checks(int n) { assert(threadIdx.x < n); }
checks<<<1, 4>>>(3);
//? cell 2:1: void checks(int): block: [0,0,0], thread: [3,0,0] Assertion `threadIdx.x < n` failed.
//? Starting GPU coredump generation, set the CUDA_COREDUMP_SHOW_PROGRESS environment variable to 1 to enable more detailed output
//? error: cell 3: kernel `checks` <<<(1,1,1), (4,1,1)>>>: cudaErrorAssert at block (0,0,0), thread (3,0,0)
//?   device-side assert triggered
//?   at cell 2:1 in `checks`
//? note: a new executor runs with all definitions
