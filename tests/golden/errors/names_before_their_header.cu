//# What a header of the library declares is seen once a cell has included it, though it was precompiled; a program's own names stay its own.
using namespace std;
int count = 3;
bool search(int) { return true; }
struct function { int x; };
count + search(1) + function{4}.x
map<int, int> early;
#include <map>
std::map<int, int> late{{1, 2}};
late
std::sort(&count, &count)
#include <algorithm>
std::sort(&count, &count + 1);
::count
#include <iostream>
#include <string>
std::cout << std::string("text") + "s" << std::endl;
#include <chrono>
using namespace std::chrono_literals;
(2min).count()
