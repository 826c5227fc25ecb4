//# Types that a file defines again as they were stay the same types: variables and functions of them go on when the file is loaded again.
%load lib.cu
Node node; Leaf leaf; Quad quad{{1,2,3,4}}; Vec vec{1,2}; Pair pair{1,2}; Count count = TWO; Color color = RED; Shape shape = Shape::B; Fixed<int> fixed{{1,2,3}}; Fixed<bool,1> fb; Fixed<int*,2> fp; geo::Box box{{0,0},{2,3}}; geo::Holder<> h{4}; geo::E e = geo::EA;
int mine(Node &n, Quad q, Vec v, Pair p, Count c, Color k, Shape s, Fixed<int> f, Fixed<bool,1> g, Fixed<int*,2> i, geo::Box b, geo::Holder<> h, geo::E e) { return n.id() + q.sum() + v.x + p.a + int(c) + int(k) + int(s) + f[0] + g.special + i.partial + b.area() + h.it + int(e); }
mine(leaf, quad, vec, pair, count, color, shape, fixed, fb, fp, box, h, e)
//= (int) 45
%load lib.cu
mine(leaf, quad, vec, pair, count, color, shape, fixed, fb, fp, box, h, e)
//= (int) 45
Node node2; Leaf leaf2; quad = Quad{{2,2,3,4}}; vec = Vec{2,2}; pair = Pair{2,2}; count = ONE; color = GREEN; shape = Shape::A; fixed = Fixed<int>{{2,2,3}}; fb = Fixed<bool,1>{}; fp = Fixed<int*,2>{}; box = geo::Box{{0,0},{2,4}}; h = geo::Holder<>{5}; e = geo::EA;
mine(leaf2, quad + quad, vec, pair, count, color, shape, fixed, fb, fp, box, h, e)
//= (int) 57
use(leaf) + use(node2)
//= (int) 3
fixed.total() + fixed[1] + Leaf::made
//= (int) 16
fixed == Fixed<int>{{2}}
//= (bool) true
Quad *q; cudaMallocManaged(&q, 3 * sizeof(Quad)); fill<<<1,3>>>(q, 3); cudaDeviceSynchronize();
q[2].v[0]
//= (real) 2.0f
%load lib.cu
fill<<<1,2>>>(q, 2); cudaDeviceSynchronize();
mine(leaf2, quad + quad, vec, pair, count, color, shape, fixed, fb, fp, box, h, e)
//= (int) 57
use(leaf) + use(node2)
//= (int) 3
fixed.total() + fixed[1] + Leaf::made
//= (int) 16
%who
//= kernels           fill
//= device functions  Quad::sum
//= functions         mine, Leaf::id, Fixed::total, geo::Box::area, operator+, use
//= variables         node, leaf, quad, vec, pair, count, color, shape, fixed, fb, fp, box, h, e, node2, leaf2, q, N, M, Leaf::made
//= types             Node, Color, Shape, Vec, Pair, Count, Quad, Leaf, Fixed<bool, 1>, Fixed<T *, 2>, geo::Box, geo::E, real
//= templates         Fixed, geo::Holder
//= namespaces        geo
//= macros            TILE, CHECK
%save saved.cu
//? note: 18 cells written to `saved.cu`
%replay
//= (int) 45
//= (int) 45
//= (int) 57
//= (int) 3
//= (int) 16
//= (bool) true
//= (real) 2.0f
//= (int) 57
//= (int) 3
//= (int) 16
%load saved.cu
//= (int) 45
//= (int) 45
//= (int) 57
//= (int) 3
//= (int) 16
//= (bool) true
//= (real) 2.0f
//= (int) 57
//= (int) 3
//= (int) 16
