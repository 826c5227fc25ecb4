//# An unknown command is told with the one that is meant, and changes nothing.
%hlep
//? error: there is no command `%hlep`
//? hint: did you mean `%help`?
%frobnicate
//? error: there is no command `%frobnicate`
//? hint: `%help` lists the commands
%registers kernel
//? error: there is no command `%registers`
//? hint: `%help` lists the commands
%banch kernel(1)
//? error: there is no command `%banch`
//? hint: did you mean `%bench`?
%timeit kernel(1)
//? error: there is no command `%timeit`
//? hint: did you mean `%bench`?
%load_ext nvcc4jupyter
//? error: there is no command `%load_ext`
//? hint: there is nothing to load: cells are CUDA C++ as they are (in a Python notebook `%load_ext chevron` works)
%pip install cupy
//? error: there is no command `%pip`
//? hint: `!COMMAND` runs a shell's command: `!ls -l`
%%who 1
//? error: `%%who` takes no cell; the command is `%who`
int x = 1;
x
//= (int) 1
