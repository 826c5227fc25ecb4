//# At the end it is told what was allocated and never freed, by the line that did.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
float *rows[3];
for (int i = 0; i < 3; i++)
  cudaMalloc(&rows[i], 100 * (i + 1));
int *managed; cudaMallocManaged(&managed, 64);
cudaFree(rows[1]);
