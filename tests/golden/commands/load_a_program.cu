//# `%load` of a file with `main` calls it as a function, with arguments; the session goes on and can use what the file defines.
%load program.cu one "two three"
helper(41)
int *total; cudaMallocManaged(&total, sizeof(int)); *total = 0; add<<<1, 5>>>(total, 2);
*total
%load missing.cu
