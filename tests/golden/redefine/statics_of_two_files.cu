//# What is `static` or in an unnamed namespace of one file is not what another file, loaded later, has by that name; a file that is loaded again, and the prompt, define it anew.
int *p; cudaMallocManaged(&p, sizeof(int));
%load left.cu
%load right.cu
left(1)
//= (int) 104
right(1)
//= (int) 171
*p = 1; left_kernel<<<1, 1>>>(p);
*p
//= (int) 2
right_kernel<<<1, 1>>>(p);
*p
//= (int) 10
%load left.cu
left(1)
//= (int) 104
right(1)
//= (int) 171
static int weight(int x) { return 1000; }
left(1)
//= (int) 1100
right(1)
//= (int) 171
