//# Host memory in the kernel of a graph is told of when the graph is launched, and never to who has asked whether kernels reach such memory.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void one(int *p) { *p = 1; }
int *host = new int(0); cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t g; cudaGraphExec_t e;
cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); one<<<1, 1, 0, s>>>(host); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&e, g, 0);
cudaGraphLaunch(e, s);
//? note: cell 4: kernel `one` was given host memory (argument 1): this device reaches it, on most GPUs it is an illegal address; copy it to memory of cudaMalloc, or use cudaMallocManaged
*host
//= (int) 1
int reached; cudaDeviceGetAttribute(&reached, cudaDevAttrPageableMemoryAccess, 0);
__global__ void two(int *p) { *p = 2; }
two<<<1, 1>>>(host);
*host
//= (int) 2
