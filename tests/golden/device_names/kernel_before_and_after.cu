//# A kernel compiled before a variable was written and one defined after it see the same value; both go on writing it.
__device__ long state = 7;
__global__ void old_one(long *out) { *out = ++state; }
long *out; cudaMallocManaged(&out, sizeof(long)); old_one<<<1, 1>>>(out);
*out
//= (long) 8
__global__ void new_one(long *out) { *out = (state *= 10); }
new_one<<<1, 1>>>(out);
*out
//= (long) 80
old_one<<<1, 1>>>(out);
*out
//= (long) 81
