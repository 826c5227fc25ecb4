// A session.
#include <cstdio>
// %% one
int first = 1;

int second = 2;
// %%
first + second
// %%
bad bad bad
// %%
%who
