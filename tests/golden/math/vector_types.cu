//# Vector types: makers, members, alignment and arrays of them in kernels and on the host.
__global__ void k(float4 *v, int2 *w) { int i = threadIdx.x; v[i] = make_float4(i, i * 2, i * 3, 0.5f); v[i].w += v[i].x; w[i] = make_int2(i, -i); }
float4 *v; int2 *w; cudaMallocManaged(&v, 2 * sizeof(float4)); cudaMallocManaged(&w, 2 * sizeof(int2)); k<<<1, 2>>>(v, w); cudaDeviceSynchronize();
v[1]
//= (float4) (1, 2, 3, 1.5)
w
//= (int2 *) managed int2[2] {(0, 0), (1, -1)}
sizeof(float3) * 100 + alignof(float4)
//= (unsigned long) 1216
uchar4 colour = {255, 0, 128, 7}; colour
//= (uchar4) (255, 0, 128, 7)
