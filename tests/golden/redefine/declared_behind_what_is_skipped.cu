//# What the preprocessor skips may be no C++; what stands behind it is defined again all the same.
system("printf 'struct a; int of(const a &); struct a { int v = 1; }; int of(const a &x) { return x.v; }\\n#if 0\\nint b() { return; (\\n#endif\\nstruct c; int of(const c &); struct c { int v = 1; }; int of(const c &x) { return x.v; }\\n' > lib.cu");
%load lib.cu
of(a{}) + 10 * of(c{})
//= (int) 11
system("sed -i 's/struct c { int v = 1/struct c { int v = 2/' lib.cu");
%load lib.cu
of(a{}) + 10 * of(c{})
//= (int) 21
system("printf 'int first(int); int second(int x) { return first(x); } int first(int x) { return x; }\\n' > proto.cu");
%load proto.cu
int user() { return second(1); }
system("printf 'int first(int); int third(int x) { return first(x); }\\n#if 0\\nint no() { return; (\\n#endif\\nint first(int x) { return x + 1; }\\n' > proto.cu");
%load proto.cu
//? note: `proto.cu` has no `second` any more; the one of cell 8 is still used by `user`
user() * 10 + third(1)
//= (int) 22
