//# A kernel is loaded when it is defined, not when it is launched; launches in any number go to what is loaded.
//@ devices = ["null"]
#include <fstream>
#include <set>
#include <string>
std::set<std::string> loads; std::ifstream trace("null-trace");
// A draft and its optimised replacement, which comes when the session is idle, count once.
void show() { trace.clear(); for (std::string line; std::getline(trace, line);) if (line.rfind("unload", 0) && (line.rfind("load", 0) || loads.insert(line).second)) puts(line.c_str()); }
__global__ void k(int *p) { *p = 1; }
show();
//= stream create 1 nonblocking
//= load k
int *p; cudaMalloc(&p, 4);
k<<<1, 2>>>(p); k<<<3, dim3(4, 5), 64>>>(p);
k<<<1, 2>>>(p);
show();
//= alloc 4
//= launch k grid=1,1,1 block=2,1,1 stream=0
//= launch k grid=3,1,1 block=4,5,1 shared=64 stream=0
//= sync
//= launch k grid=1,1,1 block=2,1,1 stream=0
//= sync
