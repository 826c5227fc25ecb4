//# `_` is the value that was shown last: a number's copy, the object itself that has a name, a temporary that is kept.
_
//? cell 1:1:1: error: use of undeclared identifier '_'
//?     1 | _
//?       | ^
//? hint: `_` is the value that was shown last: none was
6 * 7
//= (int) 42
_ + 1
//= (int) 43
_ * 2
//= (int) 86
int count = 5;
count
//= (int) 5
count = 9;
_
//= (int) 5
#include <string>
#include <vector>
std::vector<int> list{7, 8, 9};
list
//= (std::vector<int>) {7, 8, 9}
_.push_back(10); list.size()
//= (unsigned long) 4
std::string("warp") + "s"
//= (std::string) "warps"
_ + "!"
//= (std::string) "warps!"
_.size()
//= (unsigned long) 6
int grid[3] = {1, 2, 3};
grid
//= (int[3]) {1, 2, 3}
_[1] = 20; grid
//= (int[3]) {1, 20, 3}
-_[2]
//= (int) -3
double half() { return _ / 2.0; }
100
//= (int) 100
half()
//= (double) -1.5
__device__ int counter = 3;
counter
//= (int) 3
_ + 1
//= (int) 4
