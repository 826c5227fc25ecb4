// The status of a program of several files is what `exit` gets, wherever it is called; arguments come as they were given.
#include <cstring>
void finish(int status);

static int made = 40;
__global__ void add(int *to, int number) { *to += number; }

int main(int count, char **arguments) {
  if (count != 5 || arguments[1][0] || std::strcmp(arguments[2], "two words") || std::strcmp(arguments[3], "--") || std::strcmp(arguments[4], "-x"))
    return 1;
  int *sum;
  cudaMallocManaged(&sum, sizeof(int));
  *sum = made;
  add<<<1, 1>>>(sum, count);
  cudaDeviceSynchronize();
  finish(*sum);
  return 2;
}
