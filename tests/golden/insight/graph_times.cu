//# `%graph --times` runs the nodes of a recorded graph one after the other, and tells how long each takes alone.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "a toolkit's runtime library records no cells" }
__global__ void add(int *p, int by) { p[blockIdx.x * blockDim.x + threadIdx.x] += by; }
int *p; cudaMalloc(&p, 1 << 20); cudaMemset(p, 0, 1 << 20); int host[4];
%%graph step
{
  add<<<1, 4>>>(p, 1);
  add<<<64, 256>>>(p, 2);
  cudaMemcpyAsync(host, p, 16, cudaMemcpyDeviceToHost);
}
//= graph `step`: 3 nodes, instantiated
cudaDeviceSynchronize(); host[3]
//= (int) 3
%graph --times step
//= 0  add<<<(1,1,1), (4,1,1)>>> … ms, … %
//= 1  add<<<(64,1,1), (256,1,1)>>> … ms, … %
//= 2  copy 16 bytes … ms, … %
//= 3 nodes, each alone, 1 run: … ms in all
cudaDeviceSynchronize(); host[3]
//= (int) 6
%graph --times step 10
//= 0  add<<<(1,1,1), (4,1,1)>>> … ms, … %
//= 1  add<<<(64,1,1), (256,1,1)>>> … ms, … %
//= 2  copy 16 bytes … ms, … %
//= 3 nodes, each alone, 10 runs: … ms in all
%graph --times
//? error: usage: `%graph [--times] [NAME [RUNS]], or %%graph NAME and the cell on the lines below`
%graph --times nothing
//= there is no graph `nothing`; `%%graph nothing` at the start of a cell makes one
%graph --times step 0
//? error: usage: `%graph [--times] [NAME [RUNS]], or %%graph NAME and the cell on the lines below`
%graph --times step 1 2
//? error: usage: `%graph [--times] [NAME [RUNS]], or %%graph NAME and the cell on the lines below`
