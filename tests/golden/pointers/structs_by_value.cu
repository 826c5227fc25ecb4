//# What functions take and give by value comes through: structs of any size, vectors, small integers.
struct Large { double a[5]; int n; };
struct Small { char c; short s; };
__device__ Large grow(Large x, int k) { for (double &v : x.a) v *= k; x.n += k; return x; }
__device__ Small swap_of(Small x) { return {char(x.s), short(x.c)}; }
__device__ float4 add_up(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ bool is_odd(signed char x) { return x & 1; }
__device__ Large (*grow_at)(Large, int) = grow;
__device__ Small (*swap_at)(Small) = swap_of;
__device__ float4 (*add_at)(float4, float4) = add_up;
__device__ bool (*odd_at)(signed char) = is_odd;
__global__ void run() { Large x{{1, 2, 3, 4, 5}, 6}; x = grow_at(x, 3); Small s = swap_at({7, 8}); float4 f = add_at(make_float4(1, 2, 3, 4), make_float4(10, 20, 30, 40)); printf("%g %g %d\n%d %d\n%g %g %g %g\n%d %d\n", x.a[0], x.a[4], x.n, s.c, s.s, f.x, f.y, f.z, f.w, odd_at(-3), odd_at(4)); }
run<<<1, 1>>>(); (int)cudaDeviceSynchronize()
//= 3 15 9
//= 8 7
//= 11 22 33 44
//= 1 0
//= (int) 0
