//# A host function that a stream runs crashes on the stream's thread.
//@ flags = ["--checkpoint=off"]
//@ devices = ["cpu"]
void callback(void *p) { *(int *)p = 1; }
cudaLaunchHostFunc(0, callback, nullptr); cudaDeviceSynchronize();
//? error: cell 2 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 1:1 in `callback(void*)`
//?   at cell 2:1
//? note: a new executor runs with all definitions
__global__ void set(int *p) { *p = 3; }
int *p; cudaMallocManaged(&p, sizeof(int)); set<<<1, 1>>>(p);
*p
//= (int) 3
