//# `%%capture NAME` keeps what a cell prints, kernels too; a cell that fails prints again afterwards.
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
%%capture
puts("nobody reads this");
//? error: usage: `%%capture [NAME], and the cell on the lines below`
%%capture lost
{ puts("lost with the process"); *(volatile int *)nullptr = 1; }
//? error: cell 14 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 14:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `out`
//? note: there was no checkpoint to go back to: the cell began right after another one (`%checkpoint on` makes one all the same)
puts("printed again");
//= printed again
%%capture 1x
puts("no name");
//? error: usage: `%%capture [NAME], and the cell on the lines below`
