//# A kernel launches one that is declared first and defined later: until then the launch is refused, with who made it where.
//@ devices = ["cpu"]
__global__ void late(int i);
__global__ void early() { late<<<1, 1>>>(1); }
early<<<1, 1>>>();
//? error: cell 3: kernel `late` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   it is declared, and no cell defines it
//?   launched by kernel `early` at cell 2 line 1
__global__ void late(int i) { printf("late %d\n", i); }
early<<<1, 1>>>();
//= late 1
