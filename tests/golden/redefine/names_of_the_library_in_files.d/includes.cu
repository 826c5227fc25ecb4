#include <cuda_runtime.h>
int max = 4;
int main() {}
