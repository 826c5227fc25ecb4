//# What an edited file has in a namespace that it opens by `using namespace`, and had outside before, is not ambiguous with its older self.
system("printf 'int f(int x) { return x; }\\nstruct S { int v = 1; };\\nint v = 2;\\nnamespace in { int g() { return 3; } }\\nusing in::g;\\nnamespace deep { int h() { return 4; } }\\n' > lib.cu");
%load lib.cu
int user() { return f(1); }
f(1) + 10 * S{}.v + 100 * v + 1000 * g() + 10000 * deep::h()
//= (int) 43211
system("printf 'namespace s {\\nint f(int x) { return x + 1; }\\nstruct S { int v = 2; };\\nint v = 3;\\nint g() { return 4; }\\nnamespace deep { int h() { return 5; } }\\n}\\nusing namespace s;\\n' > lib.cu");
%load lib.cu
//? note: `lib.cu` has no `f` any more; the one of cell 2 is still used by `user`
f(1) + 10 * S{}.v + 100 * v + 1000 * g() + 10000 * deep::h()
//= (int) 54322
user()
//= (int) 1
system("printf 'int f(int x) { return x + 5; }\\n' > lib.cu");
%load lib.cu
user()
//= (int) 6
