//# A call of a null function pointer is found by its caller: there is no code at the address itself.
//@ flags = ["--checkpoint=off"]
void (*hook)();
void fire() {
  hook();
}
fire();
//? error: cell 3 ended the executor: killed by SIGSEGV (call of a null pointer)
//?   at cell 2:2 in `fire()`
//?   at cell 3:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `hook`
hook = [] {};
fire();
