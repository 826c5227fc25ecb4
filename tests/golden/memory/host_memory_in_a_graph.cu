//# A kernel of a graph that touches host memory faults when the graph is launched, and never for who has asked whether kernels reach such memory.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void one(int *p) { *p = 1; }
int *host = new int(0); cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t g; cudaGraphExec_t e;
cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); one<<<1, 1, 0, s>>>(host); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&e, g, 0);
cudaGraphLaunch(e, s);
//? error: cell 4: kernel `one` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   write to host memory at 0x…, of `malloc` or `new`, or of the program's data, by argument 1: most GPUs cannot reach it
//?   copy it to memory of cudaMalloc, or use cudaMallocManaged; `%strict off` lets kernels of this device reach it
//?   at cell 1:1 in `one`
*host
//= (int) 0
int reached; cudaDeviceGetAttribute(&reached, cudaDevAttrPageableMemoryAccess, 0);
__global__ void two(int *p) { *p = 2; }
two<<<1, 1>>>(host);
*host
//= (int) 2
