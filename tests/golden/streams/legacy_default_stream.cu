//# The default stream waits for blocking streams and they for it; a non-blocking stream does neither.
__device__ volatile int go;
__global__ void wait() { while (!go) __nanosleep(100); }
__global__ void append(int *list, int v) { list[++list[0]] = v; }
__global__ void open() { go = 1; }
int *list; cudaMallocManaged(&list, 64);
cudaStream_t blocking, free_one; cudaStreamCreate(&blocking); cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking);
wait<<<1, 1, 0, blocking>>>(); append<<<1, 1, 0, blocking>>>(list, 1); append<<<1, 1>>>(list, 2); append<<<1, 1, 0, blocking>>>(list, 3); append<<<1, 1, 0, free_one>>>(list + 8, 4); cudaStreamSynchronize(free_one); printf("%d %d, %d\n", list[0], list[8], list[9]); open<<<1, 1, 0, free_one>>>();
//= 0 1, 4
printf("%d: %d %d %d\n", list[0], list[1], list[2], list[3]);
//= 3: 1 2 3
