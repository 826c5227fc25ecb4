//# `__trap()` ends the launch with an error that tells block and thread.
//@ devices = ["cpu"]
__global__ void stop(int at) { if (threadIdx.x == at) __trap(); }
stop<<<1, 64>>>(64);
stop<<<1, 64>>>(37);
//? error: cell 3: kernel `stop` <<<(1,1,1), (64,1,1)>>>: cudaErrorLaunchFailure at block (0,0,0), thread (37,0,0)
//?   the kernel executed a trap
//?   at cell 1:1 in `stop`
1 + 1
//= (int) 2
