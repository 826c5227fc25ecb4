//# What an edited file had behind `using namespace`, or has in an unnamed namespace now, is not ambiguous with its older self; nor is a macro in the way of what has its name now.
system("printf 'namespace s {\\nint f() { return 1; }\\nstruct S { int v = 2; };\\n}\\nusing namespace s;\\nnamespace deep { int h() { return 3; } }\\n#define twice(x) ((x) * 2)\\n' > lib.cu");
%load lib.cu
f() + 10 * S{}.v + 100 * deep::h() + 1000 * twice(2)
//= (int) 4321
system("printf 'int f() { return 2; }\\nstruct S { int v = 3; };\\nnamespace { namespace deep { int h() { return 4; } } }\\nint twice(int x) { return x + x + 1; }\\n' > lib.cu");
%load lib.cu
f() + 10 * S{}.v + 100 * deep::h() + 1000 * twice(2)
//= (int) 5432
