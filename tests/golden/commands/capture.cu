//# `%%capture NAME` keeps what a cell prints, kernels too. A cell that fails prints again afterwards.
//# A cell that is rejected leaves NAME as it was; one that ran and failed does not.
#include <cstdio>
#include <iostream>
#include <string>
%%capture out
printf("host %d\n", 1);

out
//= (std::string) "host 1\n"
__global__ void speak() { printf("kernel %d\n", threadIdx.x); }
%%capture out
{ std::cout << "before\n"; speak<<<1, 2>>>(); }
out
//= (std::string) "before\nkernel 0\nkernel 1\n"
%%capture out
{ undeclared; }
//? cell 14:1:3: error: use of undeclared identifier 'undeclared'
//?     1 | { undeclared; }
//?       |   ^~~~~~~~~~

out
//= (std::string) "before\nkernel 0\nkernel 1\n"
%%capture out
{ puts("as far as it went"); throw 2; }
//? error: cell 17: uncaught exception `int`: 2

out
//= (std::string) "as far as it went\n"
%%capture
puts("nobody reads this");
//? error: usage: `%%capture [NAME], and the cell on the lines below`
%%capture lost
{ puts("thrown away"); throw 1; }
//? error: cell 21: uncaught exception `int`: 1
puts("printed again");
//= printed again
%%capture 1x
puts("no name");
//? error: usage: `%%capture [NAME], and the cell on the lines below`
