#define TILE 16
#define CHECK(x) do { if (x) printf("bad\n"); } while (0)
using real = float;
constexpr int N = 4;
const int M = N * 2;
struct Node;
template <class T, int K = 3> struct Fixed;
enum Color { RED, GREEN };
enum class Shape : char { A, B };
typedef struct { real x, y; } Vec;
typedef struct Pair { int a, b; } Pair;
typedef enum { ONE = 1, TWO } Count;
struct alignas(16) Quad { real v[N]; Color c = GREEN; __host__ __device__ real sum() const; };
__host__ __device__ inline real Quad::sum() const { return v[0] + v[N - 1]; }
struct Node { Node *next; Vec at; int tile[TILE]; virtual int id() const { return 1; } virtual ~Node(); };
Node::~Node() {}
struct Leaf : Node { int id() const override; static int made; };
int Leaf::id() const { return 2; }
int Leaf::made = 7;
template <class T, int K> struct Fixed { T data[K]; __host__ __device__ T &operator[](int i) { return data[i]; } T total() const; friend bool operator==(const Fixed &a, const Fixed &b) { return a.data[0] == b.data[0]; } };
template <class T, int K> T Fixed<T, K>::total() const { T t{}; for (auto v : data) t += v; return t; }
template <> struct Fixed<bool, 1> { int special = 9; };
template <class T> struct Fixed<T *, 2> { int partial = 8; };
namespace geo { struct Box { Vec lo, hi; real area() const; }; real Box::area() const { return (hi.x - lo.x) * (hi.y - lo.y); }
  template <class T = int> struct Holder { T it; }; enum E { EA = 5 }; }
struct Quad operator+(Quad a, const Quad &b) { for (int i = 0; i < N; i++) a.v[i] += b.v[i]; return a; }
__global__ void fill(Quad *q, int n) { int i = threadIdx.x; if (i < n) q[i].v[0] = i; }
int use(Node &n) { return n.id(); }
