//# The smaller and the larger of unsigned numbers at block and system scope: what has its top bit set is large, not negative.
struct Seen { unsigned smallest, largest, smallest_of_system, largest_of_system; unsigned long long wide_smallest, wide_largest, wide_smallest_of_system, wide_largest_of_system; };
__global__ void k(Seen *s) {
  unsigned n = threadIdx.x ? 0x80000001u : 1; unsigned long long w = threadIdx.x ? 0x8000000000000001ull : 1;
  atomicMin_block(&s->smallest, n); atomicMax_block(&s->largest, n); atomicMin_system(&s->smallest_of_system, n); atomicMax_system(&s->largest_of_system, n);
  atomicMin_block(&s->wide_smallest, w); atomicMax_block(&s->wide_largest, w); atomicMin_system(&s->wide_smallest_of_system, w); atomicMax_system(&s->wide_largest_of_system, w);
}
Seen *s; cudaMallocManaged(&s, sizeof *s); *s = {5, 5, 5, 5, 5, 5, 5, 5};
k<<<1, 2>>>(s); cudaDeviceSynchronize(); *s
//= (Seen) {smallest: 1, largest: 2147483649, smallest_of_system: 1, largest_of_system: 2147483649, wide_smallest: 1, wide_largest: 9223372036854775809, wide_smallest_of_system: 1, wide_largest_of_system: 9223372036854775809}
