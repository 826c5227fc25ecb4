//# What a header of the library declares is seen once a cell has included it, though it was precompiled; a program's own names stay its own.
using namespace std;
int count = 3;
bool search(int) { return true; }
struct function { int x; };
count + search(1) + function{4}.x
//= (int) 8
map<int, int> early;
//? cell 6:1:1: error: no template named 'map'
//?     1 | map<int, int> early;
//?       | ^
//? hint: if you mean `std::map`: that is in <map>: `#include <map>`, then enter the cell again
#include <map>
std::map<int, int> late{{1, 2}};
late
//= (std::map<int, int>) {1: 2}
std::sort(&count, &count)
//? cell 9:1:6: error: no member named 'sort' in namespace 'std'
//?     1 | std::sort(&count, &count)
//?       |      ^~~~
//? hint: `std::sort` is in <algorithm>: `#include <algorithm>`, then enter the cell again
#include <algorithm>
int two[2] = {2, 1}; std::sort(two, two + 2);
two
//= (int[2]) {1, 2}
#include <iostream>
#include <string>
std::cout << std::string("text") + "s" << std::endl;
//= texts
#include <chrono>
using namespace std::chrono_literals;
(2min).count()
//= (long) 2
