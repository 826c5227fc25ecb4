// A file of cells, with a header beside it.

// %% The blank lines of a cell count.


#include "beside.h"
int size = beside(3);
int half(int divisor) {
  if (divisor == 0)
    throw "no divisor";
  return size / divisor;
}
// %%
size +
  missing
// %% A cell that begins with a sign, and one that lacks its semicolon.
-size
// %%
int *null = nullptr
// %%
__global__ void store(int *to) {
  *to = 1;
}
store<<<1, 1>>>(null);
// %%

%%norun

int y = size *;
// %%
half(0);
// %%
void nowhere();
nowhere();
