//# `%sanitize` turns checks on and off within a session; kernels that were compiled before tell of their accesses from then on.
//@ devices = ["cpu"]
//@ mistakes = true
%sanitize
//= sanitize is off
__global__ void race(int *out) { __shared__ int s[32]; s[threadIdx.x] = threadIdx.x; out[threadIdx.x] = s[31 - threadIdx.x]; }
int *out; cudaMalloc(&out, 31 * sizeof(int));
%sanitize racecheck
%sanitize
//= sanitize is on: racecheck
race<<<1, 31>>>(out);
//? racecheck #1: cell 3: kernel `race`: two threads race for 4 bytes of shared memory, 4 bytes into it
//?   read of 4 bytes at cell 1:1, block (0,0,0), thread (30,0,0)
//?   write at cell 1:1, block (0,0,0), thread (1,0,0)
//?   30 times
race<<<1, 31>>>(out);
%sanitize memcheck
race<<<1, 31>>>(out); race<<<1, 32>>>(out);
//? memcheck #2: cell 5: kernel `race`: write of 4 bytes, just past the end of an allocation of 124 bytes
//?   at cell 1:1, block (0,0,0), thread (31,0,0)
//?   the memory was allocated in cell 2
%sanitize memchek
//? error: usage: `%sanitize [memcheck,racecheck,initcheck,synccheck|on|off|leaks]`
%sanitize leaks
//? note: the session: 1 allocation was not freed, 124 bytes in all
//?   124 bytes of device memory, allocated in cell 2
cudaFree(out);
%sanitize leaks
//? note: all that was allocated has been freed
%sanitize off
int *other; cudaMalloc(&other, 128);
race<<<1, 32>>>(other);
%flags
//= compiler    -std=gnu++20 -O2
//= libraries   none
//= device      cpu
//= sync        on
//= checkpoint  auto
//= faults      brief
//= strict      on
//= sanitize    off
