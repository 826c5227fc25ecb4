//# Tables of labels are GNU's; device code has none, with nvcc neither. The session tells the place and goes on.
__global__ void choose(int *o) { static void *const to[] = {&&first, &&second}; goto *to[o[0]]; first: o[1] = 1; return; second: o[1] = 2; }
//? cell 1:1:61: error: device code cannot take the address of a label; use a `switch`
//?     1 | __global__ void choose(int *o) { static void *const to[] = {&&first, &&second}; goto *to[o[0]]; first: o[1] = 1; return; second: o[1] = 2; }
//?       |                                                             ^
//? cell 1:1:70: error: device code cannot take the address of a label; use a `switch`
//?     1 | __global__ void choose(int *o) { static void *const to[] = {&&first, &&second}; goto *to[o[0]]; first: o[1] = 1; return; second: o[1] = 2; }
//?       |                                                                      ^
int on_host(int i) { static void *const to[] = {&&first, &&second}; goto *to[i]; first: return 10; second: return 20; }
on_host(1)
//= (int) 20
template <typename T> __device__ bool both(T &&a, T &&b) { return a && b; }
__global__ void k(bool *o) { *o = both(o[0], o[1]) && both(true, false); }
