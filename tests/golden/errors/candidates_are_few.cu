//# Of overloads that do not fit three are told, the closest; the prompt's own headers are told by their declaration, without a path.
//@ expected_failures = { toolkit = "a toolkit's headers declare these otherwise, and at places of their own" }
void over(int, int) {} void over(int, int, int) {} void over(const char *) {} void over(int, const char *) {} void over() {}
over(1.5, "x", 2, 3)
//? cell 2:1:1: error: no matching function for call to 'over'
//?     1 | over(1.5, "x", 2, 3)
//?       | ^~~~
//? cell 1:1:29: note: candidate function not viable: requires 3 arguments, but 4 were provided
//?     1 | void over(int, int) {} void over(int, int, int) {} void over(const char *) {} void over(int, const char *) {} void over() {}
//?       |                             ^    ~~~~~~~~~~~~~
//? cell 1:1:6: note: candidate function not viable: requires 2 arguments, but 4 were provided
//?     1 | void over(int, int) {} void over(int, int, int) {} void over(const char *) {} void over(int, const char *) {} void over() {}
//?       |      ^    ~~~~~~~~
//? cell 1:1:84: note: candidate function not viable: requires 2 arguments, but 4 were provided
//?     1 | void over(int, int) {} void over(int, int, int) {} void over(const char *) {} void over(int, const char *) {} void over() {}
//?       |                                                                                    ^    ~~~~~~~~~~~~~~~~~
//? note: 2 more candidates
//? hint: `%notes` shows all that the compiler says of it
%notes
//? cell 2:1:1: error: no matching function for call to 'over'
//?     1 | over(1.5, "x", 2, 3)
//?       | ^~~~
//? cell 1:1:29: note: candidate function not viable: requires 3 arguments, but 4 were provided
//?     1 | void over(int, int) {} void over(int, int, int) {} void over(const char *) {} void over(int, const char *) {} void over() {}
//?       |                             ^    ~~~~~~~~~~~~~
//? cell 1:1:6: note: candidate function not viable: requires 2 arguments, but 4 were provided
//?     1 | void over(int, int) {} void over(int, int, int) {} void over(const char *) {} void over(int, const char *) {} void over() {}
//?       |      ^    ~~~~~~~~
//? cell 1:1:84: note: candidate function not viable: requires 2 arguments, but 4 were provided
//?     1 | void over(int, int) {} void over(int, int, int) {} void over(const char *) {} void over(int, const char *) {} void over() {}
//?       |                                                                                    ^    ~~~~~~~~~~~~~~~~~
//? cell 1:1:57: note: candidate function not viable: requires 1 argument, but 4 were provided
//?     1 | void over(int, int) {} void over(int, int, int) {} void over(const char *) {} void over(int, const char *) {} void over() {}
//?       |                                                         ^    ~~~~~~~~~~~~
//? cell 1:1:116: note: candidate function not viable: requires 0 arguments, but 4 were provided
//?     1 | void over(int, int) {} void over(int, int, int) {} void over(const char *) {} void over(int, const char *) {} void over() {}
//?       |                                                                                                                    ^
over(1, 2, "x")
//? cell 2:1:1: error: no matching function for call to 'over'
//?     1 | over(1, 2, "x")
//?       | ^~~~
//? cell 1:1:29: note: candidate function not viable: no known conversion from 'const char[2]' to 'int' for 3rd argument
//?     1 | void over(int, int) {} void over(int, int, int) {} void over(const char *) {} void over(int, const char *) {} void over() {}
//?       |                             ^              ~~~
//? cell 1:1:6: note: candidate function not viable: requires 2 arguments, but 3 were provided
//?     1 | void over(int, int) {} void over(int, int, int) {} void over(const char *) {} void over(int, const char *) {} void over() {}
//?       |      ^    ~~~~~~~~
//? cell 1:1:84: note: candidate function not viable: requires 2 arguments, but 3 were provided
//?     1 | void over(int, int) {} void over(int, int, int) {} void over(const char *) {} void over(int, const char *) {} void over() {}
//?       |                                                                                    ^    ~~~~~~~~~~~~~~~~~
//? note: 2 more candidates
//? hint: `%notes` shows all that the compiler says of it
cudaMemcpy(1, 2)
//? cell 2:1:1: error: no matching function for call to 'cudaMemcpy'
//?     1 | cudaMemcpy(1, 2)
//?       | ^~~~~~~~~~
//? note: candidate function not viable: requires 4 arguments, but 2 were provided: `cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)`
__global__ void k(float *p) { atomicAdd(p); }
//? cell 2:1:31: error: no matching function for call to 'atomicAdd'
//?     1 | __global__ void k(float *p) { atomicAdd(p); }
//?       |                               ^~~~~~~~~
//? note: candidate function not viable: requires 2 arguments, but 1 was provided
//? note: 8 more candidates
//? hint: `%notes` shows all that the compiler says of it
cudaMemcpi(1, 2)
//? cell 2:1:1: error: use of undeclared identifier 'cudaMemcpi'
//?     1 | cudaMemcpi(1, 2)
//?       | ^~~~~~~~~~
//? hint: did you mean `cudaMemcpy`?
int x = 1;
%notes
//? note: nothing was left out of what the compiler said last
