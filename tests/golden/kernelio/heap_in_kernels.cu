//# `malloc`, `free`, `new` and `delete` in kernels: memory of one kernel is there for the next, every thread's is its own.
struct Node { int value; Node *next; __device__ Node(int v, Node *n) : value(v), next(n) {} };
__device__ Node *lists[40];
__global__ void build() {
  Node *list = nullptr;
  for (int i = 0; i < 10; ++i) list = new Node(threadIdx.x * 100 + i, list);
  lists[threadIdx.x] = list;
}
__global__ void sum_and_free(int *out) {
  int sum = 0;
  for (Node *node = lists[threadIdx.x]; node;) { sum += node->value; Node *next = node->next; delete node; node = next; }
  int *scratch = (int *)malloc(100 * sizeof(int));
  for (int i = 0; i < 100; ++i) scratch[i] = i;
  for (int i = 0; i < 100; ++i) sum += scratch[i];
  free(scratch); free(nullptr);
  char *many = new char[threadIdx.x + 1];
  many[threadIdx.x] = 1; sum += many[threadIdx.x];
  delete[] many;
  out[threadIdx.x] = sum;
}
build<<<1, 40>>>();
int *out; cudaMallocManaged(&out, 160);
sum_and_free<<<1, 40>>>(out);
printf("%d %d %d\n", out[0], out[1], out[39]);
//= 4996 5996 43996
