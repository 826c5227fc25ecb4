//# The crash of a program that was loaded, called as a function.
//@ flags = ["--checkpoint=off"]
%load program.cu
//? error: cell 2 ended the executor: killed by SIGSEGV (read of a null pointer)
//?   at program.cu:4 in `parse(char const*)`
//?   at program.cu:8 in `main`
//? note: a new executor runs with all definitions
main(0, nullptr)
//? error: cell 3 ended the executor: killed by SIGSEGV (read of a null pointer)
//?   at program.cu:4 in `parse(char const*)`
//?   at program.cu:8 in `main`
//?   at cell 3:1
//? note: a new executor runs with all definitions
