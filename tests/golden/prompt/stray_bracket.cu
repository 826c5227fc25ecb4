//# A closing bracket that nothing opened is complete: clang reports it, the next cell works.
int a = 1; }
//? cell 1:1:12: error: extraneous closing brace ('}')
//?     1 | int a = 1; }
//?       |            ^
)
//? cell 1:1:1: error: expected expression
//?     1 | )
//?       | ^
int a = 2;
a
//= (int) 2
