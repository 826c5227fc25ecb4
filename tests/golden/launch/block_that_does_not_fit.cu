//# A block that the registers of a kernel leave no room for is launched all the same: the kernel's code is made again, with fewer registers.
//@ devices = ["cuda"]
const int LIVE = 128, MOST = 1024;
// Each of the values depends on all of the round before, so all of them live at once.
template <int N> __global__ void mix(const int *in, int *out) {
  int x[LIVE], y[LIVE];
#pragma unroll
  for (int i = 0; i < LIVE; ++i) x[i] = in[(threadIdx.x + i * N) % MOST];
  for (int round = 0; round < 3; ++round) {
#pragma unroll
    for (int i = 0; i < LIVE; ++i) y[i] = x[i] * x[(i + 5) % LIVE] + x[(i + LIVE / 2) % LIVE];
#pragma unroll
    for (int i = 0; i < LIVE; ++i) x[i] = y[i];
  }
  int sum = 0;
#pragma unroll
  for (int i = 0; i < LIVE; ++i) sum = sum * 3 + x[i];
  out[threadIdx.x] = sum;
}
int *in, *small, *large; for (int **p : {&in, &small, &large}) cudaMallocManaged(p, MOST * sizeof(int));
for (int i = 0; i < MOST; ++i) in[i] = i * i + 1;
int compare() { int same = 0; for (int i = 0; i < 128; ++i) same += small[i] == large[i] && large[i]; return same; }
cudaFuncAttributes facts;
mix<7><<<1, 128>>>(in, small); cudaFuncGetAttributes(&facts, mix<7>); facts.numRegs > 64 && facts.maxThreadsPerBlock < MOST
//= (bool) true
mix<7><<<1, MOST>>>(in, large); cudaDeviceSynchronize(); compare()
//= (int) 128
cudaFuncGetAttributes(&facts, mix<7>); facts.numRegs <= 64 && facts.maxThreadsPerBlock == MOST
//= (bool) true
// A cooperative launch, and one that a graph has recorded.
mix<9><<<1, 128>>>(in, small); cudaFuncGetAttributes(&facts, mix<9>); facts.numRegs > 64
//= (bool) true
void *arguments[] = {&in, &large}; cudaLaunchCooperativeKernel((const void *)mix<9>, 1, MOST, arguments, 0, 0); cudaDeviceSynchronize(); compare()
//= (int) 128
mix<11><<<1, 128>>>(in, small); cudaFuncGetAttributes(&facts, mix<11>); facts.numRegs > 64
//= (bool) true
cudaStream_t stream; cudaStreamCreate(&stream); cudaGraph_t graph; cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed); mix<11><<<1, MOST, 0, stream>>>(in, large); cudaStreamEndCapture(stream, &graph)
//= (cudaError_t) cudaSuccess
cudaGraphExec_t exec; cudaGraphInstantiate(&exec, graph, 0); cudaGraphLaunch(exec, stream); cudaStreamSynchronize(stream); compare()
//= (int) 128
// What `__launch_bounds__` forbids is still refused.
__global__ void __launch_bounds__(256) bounded(int *out) { out[threadIdx.x] = 1; }
bounded<<<1, MOST>>>(large);
//? error: cell 16: kernel `bounded` <<<(1,1,1), (1024,1,1)>>>: cudaErrorInvalidValue
//?   block of 1024 threads exceeds the kernel's `__launch_bounds__(256)`
