//# Classes of later cells join a hierarchy: objects that one kernel makes others call and delete.
struct Animal { __device__ virtual int legs() const = 0; __device__ virtual ~Animal() {} };
struct Bird : Animal { __device__ int legs() const override { return 2; } };
__device__ int total; __device__ Animal *zoo[4];
__global__ void count(int n) { for (int i = 0; i < n; ++i) total += zoo[i]->legs(); }
__global__ void free_all(int n) { for (int i = 0; i < n; ++i) delete zoo[i]; }
__global__ void add_bird(int at) { zoo[at] = new Bird; }
add_bird<<<1, 1>>>(0); count<<<1, 1>>>(1); int host; cudaMemcpyFromSymbol(&host, total, sizeof host); host
//= (int) 2
struct Spider : Animal { int extra; __device__ Spider(int e) : extra(e) {} __device__ int legs() const override { return 8 + extra; } __device__ ~Spider() { total -= 1000; } };
__global__ void add_spider(int at) { zoo[at] = new Spider(3); }
add_spider<<<1, 1>>>(1); count<<<1, 1>>>(2); cudaMemcpyFromSymbol(&host, total, sizeof host); host
//= (int) 15
free_all<<<1, 1>>>(2); cudaMemcpyFromSymbol(&host, total, sizeof host); host
//= (int) -985
