//# A host function that a stream runs crashes on the stream's thread: the cell sleeps meanwhile, as a thread that waits for the stream would run it itself.
//@ flags = ["--checkpoint=off"]
//@ devices = ["cpu"]
#include <thread>
void callback(void *p) { *(int *)p = 1; }
cudaLaunchHostFunc(0, callback, nullptr); std::this_thread::sleep_for(std::chrono::seconds(2));
//? error: cell 3 ended the executor: killed by SIGSEGV (write to a null pointer), in a host function of a stream
//?   at cell 2:1 in `callback(void*)`
//? note: a new executor runs with all definitions
__global__ void set(int *p) { *p = 3; }
int *p; cudaMallocManaged(&p, sizeof(int)); set<<<1, 1>>>(p);
*p
//= (int) 3
