//# An initialiser that is missing before a closing bracket ends the input, not the session (llvm-project 206808, 206670).
namespace tools { int x = }
//? cell 1:1:27: error: expected expression
//?     1 | namespace tools { int x = }
//?       |                           ^
//? cell 1:1:28: error: expected ';' after top level declarator
//?     1 | namespace tools { int x = }
//?       |                            ^
//?       |                            ;
//? cell 1:1:27: error: expected '}'
//?     1 | namespace tools { int x = }
//?       |                           ^
//? cell 1:1:17: note: to match this '{'
//?     1 | namespace tools { int x = }
//?       |                 ^
{ int y = }
//? cell 1:1:11: error: expected expression
//?     1 | { int y = }
//?       |           ^
//? cell 1:1:12: error: expected ';' at end of declaration
//?     1 | { int y = }
//?       |            ^
//?       |            ;
//? cell 1:1:11: error: expected '}'
//?     1 | { int y = }
//?       |           ^
//? cell 1:1:1: note: to match this '{'
//?     1 | { int y = }
//?       | ^
void (*test)() = []() { if }
//? cell 1:1:28: error: expected '(' after 'if'
//?     1 | void (*test)() = []() { if }
//?       |                            ^
//? cell 1:1:28: error: expected expression
//?     1 | void (*test)() = []() { if }
//?       |                            ^
//? cell 1:1:28: error: expected '}'
//?     1 | void (*test)() = []() { if }
//?       |                            ^
//? cell 1:1:23: note: to match this '{'
//?     1 | void (*test)() = []() { if }
//?       |                       ^
//? cell 1:1:29: error: expected ';' after top level declarator
//?     1 | void (*test)() = []() { if }
//?       |                             ^
//?       |                             ;
namespace tools { int x = 3; }
tools::x
//= (int) 3
