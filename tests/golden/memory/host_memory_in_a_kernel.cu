//# A kernel that is given host memory works on the CPU device, and the session tells, once for each kernel, that most GPUs would not: of variables, `new`, texts; not of null, of what is registered, or of an end.
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
//? note: cell 9: kernel `twice` was given host memory (argument 1): this device reaches it, on most GPUs it is an illegal address; copy it to memory of cudaMalloc, or use cudaMallocManaged
numbers
//= (float[4]) {2, 4, 6, 8}
twice<<<1, 4>>>(numbers);
twice<<<1, 4>>>(new float[4]);
template <class T> __global__ void put(T value, T *to) { *to = value; }
put<<<1, 1>>>(1.5, new double);
//? note: cell 14: kernel `put<double>` was given host memory (argument 2): this device reaches it, on most GPUs it is an illegal address; copy it to memory of cudaMalloc, or use cudaMallocManaged
__global__ void say(const char *text) { printf("%s\n", text); }
say<<<1, 1>>>("hello");
//= hello
//? note: cell 16: kernel `say` was given host memory (argument 1): this device reaches it, on most GPUs it is an illegal address; copy it to memory of cudaMalloc, or use cudaMallocManaged
