//# A namespace of a file that is loaded again may have overloads, templates declared before they are defined, deduction guides, partial specializations and friends.
system("printf 'namespace n {\\nint f(int) { return 1; }\\nint f(double) { return 2; }\\ntemplate <class T> int f(T *) { return 3; }\\ntemplate <class T, int K = 4> struct B;\\ntemplate <class T, int K> struct B { static constexpr int value = K; };\\ntemplate <class T> struct box { T v; };\\ntemplate <class T> box(T) -> box<T>;\\ntemplate <class T> struct A { static constexpr int value = 5; };\\ntemplate <class T> struct A<T *> { static constexpr int value = 6; };\\nstruct S;\\nint of(const S &);\\nstruct S { int v = 7; };\\nint of(const S &s) { return s.v; }\\nclass C { int x = 8; friend int peek(const C &); };\\nint peek(const C &c) { return c.x; }\\n}\\n' > lib.cu");
%load lib.cu
int values() { printf("%d %d %d %d %d %d %d %d %d\n", n::f(1), n::f(1.5), n::f("x"), n::B<int>::value, n::box{9}.v, n::A<int>::value, n::A<int *>::value, n::of({}), n::peek({})); return 0; }
values();
//= 1 2 3 4 9 5 6 7 8
%load lib.cu
int values() { printf("%d %d %d %d %d %d %d %d %d\n", n::f(1), n::f(1.5), n::f("x"), n::B<int>::value, n::box{9}.v, n::A<int>::value, n::A<int *>::value, n::of({}), n::peek({})); return 0; }
values();
//= 1 2 3 4 9 5 6 7 8
system("sed -i 's/return 2/return 22/; s/K = 4/K = 44/; s/value = 5/value = 55/; s/v = 7/v = 77/; s/int x = 8;/int y = 1, x = 88;/' lib.cu");
%load lib.cu
//? note: the `n::of` of cell 5 (`int (const S &)`) is still used by `values`: the newer one is of another kind
//? note: the `n::peek` of cell 5 (`int (const C &)`) is still used by `values`: the newer one is of another kind
int values() { printf("%d %d %d %d %d %d %d %d %d\n", n::f(1), n::f(1.5), n::f("x"), n::B<int>::value, n::box{9}.v, n::A<int>::value, n::A<int *>::value, n::of({}), n::peek({})); return 0; }
values();
//= 1 22 3 44 9 55 6 77 88
