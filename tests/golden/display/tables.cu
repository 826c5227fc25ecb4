//# Tables of ranges, of classes' members by name, of rows of numbers, of maps and of device memory.
#include <map>
#include <string>
#include <vector>
#include <chevron/display.h>
struct Place { float x, y; };
struct Particle { int id; double mass; std::string name; Place at; unsigned charged : 1; };
std::vector<Particle> all = {{1, 2.5, "proton", {0, 1}, 1}, {22, 100, "neutron", {-1.5f, 2}, 0}};
chevron::table(all)
//=    id  mass  name       at               charged
//= ────────────────────────────────────────────────
//= 0   1   2.5  "proton"   {x: 0, y: 1}           1
//= 1  22   100  "neutron"  {x: -1.5, y: 2}        0
chevron::table(std::vector<int>{3, 100, -7})
//=    value
//= ────────
//= 0      3
//= 1    100
//= 2     -7
int grid[2][3] = {{1, 2, 3}, {40, 50, 60}};
chevron::table(grid)
//=     0   1   2
//= ─────────────
//= 0   1   2   3
//= 1  40  50  60
chevron::table(std::map<std::string, int>{{"a", 1}, {"bb", 22}})
//=    key   value
//= ──────────────
//= 0  "a"       1
//= 1  "bb"     22
chevron::table(std::vector<std::pair<int, char>>{{1, 'x'}, {2, 'y'}})
//=    first  second
//= ────────────────
//= 0      1  'x'
//= 1      2  'y'
chevron::table(std::vector<std::vector<int>>{{1, 2}, {3}, {}})
//=    0  1
//= ───────
//= 0  1  2
//= 1  3
//= 2
std::vector<std::string> words = {"one", "two | three", "a long text that does not fit into the forty letters of a cell"};
chevron::table(words)
//=    value
//= ───────────────────────────────────────────
//= 0  "one"
//= 1  "two | three"
//= 2  "a long text that does not fit into the…
__global__ void squares(int *out) { out[threadIdx.x] = threadIdx.x * threadIdx.x; }
int *data; cudaMalloc(&data, 1000 * sizeof(int)); squares<<<1, 1000>>>(data);
chevron::table(data, 1000)
//=     value
//= ─────────
//=  0      0
//=  1      1
//=  2      4
//=  3      9
//=  4     16
//=  5     25
//=  6     36
//=  7     49
//=  8     64
//=  9     81
//= 10    100
//= 11    121
//= 12    144
//= 13    169
//= 14    196
//= 15    225
//= 16    256
//= 17    289
//= 18    324
//= 19    361
//= 20    400
//= 21    441
//= 22    484
//= 23    529
//= 24    576
//= 25    625
//= 26    676
//= 27    729
//= 28    784
//= 29    841
//= … (1000 rows in all)
chevron::table(data, 2, 4)
//=     0   1   2   3
//= ─────────────────
//= 0   0   1   4   9
//= 1  16  25  36  49
float2 pairs[2] = {{1, 2}, {3, 4}};
chevron::table(pairs)
//=    value
//= ─────────
//= 0  (1, 2)
//= 1  (3, 4)
__device__ int on_device[2]; __global__ void fill() { on_device[threadIdx.x] = 8 + threadIdx.x; } fill<<<1, 2>>>();
chevron::table(on_device)
//=    value
//= ────────
//= 0      8
//= 1      9
