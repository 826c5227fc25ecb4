//# The atomics of 64-bit integers.
using u64 = unsigned long long;
__global__ void wide(u64 *p, u64 *old) {
  u64 big = 1ull << 40;
  old[0] = atomicAdd(p + 0, big); old[1] = atomicExch(p + 1, big); old[2] = atomicMin(p + 2, 3ull); old[3] = atomicMax(p + 3, big);
  old[4] = atomicAnd(p + 4, big + 8); old[5] = atomicOr(p + 5, big); old[6] = atomicXor(p + 6, big + 10); old[7] = atomicCAS(p + 7, 10ull, big);
  old[8] = atomicMin((long long *)p + 8, -5ll); old[9] = atomicMax((long long *)p + 9, -5ll);
}
u64 *p, *old; cudaMallocManaged(&p, 80); cudaMallocManaged(&old, 80);
for (int i = 0; i < 10; ++i) p[i] = 10;
wide<<<1, 1>>>(p, old);
for (int i = 0; i < 10; ++i) printf("%lld->%lld ", old[i], p[i]);
//= 10->1099511627786 10->1099511627776 10->3 10->1099511627776 10->8 10->1099511627786 10->1099511627776 10->1099511627776 10->-5 10->10
