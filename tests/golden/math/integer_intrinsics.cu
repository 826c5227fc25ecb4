//# Integer intrinsics: counts, reversal, high products, sums of differences, funnel shifts, byte permutation, dot products.
__global__ void k(int *o) { int i = 0; unsigned x = 0x00f01234u; o[i++] = __popc(x); o[i++] = __clz(x); o[i++] = __ffs(x); o[i++] = __brev(1) == 0x80000000u; o[i++] = __mulhi(1 << 30, 8); o[i++] = __umulhi(0xffffffffu, 2); o[i++] = __mul24(1000, 1000); o[i++] = __sad(3, 10, 5u); o[i++] = __hadd(7, 4); o[i++] = __rhadd(7, 4); o[i++] = __byte_perm(0x33221100u, 0x77665544u, 0x0123) == 0x00112233; o[i++] = __funnelshift_l(0x80000000u, 1u, 1); o[i++] = __dp4a(0x01020304, 0x01010101, 100); o[i++] = __popcll(~0ull); o[i++] = __clzll(1ll); o[i++] = __vadd4(0x01ff0102u, 0x01010101u) == 0x02000203u; }
int *o; cudaMallocManaged(&o, 16 * sizeof(int)); k<<<1, 1>>>(o);
int host[16]; cudaMemcpy(host, o, sizeof host, cudaMemcpyDefault); host
//= (int[16]) {9, 8, 3, 1, 2, 1, 1000000, 12, 5, 6, 1, 3, 110, 64, 63, 1}
