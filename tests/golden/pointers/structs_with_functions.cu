//# An array of structs with names, numbers, pointers to other variables and functions.
struct Step { const char *name; int weight; int *counter; int (*run)(int); };
__device__ int counters[2];
__device__ int up(int x) { return x + 1; }
__device__ int down(int x) { return x - 1; }
__device__ Step steps[] = {{"up", 10, &counters[0], up}, {"down", 20, counters + 1, down}};
__global__ void go() { for (const Step &s : steps) { atomicAdd(s.counter, s.weight); printf("%s %d %d\n", s.name, s.run(5), *s.counter); } }
go<<<1, 1>>>(); (int)cudaDeviceSynchronize()
//= up 6 10
//= down 4 20
//= (int) 0
int host[2]; cudaMemcpyFromSymbol(host, counters, sizeof host); printf("%d %d\n", host[0], host[1]);
//= 10 20
