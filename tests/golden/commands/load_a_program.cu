//# `%load` of a file with `main` calls it as a function, with arguments; the session goes on and can use what the file defines.
%load program.cu one "two three"
//= one
//= two three
//= sum 16
//= (int) 3
helper(41)
//= (int) 42
int *total; cudaMallocManaged(&total, sizeof(int)); *total = 0; add<<<1, 5>>>(total, 2);
*total
//= (int) 10
%load missing.cu
//? error: `missing.cu` cannot be read: No such file or directory (os error 2)
