//# A null pointer in a kernel: read and write, each an error of its cell.
//@ devices = ["cpu"]
//@ mistakes = true
struct Node { int value; Node *next; };
__global__ void write(int *p) { p[threadIdx.x] = 1; }
__global__ void walk(Node *n, int *out) { *out = n->next->next->value; }
write<<<1, 1>>>(nullptr);
//? error: cell 4: kernel `write` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x0
//?   at cell 2:1 in `write`
Node *n; int *out; cudaMallocManaged(&n, sizeof(Node)); cudaMallocManaged(&out, 4); *n = {};
walk<<<1, 1>>>(n, out);
//? error: cell 6: kernel `walk` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid read of address 0x8
//?   at cell 3:1 in `walk`
1 + 1
//= (int) 2
