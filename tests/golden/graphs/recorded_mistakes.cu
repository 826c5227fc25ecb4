//# What a graph cannot do spoils the recording, and a cell that fails leaves nothing behind. The session goes on.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "a toolkit's runtime library records no cells" }
__global__ void set(int *p, int to) { *p = to; }
int *p; cudaMalloc(&p, 4);
%%graph waits
{
  set<<<1, 1>>>(p, 1);
  cudaDeviceSynchronize();
}
//= graph `waits` was not recorded: the cell asked for what a graph cannot do, such as to wait (cudaDeviceSynchronize, cudaMemcpy)
//? note: cell 4: cudaDeviceSynchronize gave cudaErrorStreamCaptureUnsupported
%%graph unknown
{
  set<<<1, 1>>>(q, 1);
}
//? cell 7:2:17: error: use of undeclared identifier 'q'
//?     2 |   set<<<1, 1>>>(q, 1);
//?       |                 ^
%%graph thrown
{
  set<<<1, 1>>>(p, 2);
  throw 1;
}
//? error: cell 9: uncaught exception `int`: 1
set<<<1, 1>>>(p, 3); cudaDeviceSynchronize();
p
//= (int *) device int[1] {3}
%graph
//= no graphs; `%%graph NAME` at the start of a cell makes one
%graph waits 3
//= there is no graph `waits`; `%%graph waits` at the start of a cell makes one
%graph 3d
//? error: usage: `%graph [--times] [NAME [RUNS]], or %%graph NAME and the cell on the lines below`
%graph waits x
//? error: usage: `%graph [--times] [NAME [RUNS]], or %%graph NAME and the cell on the lines below`
%%graph waits 3
{ set<<<1, 1>>>(p, 4); }
//? error: usage: `%graph [--times] [NAME [RUNS]], or %%graph NAME and the cell on the lines below`
%%graph works
set<<<1, 1>>>(p, 5);
//= graph `works`: 1 node, instantiated
p
//= (int *) device int[1] {5}
