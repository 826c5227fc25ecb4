//# Shared arrays whose type and size come from template parameters are separate for each instance.
//@ hip = true
template <class T, int N> __global__ void total(const T *v, T *out) { __shared__ T s[N]; int t = threadIdx.x; s[t] = v[t]; __syncthreads(); for (int half = N / 2; half; half /= 2) { if (t < half) s[t] += s[t + half]; __syncthreads(); } if (t == 0) *out = s[0]; }
template <class T> T run(int n) { T *v; cudaMallocManaged(&v, (n + 1) * sizeof(T)); for (int i = 0; i < n; ++i) v[i] = T(i) / 2; if (n == 4) total<T, 4><<<1, 4>>>(v, v + n); else total<T, 64><<<1, 64>>>(v, v + n); cudaDeviceSynchronize(); T r = v[n]; cudaFree(v); return r; }
run<float>(4)
//= (float) 3.0f
run<double>(64)
//= (double) 1008.0
run<int>(64)
//= (int) 992
