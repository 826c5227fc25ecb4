//# A kernel that touches host memory faults as it does on most GPUs, by whom and whose memory is said: of variables, `new`, the stack, texts; not null, what is registered, an end, or what is never touched.
//@ devices = ["cpu"]
//@ mistakes = true
float numbers[4] = {1, 2, 3, 4}, *device, *managed, *pinned, *mine = new float[4]{};
__global__ void twice(float *x) { x[threadIdx.x] *= 2; }
cudaMalloc(&device, 16); cudaMallocManaged(&managed, 16); cudaMallocHost(&pinned, 16); cudaHostRegister(mine, 16, 0);
twice<<<1, 4>>>(device); twice<<<1, 4>>>(managed + 0); twice<<<1, 4>>>(pinned); twice<<<1, 4>>>(mine);
__global__ void fill(float *from, const float *end) { for (; from != end; from++) *from = 1; }
fill<<<1, 1>>>(device, device + 4); fill<<<1, 1>>>(mine, mine + 4);
__global__ void maybe(int *p, size_t address, float *q) { if (p) *p = 1; }
maybe<<<1, 1>>>(nullptr, (size_t)numbers, (float *)0x12345678);
twice<<<1, 4>>>(numbers);
//? error: cell 9: kernel `twice` <<<(1,1,1), (4,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   read of host memory at 0x…, of `malloc` or `new`, or of the program's data, by argument 1: most GPUs cannot reach it
//?   copy it to memory of cudaMalloc, or use cudaMallocManaged; `%strict off` lets kernels of this device reach it
//?   at cell 2:1 in `twice`
numbers
//= (float[4]) {1, 2, 3, 4}
twice<<<1, 4>>>(device); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
template <class T> __global__ void put(T value, T *to, int count) { for (int i = threadIdx.x; i < count; i += blockDim.x) to[i] = value; }
{ double local[8] = {}; put<<<1, 1>>>(1.5, local, 8); }
//? error: cell 13: kernel `put<double>` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   write to host memory at 0x…, of the stack, by argument 2: most GPUs cannot reach it
//?   copy it to memory of cudaMalloc, or use cudaMallocManaged; `%strict off` lets kernels of this device reach it
//?   at cell 12:1 in `put<double>`
put<<<1, 32>>>(1, (int *)calloc(40, 4), 0); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
__global__ void say(const char *text) { printf("%s\n", text); }
say<<<1, 1>>>("hello");
//= hello
//? note: cell 16: kernel `say` was given host memory (argument 1): this device reaches it, on most GPUs it is an illegal address; copy it to memory of cudaMalloc, or use cudaMallocManaged
__global__ void first(const char *text, char *to) { __shared__ char s; if (threadIdx.x == 0) s = text[1]; __syncthreads(); to[threadIdx.x] = s; }
first<<<1, 4>>>("hello", (char *)device);
//? error: cell 18: kernel `first` <<<(1,1,1), (4,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   read of host memory at 0x…, of `malloc` or `new`, or of the program's data, by argument 1: most GPUs cannot reach it
//?   copy it to memory of cudaMalloc, or use cudaMallocManaged; `%strict off` lets kernels of this device reach it
//?   at cell 17:1 in `first`
__global__ void sum(int *to, const int *from) { atomicAdd(to, *from); }
sum<<<1, 1>>>((int *)device, new int(4));
//? error: cell 20: kernel `sum` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   read of host memory at 0x…, of `malloc` or `new`, or of the program's data, by argument 2: most GPUs cannot reach it
//?   copy it to memory of cudaMalloc, or use cudaMallocManaged; `%strict off` lets kernels of this device reach it
//?   at cell 19:1 in `sum`
__device__ int total; int *at; cudaGetSymbolAddress((void **)&at, total); sum<<<1, 1>>>(at, at); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
sum<<<1, 1>>>(&total, at);
//? cell 22:1:16: warning: the kernel gets the address of host code's own copy of 'total', not of the __device__ variable; cudaGetSymbolAddress gives that
//?     1 | sum<<<1, 1>>>(&total, at);
//?       |                ^
//? error: cell 22: kernel `sum` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   write to host memory at 0x…, the host's own copy of `total`, by argument 1: most GPUs cannot reach it
//?   take its address from cudaGetSymbolAddress, or name the variable in the kernel; `%strict off` lets kernels of this device reach it
//?   at cell 19:1 in `sum`
