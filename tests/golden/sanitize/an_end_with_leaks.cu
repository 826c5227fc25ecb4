//# At the end it is told what was allocated and never freed, by the line that did.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
float *rows[3];
for (int i = 0; i < 3; i++)
  cudaMalloc(&rows[i], 100 * (i + 1));
int *managed; cudaMallocManaged(&managed, 64);
cudaFree(rows[1]);
//? note: the session: 3 allocations were not freed, 464 bytes in all
//?   300 bytes of device memory, allocated in cell 2
//?   100 bytes of device memory, allocated in cell 2
//?   64 bytes of managed memory, allocated at cell 3:1
//? note: memcheck,racecheck,initcheck,synccheck: nothing found
