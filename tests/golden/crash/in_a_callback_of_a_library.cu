//# Calls of the user's on both sides of a library's.
//@ flags = ["--checkpoint=off"]
#include <cstdlib>
int compare(const void *a, const void *b) {
  return *(const int *)a - **(const int *const *)b;
}
void sort(int *data, int count) { qsort(data, count, sizeof(int), compare); }
int data[4] = {4, 3, 2, 1};
sort(data, 4);
//? error: cell 5 ended the executor: killed by SIGSEGV (read of invalid address 0x…)
//?   at cell 2:2 in `compare(void const*, void const*)`
//?   at cell 3:1 in `sort(int*, int)`
//?   at cell 5:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `data`
