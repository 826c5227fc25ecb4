//# Memory of the host, null, and addresses where nothing is.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
int on_host[4];
__global__ void set(int *p, int i) { p[i] = 7; }
set<<<1, 1>>>(on_host, 1);
int *heap = new int[4];
set<<<1, 1>>>(heap, 2);
set<<<1, 1>>>(nullptr, 0);
set<<<1, 1>>>(nullptr, 3);
__global__ void wild(long long where) { *(int *)where = 1; }
wild<<<1, 1>>>(0x123456789000);
int *managed; cudaMallocManaged(&managed, 16);
int *pinned; cudaMallocHost(&pinned, 16);
set<<<1, 1>>>(managed, 1); set<<<1, 1>>>(pinned, 1); cudaDeviceSynchronize();
managed[1] + pinned[1]
cudaFree(managed); cudaFreeHost(pinned); delete[] heap;
