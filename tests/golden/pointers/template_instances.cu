//# Instances of templates in a table, and a template of tables.
template <class T> __device__ T half_of(T x) { return x / 2; }
template <class T> __device__ T next_of(T x) { return x + 1; }
template <class T> using fn = T (*)(T);
__device__ fn<int> of_int[] = {half_of<int>, next_of<int>};
__device__ fn<double> of_double[] = {half_of<double>, next_of<double>};
template <class T> __device__ fn<T> any_of[2] = {next_of<T>, half_of<T>};
__global__ void run(double *out) { out[0] = of_int[0](7); out[1] = of_int[1](7); out[2] = of_double[0](7); out[3] = of_double[1](7); out[4] = any_of<float>[1](7); }
double *out; cudaMallocManaged(&out, 5 * sizeof(double));
run<<<1, 1>>>(out); cudaDeviceSynchronize(); printf("%g %g %g %g %g\n", out[0], out[1], out[2], out[3], out[4]);
//= 3 8 3.5 8 3.5
template <class T> __device__ T half_of(T x) { return x / 4; }
run<<<1, 1>>>(out); cudaDeviceSynchronize(); printf("%g %g %g %g %g\n", out[0], out[1], out[2], out[3], out[4]);
//= 1 8 1.75 8 1.75
