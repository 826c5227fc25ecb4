//# A kernel template is launched with types deduced from its arguments; each type is a kernel of its own.
template <class T> __global__ void scale(T *v, T by) { v[threadIdx.x] *= by; }
int *i; cudaMallocManaged(&i, 3 * sizeof(int)); i[0] = 1, i[1] = 2, i[2] = 3;
double *d; cudaMallocManaged(&d, 3 * sizeof(double)); d[0] = 0.5, d[1] = 1, d[2] = 1.5;
scale<<<1, 3>>>(i, 5); scale<<<1, 3>>>(d, 0.5);
i
//= (int *) managed int[3] {5, 10, 15}
d
//= (double *) managed double[3] {0.25, 0.5, 0.75}
scale<<<1, 3>>>(i, 0.5);
//? cell 7:1:1: error: no matching function for call to 'scale'
//?     1 | scale<<<1, 3>>>(i, 0.5);
//?       | ^~~~~
//? cell 1:1:36: note: candidate template ignored: deduced conflicting types for parameter 'T' ('int' vs. 'double')
//?     1 | template <class T> __global__ void scale(T *v, T by) { v[threadIdx.x] *= by; }
//?       |                                    ^
scale<<<1, 2>>>(i, 2);
i
//= (int *) managed int[3] {10, 20, 15}
