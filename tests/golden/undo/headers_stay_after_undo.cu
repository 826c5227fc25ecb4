//# What the first cells include is there after cells are taken back, without being read again.
#include <deque>
#include <sstream> // a comment behind it
// The next cell goes on with other text.
#include <set>
std::set<int> seen{3, 1, 2};
std::deque<int> line{4, 5};
//! rest 1200 ms
int gone = static_cast<int>(line.size());
%undo
//? note: cell 6 is taken back: `gone`
gone
//? cell 6:1:1: error: use of undeclared identifier 'gone'
//?     1 | gone
//?       | ^~~~
std::ostringstream text; text << *seen.begin() << line.back();
text.str()
//= (std::string) "15"
%undo 1
//? note: cell 7 is taken back: `text.str()`
#include <vector>
std::vector<int> more(seen.begin(), seen.end());
more.size() + seen.size() + line.size()
//= (size_t) 8
typo = 1;
//? cell 10:1:1: error: use of undeclared identifier 'typo'
//?     1 | typo = 1;
//?       | ^~~~
more[2]
//= (int) 3
__global__ void twice(int *x) { *x *= 2; }
%undo
//? note: cell 11 is taken back: `twice`
__global__ void twice(int *x) { *x *= 3; }
int *p; cudaMallocManaged(&p, sizeof(int)); *p = more[1];
twice<<<1, 1>>>(p); cudaDeviceSynchronize();
*p
//= (int) 6
