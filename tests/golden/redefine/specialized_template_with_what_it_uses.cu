//# A template that took the place of one with a specialization is defined again in one cell with a template that it uses, and used.
template <class T> __host__ __device__ void k(T *p) { *p = 0; }
template <> __host__ __device__ void k<float>(float *p) { *p = -1; }
template <class T> __host__ __device__ T h(T a) { return a + 1; }
template <class T> __host__ __device__ void k(T *p) { *p = h(*p); }
template <class T> __host__ __device__ T h(T a) { return a + 2; } template <class T> __host__ __device__ void k(T *p) { *p = h(*p); } void host(float *p) { k(p); } __global__ void device(float *p) { k(p); }
float f = 1; host(&f); f
//= (float) 3.0f
float *p; cudaMallocManaged(&p, 4); *p = 1; device<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (float) 3.0f
