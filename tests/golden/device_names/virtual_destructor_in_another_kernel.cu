//# `delete` in a kernel comes to the destructor of a class that another kernel knows, which may need more registers than the caller.
struct Node { __device__ virtual ~Node() {} __device__ virtual double weigh(double x, int n) const = 0; };
struct Leaf : Node { int *gone; __device__ Leaf(int *g) : gone(g) {} __device__ ~Leaf() override { atomicAdd(gone, 1); } __device__ double weigh(double x, int n) const override { double a = x, b = 1, c = 2, e = 3; for (int i = 0; i < n; ++i) { a = a * b + c; b = b * c - e; c = c + e * a; e = e - b * 0.5; } return a + b + c + e; } };
struct Pair : Node { Node *left, *right; __device__ Pair(Node *l, Node *r) : left(l), right(r) {} __device__ ~Pair() override { delete left; delete right; } __device__ double weigh(double x, int n) const override { return left->weigh(x, n) + right->weigh(x, n); } };
__global__ void grow(Node **root, int *gone) { *root = new Pair(new Leaf(gone), new Pair(new Leaf(gone), new Leaf(gone))); }
__global__ void weigh(Node **root, double *w) { w[threadIdx.x] = (*root)->weigh(threadIdx.x, 0); }
__global__ void fell(Node **root) { delete *root; }
Node **root; cudaMallocManaged(&root, 8); int *gone; cudaMallocManaged(&gone, 4); *gone = 0; double *w; cudaMallocManaged(&w, 1024 * 8);
grow<<<1, 1>>>(root, gone); weigh<<<1, 1024>>>(root, w); (int)cudaDeviceSynchronize()
//= (int) 0
w[1023]
//= (double) 3087.0
fell<<<1, 1>>>(root); (int)cudaDeviceSynchronize()
//= (int) 0
*gone
//= (int) 3
