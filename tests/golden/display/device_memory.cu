//# A pointer that the runtime allocated is shown with its space, its count from there on, and the first elements.
int *managed; cudaMallocManaged(&managed, 3 * sizeof(int)); managed[0] = 7, managed[1] = 8, managed[2] = 9;
managed
//= (int *) managed int[3] {7, 8, 9}
managed + 1
//= (int *) managed int[2] {8, 9}
float *device; cudaMalloc(&device, 1000 * sizeof(float)); cudaMemset(device, 0, 1000 * sizeof(float));
device
//= (float *) device float[1000] {0, 0, 0, 0, 0, 0, 0, 0, …}
double *pinned; cudaMallocHost(&pinned, 2 * sizeof(double)); pinned[0] = 1, pinned[1] = 2.5;
pinned
//= (double *) pinned double[2] {1, 2.5}
void *raw = device; raw
//= (void *) device 4000 bytes
struct P { int x; float y; }; P *points; cudaMalloc(&points, 2 * sizeof(P)); cudaMemset(points, 0, 2 * sizeof(P));
points
//= (P *) device P[2] {{x: 0, y: 0}, {x: 0, y: 0}}
