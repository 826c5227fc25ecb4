//# Where work goes: streams in order, tail launches after all else of the grid, each with what it launches itself.
//@ devices = ["cpu", "cuda"]
__global__ void say(const char *what, int i) { printf("%s %d\n", what, i); }
__global__ void middle(int i) { printf("middle %d\n", i); say<<<1, 1, 0, cudaStreamTailLaunch>>>("middle's tail", i); say<<<1, 1>>>("below middle", i); }
__global__ void parent() {
  say<<<1, 1, 0, cudaStreamTailLaunch>>>("tail", 1);
  middle<<<1, 1, 0, cudaStreamFireAndForget>>>(2);
  say<<<1, 1>>>("after middle", 3);
  say<<<1, 1, 0, cudaStreamTailLaunch>>>("tail", 4);
  printf("parent\n");
}
parent<<<1, 1>>>(); cudaDeviceSynchronize();
//= parent
//= middle 2
//= below middle 2
//= middle's tail 2
//= after middle 3
//= tail 1
//= tail 4
// A kernel that goes on by itself for as long as it likes: a tail launch is no deeper.
__global__ void again(int *count) { if (++*count < 1000) again<<<1, 1, 0, cudaStreamTailLaunch>>>(count); }
int *count; cudaMallocManaged(&count, sizeof(int));
again<<<1, 1>>>(count); cudaDeviceSynchronize();
*count
//= (int) 1000
