//# Each instance of a kernel template is a kernel of its own, loaded when it is first used.
//@ devices = ["null"]
#include <fstream>
#include <set>
#include <string>
std::set<std::string> loads; std::ifstream trace("null-trace");
// A draft and its optimised replacement, which comes when the session is idle, count once.
void show() { trace.clear(); for (std::string line; std::getline(trace, line);) if (line.rfind("unload", 0) && (line.rfind("load", 0) || loads.insert(line).second)) puts(line.c_str()); }
template <class T> __global__ void fill(T *p) { *p = 1; }
int *i; float *f; cudaMalloc(&i, 4); cudaMalloc(&f, 4);
fill<<<1, 1>>>(i);
fill<<<1, 1>>>(f); fill<<<2, 1>>>(i);
fill<float><<<3, 1>>>(f);
show();
//= stream create 1 nonblocking
//= alloc 4
//= alloc 4
//= load fill<int>
//= launch fill<int> grid=1,1,1 block=1,1,1 stream=0
//= sync
//= load fill<float>
//= launch fill<float> grid=1,1,1 block=1,1,1 stream=0
//= launch fill<int> grid=2,1,1 block=1,1,1 stream=0
//= sync
//= launch fill<float> grid=3,1,1 block=1,1,1 stream=0
//= sync
