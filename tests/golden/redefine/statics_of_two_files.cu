//# What is `static` or in an unnamed namespace of one file is not what another file, loaded later, has by that name; a file that is loaded again, and the prompt, define it anew.
int *p; cudaMallocManaged(&p, sizeof(int));
%load left.cu
%load right.cu
//? note: the `weight` of cell 2 (`int (int)`) is still used by `left`: the newer one is of another kind
//? note: the `scale` of cell 2 (`int (int)`) is still used by `left_kernel`: the newer one is of another kind
//? note: the `(anonymous namespace)::hidden` of cell 2 (`int ()`) is still used by `left`: the newer one is of another kind
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
//? note: the `weight` of cell 3 (`int (int)`) is still used by `right`: the newer one is of another kind
//? note: the `scale` of cell 3 (`int (int)`) is still used by `right_kernel`: the newer one is of another kind
//? note: the `(anonymous namespace)::hidden` of cell 3 (`int ()`) is still used by `right`: the newer one is of another kind
left(1)
//= (int) 104
right(1)
//= (int) 171
static int weight(int x) { return 1000; }
left(1)
//= (int) 1100
right(1)
//= (int) 171
