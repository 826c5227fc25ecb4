//# Lambdas, local types and `static` variables of an edited header, or of a macro, are those of the newest text, though the cell's own text has no word of them.
//@ devices = ["cpu"]
#include <fstream>
#include <string>
void write(const char *path, const std::string &text) { std::ofstream(path) << text; }
std::string part(const std::string &n) { return "#ifndef PART_H\n#define PART_H\nauto add = [](int x) { return x + " + n + "; };\ninline int count() { static int n = " + n + "; return n++; }\ninline int local() { struct S { int f() { return " + n + "; } }; return S().f(); }\n__global__ void k() { auto f = [] { return " + n + "; }; printf(\"%d\\n\", f()); }\n#endif\n"; }
write("part.h", part("10")); write("a.cu", "#include \"part.h\"\n");
%load a.cu
add(1)
//= (int) 11
count()
//= (int) 10
count()
//= (int) 11
local()
//= (int) 10
k<<<1, 1>>>();
//= 10
write("part.h", part("200"));
%load a.cu
add(1)
//= (int) 201
count()
//= (int) 200
count()
//= (int) 201
local()
//= (int) 200
k<<<1, 1>>>();
//= 200
write("one.h", "static auto one = [](int x) { return x + 1; };\n"); write("two.h", "static auto two = [](int x) { return x + 2; };\n");
#include "one.h"
#include "two.h"
one(0)
//= (int) 1
two(0)
//= (int) 2
#define ADDS(n) [](int x) { return x + n; }
auto three = ADDS(3);
auto four = ADDS(4);
three(0)
//= (int) 3
four(0)
//= (int) 4
ADDS(5)(0)
//= (int) 5
ADDS(6)(0)
//= (int) 6
%undo
//? note: cells 26 to 30 are taken back: `four`
ADDS(7)(0)
//= (int) 7
