//# Parameters of every kind lie where the child looks for them.
//@ devices = ["cpu", "cuda"]
struct alignas(16) Wide { double x, y; };
struct Small { char a; short b; };
struct Empty {};
__global__ void child(char c, double d, Small s, Empty, Wide w, bool b, float4 f, long long l, Wide *to) {
  printf("%c %g %d %d %g %g %d %g %lld\n", c, d, s.a, s.b, w.x, w.y, b, f.w, l);
  *to = w;
}
__global__ void parent(Wide *to) { child<<<dim3(1), 1>>>('q', 1.5, Small{3, 4}, Empty{}, Wide{5, 6}, true, make_float4(1, 2, 3, 4), 1ll << 40, to); }
Wide *to; cudaMallocManaged(&to, sizeof(Wide));
parent<<<1, 1>>>(to); cudaDeviceSynchronize();
//= q 1.5 3 4 5 6 1 4 1099511627776
to->y
//= (double) 6.0
// Shapes and dynamic shared memory of the child's own.
__global__ void shape() { extern __shared__ int room[]; if (threadIdx.x + threadIdx.y == 0 && blockIdx.x == 1) { room[15] = 9; printf("%d %d %d %d %d\n", gridDim.x, blockDim.x, blockDim.y, room[15], (int)blockIdx.x); } }
__global__ void shapes() { shape<<<2, dim3(4, 2), 64>>>(); }
shapes<<<1, 1>>>();
//= 2 4 2 9 1
