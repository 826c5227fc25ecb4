//# `%faults` says how much a fault on a GPU tells, and changes it; the CPU device tells all in any case.
//@ devices = ["cpu"]
%faults
//= faults is brief
%faults full
%faults
//= faults is full
%faults loud
//? error: usage: `%faults [brief|full]`
__global__ void wild(int *p) { *p = 1; }
wild<<<1, 1>>>((int *)16);
//? error: cell 2: kernel `wild` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x10
//?   at cell 1:1 in `wild`
