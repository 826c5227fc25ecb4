//# `%undo` takes back the newest cell that defined or changed something, with the looks after it, and says what went.
int count = 5;
int twice(int x) { return 2 * x; }
twice(count)
//= (int) 10
count + 1
//= (int) 6
%undo
//? note: cells 2 to 4 are taken back: `twice`
twice(2)
//? cell 2:1:1: error: use of undeclared identifier 'twice'
//?     1 | twice(2)
//?       | ^~~~~
count
//= (int) 5
count += 2
//= (int) 7
count
//= (int) 7
%undo
//? note: cells 3 to 4 are taken back: `count += 2`
count
//= (int) 7
__global__ void fill(int *p) { *p = 1; }
__global__ void fill(int *p) { *p = 2; }
sizeof(int)
//= (unsigned long) 4
%who
//= kernels    fill
//= variables  count
throw 1.5;
//? error: cell 7: uncaught exception `double`: 1.5
%undo
//? note: cells 5 to 7 are taken back: `fill` (that of cell 4 is back)
%undo 1
//? note: cell 4 is taken back: `fill`
#include <vector>
std::vector<int> values{1, 2};
values.size()
//= (unsigned long) 2
values[0]
//= (int) 1
*values.begin()
//= (int) 1
%undo
//? note: cells 5 to 8 are taken back: `values`
%undo
//? note: cell 4 is taken back: `#include <vector>`
#define LIMIT 3
LIMIT
//= (int) 3
%undo
//? note: cells 4 to 5 are taken back: `LIMIT`
LIMIT
//? cell 4:1:1: error: use of undeclared identifier 'LIMIT'
//?     1 | LIMIT
//?       | ^~~~~
%undo
//? note: cells 1 to 3 are taken back: `count`
%undo
//? error: there is no cell to take back
1 + 1
//= (int) 2
%undo
//? error: no cell has defined or changed anything; `%undo N` takes back the last N cells, whatever they did
%undo 1
//? note: cell 1 is taken back: `1 + 1`
