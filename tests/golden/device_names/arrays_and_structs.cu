//# Arrays, structs and their parts as device variables: initialised, written with an offset, read in whole and in part.
struct Body { float mass; int id; char tag[4]; };
__device__ Body bodies[3] = {{1, 10, "a"}, {2, 20, "b"}};
__constant__ int weights[2][3] = {{1, 2, 3}, {4, 5, 6}};
__global__ void k(int *out) { bodies[2] = {3.5f, 30, "cde"}; int sum = 0; for (auto &row : weights) for (int w : row) sum = sum * 10 + w; *out = sum; }
int *out; cudaMallocManaged(&out, sizeof(int)); k<<<1, 1>>>(out);
*out
//= (int) 123456
Body host[3]; cudaMemcpyFromSymbol(host, bodies, sizeof host)
//= (cudaError_t) cudaSuccess
host
//= (Body[3]) {{mass: 1, id: 10, tag: "a"}, {mass: 2, id: 20, tag: "b"}, {mass: 3.5, id: 30, tag: "cde"}}
int pair[2] = {8, 9}; cudaMemcpyToSymbol(weights, pair, sizeof pair, 3 * sizeof(int))
//= (cudaError_t) cudaSuccess
k<<<1, 1>>>(out);
*out
//= (int) 123896
