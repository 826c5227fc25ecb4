//# A closing bracket that nothing opened is complete: clang reports it, the next cell works.
int a = 1; }
)
int a = 2;
a
