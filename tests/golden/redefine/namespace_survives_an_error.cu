//# An input that opens a namespace again and fails leaves what the namespace held (llvm-project 201844).
#include <cstdio>
namespace shop { int open() { return 9; } }
shop::open()
//= (int) 9
namespace shop { int close() { return printf("closed" } }
//? cell 4:1:55: error: expected ')'
//?     1 | namespace shop { int close() { return printf("closed" } }
//?       |                                                       ^
//? cell 4:1:45: note: to match this '('
//?     1 | namespace shop { int close() { return printf("closed" } }
//?       |                                             ^
shop::open()
//= (int) 9
namespace shop { int close() { return 17; } }
shop::open() + shop::close()
//= (int) 26
namespace shop { int open() { return 8; } }
shop::open() + shop::close()
//= (int) 25
