//# Taking back more definitions than the nearer of the ASTs that stand by leaves out: the further one serves, on both sides.
//@ devices = ["cpu"]
int v0 = 0;
__device__ int d1(int x) { return x + 1; }
int v2 = 2;
__device__ int d3(int x) { return x + 3; }
int v4 = 4;
__device__ int d5(int x) { return x + 5; }
int v6 = 6;
__device__ int d7(int x) { return x + 7; }
int v8 = 8;
__device__ int d9(int x) { return x + 9; }
int v10 = 10;
__device__ int d11(int x) { return x + 11; }
int v12 = 12;
__device__ int d13(int x) { return x + 13; }
int v14 = 14;
__device__ int d15(int x) { return x + 15; }
int v16 = 16;
__device__ int d17(int x) { return x + 17; }
int v18 = 18;
__device__ int d19(int x) { return x + 19; }
int v20 = 20;
__device__ int d21(int x) { return x + 21; }
int v22 = 22;
__device__ int d23(int x) { return x + 23; }
int v24 = 24;
__device__ int d25(int x) { return x + 25; }
int v26 = 26;
__device__ int d27(int x) { return x + 27; }
int v28 = 28;
__device__ int d29(int x) { return x + 29; }
int v30 = 30;
__device__ int d31(int x) { return x + 31; }
int v32 = 32;
__device__ int d33(int x) { return x + 33; }
int v34 = 34;
__device__ int d35(int x) { return x + 35; }
int v36 = 36;
__device__ int d37(int x) { return x + 37; }
int v38 = 38;
__device__ int d39(int x) { return x + 39; }
int v40 = 40;
__device__ int d41(int x) { return x + 41; }
int v42 = 42;
__device__ int d43(int x) { return x + 43; }
int v44 = 44;
__device__ int d45(int x) { return x + 45; }
int v46 = 46;
__device__ int d47(int x) { return x + 47; }
int v48 = 48;
__device__ int d49(int x) { return x + 49; }
int v50 = 50;
__device__ int d51(int x) { return x + 51; }
int v52 = 52;
__device__ int d53(int x) { return x + 53; }
int v54 = 54;
__device__ int d55(int x) { return x + 55; }
int v56 = 56;
__device__ int d57(int x) { return x + 57; }
int v58 = 58;
__device__ int d59(int x) { return x + 59; }
int v60 = 60;
__device__ int d61(int x) { return x + 61; }
int v62 = 62;
__device__ int d63(int x) { return x + 63; }
int v64 = 64;
__device__ int d65(int x) { return x + 65; }
int v66 = 66;
__device__ int d67(int x) { return x + 67; }
int v68 = 68;
__device__ int d69(int x) { return x + 69; }
int v70 = 70;
__device__ int d71(int x) { return x + 71; }
v0 += 100;;
//! rest 800 ms
%undo 10
//? note: cells 64 to 73 are taken back: 6 more, `d69`, `v70`, `d71`, `v0 += 100;;`
int d69 = 5, v70 = 7;
__device__ int d63(int x) { return 2 * x; }
__global__ void k(int *p) { *p = d1(1) + d61(1) + d63(4); }
int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize();
*p
//= (int) 72
v0 + v62 + v70 + d69
//= (int) 174
d71
//? cell 70:1:1: error: use of undeclared identifier 'd71'
//?     1 | d71
//?       | ^~~
