//# What reaches a device: streams, copies, fills, events and launches, each to its stream, in order.
//@ devices = ["null"]
#include <fstream>
#include <set>
#include <string>
std::set<std::string> loads; std::ifstream trace("null-trace");
// A draft and its optimised replacement, which comes when the session is idle, count once.
void show() { trace.clear(); for (std::string line; std::getline(trace, line);) if (line.rfind("unload", 0) && (line.rfind("load", 0) || loads.insert(line).second)) puts(line.c_str()); }
__global__ void k(int *p) {}
int *p, host[4]; cudaStream_t s; cudaStreamCreate(&s); cudaMalloc(&p, 16);
cudaMemcpyAsync(p, host, 16, cudaMemcpyHostToDevice, s); cudaMemsetAsync(p, 0, 8, s); k<<<1, 32, 0, s>>>(p); cudaEvent_t e; cudaEventCreate(&e); cudaEventRecord(e, s); cudaEventSynchronize(e);
cudaFree(p); cudaStreamDestroy(s);
show();
//= stream create 1 nonblocking
//= load k
//= stream create 2
//= alloc 16
//= copy 16 stream=2
//= host stream=2
//= fill 8 value=0x0 stream=2
//= launch k grid=1,1,1 block=32,1,1 stream=2
//= record event=3 stream=2
//= sync
//= sync
//= free
//= stream destroy 2
