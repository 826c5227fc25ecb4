//# An exception that leaves a host function of a stream is told as one of a thread is.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint", "off"]
#include <stdexcept>
int kept = 4;
cudaLaunchHostFunc(0, [](void *) { throw std::runtime_error("in a host function"); }, nullptr);
//? error: cell 3 ended the executor: killed by SIGABRT (uncaught exception `std::runtime_error`: in a host function; `std::terminate` was called), in a host function of a stream
//? note: a new executor runs with all definitions; the values of these variables are lost: `kept`
kept
//= (int) 4
cudaStreamAddCallback(0, [](cudaStream_t, cudaError_t, void *) { throw 5; }, nullptr, 0);
//? error: cell 5 ended the executor: killed by SIGABRT (uncaught exception `int`: 5; `std::terminate` was called), in a host function of a stream
//? note: a new executor runs with all definitions; the values of these variables are lost: `kept`
kept
//= (int) 4
