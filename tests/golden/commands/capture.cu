//# `%%capture NAME` keeps what a cell prints, kernels too; a cell that fails prints again afterwards.
#include <cstdio>
#include <iostream>
#include <string>
%%capture out
printf("host %d\n", 1);

out
__global__ void speak() { printf("kernel %d\n", threadIdx.x); }
%%capture out
{ std::cout << "before\n"; speak<<<1, 2>>>(); }
out
%%capture
puts("nobody reads this");
%%capture lost
{ puts("lost with the process"); *(volatile int *)nullptr = 1; }
puts("printed again");
%%capture 1x
puts("no name");
