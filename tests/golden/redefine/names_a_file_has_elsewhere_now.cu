//# What an edited file had in one namespace and has in another now does not hide that, nor is it found by the types of arguments.
system("printf 'namespace a::b { int f(int x) { return x + 1; } namespace part { int v = 1; } struct T {}; int of(T) { return 1; } }\\n' > lib.cu");
%load lib.cu
a::b::f(1) + a::b::part::v
//= (int) 3
int user() { return a::b::f(0); }
system("printf 'int f(int x) { return x + 2; }\\nint part() { return 2; }\\nnamespace a::b { struct T {}; int used() { return f(1) * 10 + part(); } }\\nnamespace other { int of(a::b::T) { return 2; } }\\nusing other::of;\\n' > lib.cu");
%load lib.cu
//? note: `lib.cu` has no `a::b::f` any more; the one of cell 2 is still used by `user`
a::b::used() * 10 + of(a::b::T{})
//= (int) 322
a::b::f(1)
//? cell 8:1:1: error: no member named 'f' in namespace 'a::b'; did you mean simply 'f'?
//?     1 | a::b::f(1)
//?       | ^~~~~~~
//?       | f
//? lib.cu:1:5: note: 'f' declared here
//?     1 | int f(int x) { return x + 2; }
//?       |     ^
//? hint: `a::b::f` was in `lib.cu` until cell 6
user()
//= (int) 1
system("printf 'namespace a::b { int f(int x) { return x + 3; } }\\n' > lib.cu");
%load lib.cu
user()
//= (int) 3
// What it has in both stays, where it is read later too.
system("printf 'namespace one { int g() { return 1; } struct S { int v = 1; }; }\\nnamespace two { int g() { return 2; } struct S { int v = 2; }; }\\n' > both.cu");
%load both.cu
int uses() { return one::g() * 10 + two::g(); }
two::S kept;
system("sed -i 's/return 1/return 3/; s/return 2/return 4/' both.cu");
%load both.cu
uses()
//= (int) 34
kept.v
//= (int) 2
// A friend that a class alone finds goes on with the class.
system("printf 'namespace s { class F { int x = 1; friend int operator+(const F &a, int b) { return a.x + b; } }; }\\nusing namespace s;\\n' > friends.cu");
%load friends.cu
F{} + 1
//= (int) 2
system("printf 'class G { int x = 2; friend int operator+(const G &a, int b) { return a.x + b; } };\\n' >> friends.cu");
%load friends.cu
(F{} + 1) * 10 + (G{} + 1)
//= (int) 23
// A class of an inline namespace, then a variable outside.
inline namespace inl { struct kind { int v; }; }
auto kind = 5;
kind + 1
//= (int) 6
system("printf 'struct H { int x; }; H operator+(H a, H b) { return {a.x + b.x}; }\\n' >> friends.cu");
%load friends.cu
(F{} + 1) * 100 + (G{} + 1) * 10 + (H{1} + H{2}).x
//= (int) 233
