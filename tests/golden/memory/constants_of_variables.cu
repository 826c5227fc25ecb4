//# Strings and other nameless constants that variables point to from their beginning: kernels read them, on every device.
__device__ const char *const words[] = {"zero", "one", "two"};
__constant__ const char *after = "(constant)" + 1;
//? cell 2:1:47: warning: adding 'int' to a string does not append to the string [-Wstring-plus-int]
//?     1 | __constant__ const char *after = "(constant)" + 1;
//?       |                                  ~~~~~~~~~~~~~^~~
//? cell 2:1:47: note: use array indexing to silence this warning
//?     1 | __constant__ const char *after = "(constant)" + 1;
//?       |                                               ^
//?       |                                  &            [  ]
__managed__ const char *managed = "managed";
struct Row { const char *name; const int *values; double weight; };
__device__ Row rows[] = {{"first", (const int[]){1, 2, 3}, 0.5}, {"second", (const int[]){4, 5, 6}, 1.5}};
__device__ const wchar_t *wide = L"wide";
__global__ void tell() {
  for (const char *word : words) printf("%s ", word);
  printf("%s %s %c\n", after, managed, (char)wide[3]);
  for (const Row &row : rows) printf("%s %d %g\n", row.name, row.values[0] + row.values[2], row.weight);
}
tell<<<1, 1>>>(); (int)cudaDeviceSynchronize()
//= zero one two constant) managed e
//= first 4 0.5
//= second 10 1.5
//= (int) 0
// The host reads managed memory, and the size is the variable's own.
printf("%s\n", managed); size_t bytes; cudaGetSymbolSize(&bytes, words); bytes
//= managed
//= (size_t) 24
// A copy of the pointer serves when the variable has been defined again.
__device__ const char *kept; __global__ void keep() { kept = words[1]; } __global__ void show() { printf("%s %s\n", kept, words[0]); }
keep<<<1, 1>>>(); (int)cudaDeviceSynchronize()
//= (int) 0
__device__ const char *const words[] = {"null"};
//? note: the `words` of cell 1 (`const char *const[3]`) is still used by `tell`, `keep`, `show`: its type has changed
show<<<1, 1>>>(); (int)cudaDeviceSynchronize()
//= one zero
//= (int) 0
