//# `%%graph` records what a cell asks of every stream; `%graph` shows it and runs it. A cell of the same shape updates the graph, and kernels are followed.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "a toolkit's runtime library records no cells" }
__global__ void add(int *p, int by) { p[threadIdx.x] += by; }
int *p; cudaMalloc(&p, 32); cudaMemset(p, 0, 32);
int host[4];
cudaStream_t blocking, other; cudaStreamCreate(&blocking); cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
%graph
//= no graphs; `%%graph NAME` at the start of a cell makes one
%graph step
//= there is no graph `step`; `%%graph step` at the start of a cell makes one
int runs = 0;
%%graph step
{
  ++runs;
  add<<<1, 4>>>(p, 1);
  add<<<1, 4, 0, blocking>>>(p, 2);
  add<<<1, 4>>>(p, 3);
  cudaMemcpyAsync(host, p, 16, cudaMemcpyDeviceToHost);
}
//= graph `step`: 4 nodes, instantiated
cudaDeviceSynchronize(); host[3]
//= (int) 6
%graph step
//= 0  add<<<(1,1,1), (4,1,1)>>>
//= 1  add<<<(1,1,1), (4,1,1)>>>   after 0
//= 2  add<<<(1,1,1), (4,1,1)>>>   after 1
//= 3  copy 16 bytes   after 2
cudaGraphLaunch(chevron::graph("step"), 0); cudaDeviceSynchronize(); host[3]
//= (int) 12
__global__ void add(int *p, int by) { p[threadIdx.x] -= by; }
cudaGraphLaunch(chevron::graph("step"), 0); cudaDeviceSynchronize(); host[3]
//= (int) 6
%%graph step
{
  add<<<1, 4>>>(p, 10);
  add<<<1, 4, 0, blocking>>>(p, 20);
  add<<<1, 4>>>(p, 30);
  cudaMemcpyAsync(host, p, 16, cudaMemcpyDeviceToHost);
}
//= graph `step`: 4 nodes, updated
cudaDeviceSynchronize(); host[3]
//= (int) -54
runs
//= (int) 1
%%graph fork
{
  cudaEvent_t joined; cudaEventCreate(&joined);
  add<<<1, 4>>>(p, 1);
  add<<<1, 4, 0, other>>>(p + 4, 0);
  cudaEventRecord(joined, other);
  cudaStreamWaitEvent(blocking, joined, 0);
  add<<<1, 4, 0, blocking>>>(p, 1);
  cudaMemsetAsync(p, 0, 16, 0);
}
//= graph `fork`: 4 nodes, instantiated
%graph fork
//= 0  add<<<(1,1,1), (4,1,1)>>>
//= 1  add<<<(1,1,1), (4,1,1)>>>
//= 2  add<<<(1,1,1), (4,1,1)>>>   after 0, 1
//= 3  fill 16 elements   after 2
%graph
//= step  4 nodes
//= fork  4 nodes
