//# A class or enum without a name that a `typedef` names is another type when it is defined again, in symbols too.
template <class T> int size() { return sizeof(T); }
typedef struct { float x, y, z; } P;
P old{1, 2, 3};
size<P>()
//= (int) 12
typedef struct { float x, y, z, w; } P;
size<P>()
//= (int) 16
P now{1, 2, 3, 4};
now
//= (P) {x: 1, y: 2, z: 3, w: 4}
old
//= (P) {x: 1, y: 2, z: 3}
//? note: `old` is of the `P` of cell 2, which cell 5 defines anew
__global__ void k(P *p, int *o) { *o = sizeof(*p); }
__managed__ int o; P *p; k<<<1, 1>>>(p, &o); cudaDeviceSynchronize(); o
//= (int) 16
struct P { double x; };
__global__ void k(P *p, int *o) { *o = sizeof(*p); }
P *q; k<<<1, 1>>>(q, &o); cudaDeviceSynchronize(); o
//= (int) 8
typedef struct { double x, y; } P;
__global__ void k(P *p, int *o) { *o = sizeof(*p); }
P *r; k<<<1, 1>>>(r, &o); cudaDeviceSynchronize(); o
//= (int) 16
typedef enum { LOW = 1, HIGH } Level;
int level(Level l) { return l; }
typedef enum { LOW = 3, HIGH } Level;
int level(Level l) { return 10 * l; }
level(HIGH)
//= (int) 40
using P = int;
size<P>()
//= (int) 4
typedef union { char c[24]; } P;
size<P>()
//= (int) 24
namespace n { typedef struct { int a; } Q; }
size<n::Q>()
//= (int) 4
namespace n { typedef struct { int a, b; } Q; }
size<n::Q>()
//= (int) 8
old.z + now.w
//= (float) 7.0f
//? note: `old` is of the `P` of cell 2, which cell 23 defines anew
//? note: `now` is of the `P` of cell 5, which cell 23 defines anew
