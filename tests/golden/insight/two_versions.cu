//# `-d` tells how the code of a kernel's two newest versions differs, also where a device function that it uses was defined again.
//@ devices = ["cpu", "cuda"]
__device__ int change(int x) { return x + 1000; }
__global__ void k(int *p) { *p = change(*p); }
__device__ int change(int x) { return x + 2000; }
%ptx -d k -o d.txt
//? note: `d.txt` is written
!grep -c -e '^-.*1000' -e '^+.*2000' -e '^--- cell 2' -e '^+++ cell 3' d.txt
//= 4
%asm -d k -o e.txt
//? note: `e.txt` is written
!grep -c -e '^-.*1000' -e '^+.*2000' e.txt | grep -c '^[1-9]'
//= 1
__global__ void k(int *p, int n) { *p = n; }
%ptx -d k -o f.txt
//? note: `f.txt` is written
!grep -c -e '^-.*2000' -e '^+++ cell 4' f.txt
//= 2
