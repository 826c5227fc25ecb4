//# A declaration at the end of an input may lack its `;`; nothing else that is wrong is mended.
int n = 5
n
//= (int) 5
struct Point { int x, y; }
Point p{1, 2} // a point
p
//= (Point) {x: 1, y: 2}
enum Colour { red, green }
using I = int
typedef float F
I i = green; F f = 2
i + f
//= (F) 3.0f
__device__ int total = 3
__global__ void add(int by) { total += by; }
add<<<1, 1>>>(n)
int out; cudaMemcpyFromSymbol(&out, total, 4); out
//= (int) 8
auto twice = [](int a) { return 2 * a; }
twice(n)
//= (int) 10
int a = 1 b
//? cell 17:1:10: error: expected ';' after top level declarator
//?     1 | int a = 1 b
//?       |          ^
//?       |          ;
int c = nothing
//? cell 17:1:9: error: use of undeclared identifier 'nothing'
//?     1 | int c = nothing
//?       |         ^~~~~~~
//? cell 17:1:16: error: expected ';' after top level declarator
//?     1 | int c = nothing
//?       |                ^
//?       |                ;
n = 7
//= (int) 7
n
//= (int) 7
%undo
//? note: cells 17 to 18 are taken back: `n = 7`
n
//= (int) 7
