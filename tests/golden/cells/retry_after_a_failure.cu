//# A cell whose first try did not compile is entered again, mended, under the same names: kernel, type, variable and function.
struct Point { int x; missing y; };
//? cell 1:1:23: error: unknown type name 'missing'
//?     1 | struct Point { int x; missing y; };
//?       |                       ^
struct Point { int x; int y; };
__global__ void move(Point *p) { p->x += 1; p->z = 2; }
//? cell 2:1:48: error: no member named 'z' in 'Point'
//?     1 | __global__ void move(Point *p) { p->x += 1; p->z = 2; }
//?       |                                             ~  ^
__global__ void move(Point *p) { p->x += 1; p->y = 2; }
Point *p; cudaMallocManaged(&p, sizeof(Point)); *p = {5, 5}; mov<<<1, 1>>>(p);
//? cell 3:1:62: error: use of undeclared identifier 'mov'; did you mean 'move'?
//?     1 | Point *p; cudaMallocManaged(&p, sizeof(Point)); *p = {5, 5}; mov<<<1, 1>>>(p);
//?       |                                                              ^~~
//?       |                                                              move
//? cell 2:1:17: note: 'move' declared here
//?     1 | __global__ void move(Point *p) { p->x += 1; p->y = 2; }
//?       |                 ^
Point *p; cudaMallocManaged(&p, sizeof(Point)); *p = {5, 5}; move<<<1, 1>>>(p);
*p
//= (Point) {x: 6, y: 2}
