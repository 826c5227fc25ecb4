//# A variable that only its own cell could name in a file of its own gets its value in that cell and keeps it: `static`, in a namespace without a name, of a lambda's type. (Clang as a prompt initializes them when they are first used, and again in each cell that uses them.)
//@ devices = ["cpu"]
#include <cstdio>
#include <string>
#include <vector>
#include <thread>
int n = 3;
static int s = n + 1;
namespace { int t = n + 2; }
const int c = n + 3;
inline int i = n + 4;
struct Holder { inline static int m = n + 5; };
auto counter = [k = n]() mutable { return k++; };
n = 100;
std::vector<int>{s, t, c, i, Holder::m}
//= (std::vector<int>) {4, 5, 6, 7, 8}
counter()
//= (int) 3
counter()
//= (int) 4
s = 50; t = 60;
undeclared
//? cell 17:1:1: error: use of undeclared identifier 'undeclared'
//?     1 | undeclared
//?       | ^~~~~~~~~~
s + t
//= (int) 110
struct Loud {
  int id;
  Loud(int id) : id(id) { printf("made %d\n", id); }
  ~Loud() { printf("gone %d\n", id); }
};
static Loud loud(1);
//= made 1
namespace { Loud quiet(2); }
//= made 2
loud.id + quiet.id
//= (int) 3
loud.id = 5;
loud.id
//= (int) 5
static std::vector<std::string> names{"a"};
names.push_back("b");
names
//= (std::vector<std::string>) {"a", "b"}
static thread_local int own = n + 1;
own = 7;
own
//= (int) 7
std::thread([] { printf("%d\n", own); own = 9; }).join();
//= 101
own
//= (int) 7
static thread_local std::vector<int> list{n};
list.push_back(4);
list
//= (std::vector<int>) {100, 4}
static std::vector<std::string> names{"new"};
names
//= (std::vector<std::string>) {"new"}
%undo 2
//? note: cells 35 to 36 are taken back: `names` (that of cell 24 is back)
names
//= (std::vector<std::string>) {"a", "b"}
//= gone 2
//= gone 5
