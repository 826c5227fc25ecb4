//# An unknown name is an error; names that look like it are offered.
__global__ void saxpy(int n) {}
namespace tools { int counter; }
%who -d saxyp
//? error: nothing is called `saxyp`
//? hint: did you mean `saxpy`?
%who -d countr
//? error: nothing is called `countr`
//? hint: did you mean `tools::counter`?
%who -d zebra
//? error: nothing is called `zebra`
//? hint: `%who` lists what is defined
%who -d
//? error: usage: `%who [NAME|-v|-d NAME]`
%who -x
//? error: usage: `%who [NAME|-v|-d NAME]`
