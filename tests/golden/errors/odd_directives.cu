//# Lines with the greatest number, modules, weak names that nothing declares and variables in registers: told, or taken, and the session goes on.
//@ devices = ["cpu"]
int last() {
#line 4294967295
  return missing; }
//? cell 1:4294967295:10: error: use of undeclared identifier 'missing'
//?   return missing; }
//?          ^~~~~~~
export module whole;
//? cell 1:1:8: error: expected template
//?     1 | export module whole;
//?       |        ^
//? cell 1:1:8: error: unknown type name 'module'
_Pragma("weak nowhere = nobody")
int b = 2;
b
//= (int) 2
register long stack asm("rsp");
stack != 0
//= (bool) true
