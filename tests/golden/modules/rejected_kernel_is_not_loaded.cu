//# A kernel of a cell that failed is not loaded; the retry is.
//@ devices = ["null"]
#include <fstream>
#include <set>
#include <string>
std::set<std::string> loads; std::ifstream trace("null-trace");
// A draft and its optimised replacement, which comes when the session is idle, count once.
void show() { trace.clear(); for (std::string line; std::getline(trace, line);) if (line.rfind("unload", 0) && (line.rfind("load", 0) || loads.insert(line).second)) puts(line.c_str()); }
__global__ void good() {} __global__ void bad() { undeclared_name(); }
//? cell 6:1:51: error: use of undeclared identifier 'undeclared_name'
//?     1 | __global__ void good() {} __global__ void bad() { undeclared_name(); }
//?       |                                                   ^~~~~~~~~~~~~~~
show();
//= stream create 1 nonblocking
__global__ void good() {}
good<<<1, 1>>>();
show();
//= load good
//= launch good grid=1,1,1 block=1,1,1 stream=0
//= sync
