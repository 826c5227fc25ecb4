//# With `%sync off` work that is still queued when a cell begins cannot be copied: a crash says so; when all is done there is a checkpoint again.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
__device__ volatile int go;
__global__ void wait_for_it() { while (!go) __nanosleep(1000); }
int x = 1;
%sync off
x = 2; wait_for_it<<<1, 1>>>();
x = 3; abort();
//? error: cell 5 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 5:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `go`, `x`
//? note: there was no checkpoint to go back to: streams still had work to do when the cell began
x = 4;
x = 5; abort();
//? error: cell 7 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 7:1
//? note: cell 7 is taken back: all variables are as they were before it
x
//= (int) 4
