//# A command that takes no arguments says so when it gets some, and does nothing.
int x = 3;
%devices all
//? error: usage: `%devices`
%reset now
//? error: usage: `%reset`
%restart please
//? error: usage: `%restart`
%flags -O0
//? error: usage: `%flags`
%notes all
//? error: usage: `%notes`
%quit now
//? error: usage: `%quit`
x
//= (int) 3
