//# A program that includes no `<vector>` may have a `vector` of its own beside `using namespace std;`
#include <iostream>
#include <algorithm>
using namespace std;
struct vector { float x, y; };
vector a{1, 2};
cout << a.x + a.y << endl;
//= 3
__global__ void turn(vector *p) { *p = vector{-p->y, p->x}; }
vector *m; cudaMallocManaged(&m, sizeof *m); *m = a;
turn<<<1, 1>>>(m); cudaDeviceSynchronize(); *m
//= (vector) {x: -2, y: 1}
