//# A kernel template's specialisation and a partial specialisation of what it uses are taken where they match.
//@ hip = true
template <class T> struct Name { static constexpr int id = 0; }; template <class T> struct Name<T *> { static constexpr int id = 10 + Name<T>::id; };
template <> struct Name<char> { static constexpr int id = 5; };
template <class T> __global__ void tell(int *out) { *out = Name<T>::id; }
template <> __global__ void tell<void>(int *out) { *out = -1; }
int *out; cudaMallocManaged(&out, sizeof(int));
tell<char **><<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 25
tell<void><<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) -1
tell<int><<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 0
template <class... T> __global__ void sum(int *out, T... v) { *out = (v + ...); }
sum<<<1, 1>>>(out, 1, 2.5f, 'a', 100L); cudaDeviceSynchronize(); *out
//= (int) 200
