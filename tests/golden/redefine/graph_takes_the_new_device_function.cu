//# A graph that was instantiated before runs kernels with the device function that is defined now.
int *p; cudaMallocManaged(&p, sizeof(int)); *p = 0;
__device__ int step() { return 1; }
__global__ void add(int *out) { *out += step(); }
cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t g; cudaGraphExec_t e;
cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); add<<<1, 1, 0, s>>>(p); add<<<1, 1, 0, s>>>(p); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&e, g, 0);
cudaGraphLaunch(e, s); cudaStreamSynchronize(s); *p
//= (int) 2
__device__ int step() { return 10; }
cudaGraphLaunch(e, s); cudaStreamSynchronize(s); *p
//= (int) 22
%undo 2
//? note: cells 7 to 8 are taken back: `step` (that of cell 2 is back), `cudaGraphLaunch(e, s); cudaStreamSynchro…`
cudaGraphLaunch(e, s); cudaStreamSynchronize(s); *p
//= (int) 24
