//# A cell that ends the executor is taken back: variables of every kind, the heap, static and thread-local ones are as before it.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <map>
#include <string>
#include <vector>
int x = 1;
std::vector<int> v{1, 2, 3};
std::map<std::string, int> ages{{"Ada", 36}};
int count() { static int calls = 0; return ++calls; }
thread_local int mine = 5;
int *heap = new int[1000]{7};
count(); count();
x = 2; v.push_back(4); ages["Bob"] = 9; mine = 6; heap[999] = 8;
x = 3; v.clear(); ages.clear(); count(); mine = 7; delete[] heap; heap = nullptr; *(volatile int *)0 = 1;
//? error: cell 12 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 12:1
//? note: cell 12 is taken back: all variables are as they were before it
x
//= (int) 2
v
//= (std::vector<int>) {1, 2, 3, 4}
ages
//= (std::map<std::string, int>) {"Ada": 36, "Bob": 9}
count()
//= (int) 3
mine
//= (int) 6
heap[0] + heap[999]
//= (int) 15
