//# What an inner loop makes and only code behind the outer one wants is kept for lanes that have left the outer loop: `v1` had another lane's last value.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void k(const unsigned *in, unsigned *out, unsigned n) {
  unsigned t = threadIdx.x, v0 = in[t], v1 = t * 7, v2 = n + t;
  for (unsigned i = 0; i < t % 5u; ++i) {
    { unsigned w = t, i = 0; while (i < n + 3 && w % 15u != 1) { w = w * 53u + i; ++i; if (w % 2u == 1u) continue; v1 += w; w += v0 & 15u; } }
    { unsigned w = v2 + t, i = 0; while (i < n + 3 && w % 4u != 1) { w = w * 77u + i; v2 ^= w; ++i; } v0 += w + i; }
  }
  out[t * 3] = v0; out[t * 3 + 1] = v1; out[t * 3 + 2] = v2;
}
unsigned *in, *out; cudaMallocManaged(&in, 128); cudaMallocManaged(&out, 384);
for (int i = 0; i < 32; ++i) in[i] = i * 2654435761u >> 7;
k<<<1, 32>>>(in, out, 7); cudaDeviceSynchronize();
for (int i = 0; i < 9; ++i) printf("%d: %u %u %u\n", i, out[3 * i], out[3 * i + 1], out[3 * i + 2]);
//= 0: 0 0 7
//= 1: 20737788 7 8
//= 2: 2042054172 1615535714 264621905
//= 3: 28658945 674444721 10
//= 4: 3849813353 4152947154 294815771
//= 5: 3025600 35 12
//= 6: 691677249 2818810512 659187873
//= 7: 10946769 1700068359 14
//= 8: 1327624098 2705929908 2261875171
