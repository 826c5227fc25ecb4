//# `clock64`, `clock` and `globaltimer` go forward within a thread.
//@ expected_failures = { toolkit = "`globaltimer` is Chevron's own" }
__global__ void ticks(int *ok) {
  long long begin = clock64(); clock_t c = clock(); unsigned long long t = globaltimer();
  volatile int *x = ok;  // what only this thread can see, a compiler may leave out
  for (int i = 0; i < 100000; ++i) *x = *x + 1;
  *ok = (clock64() > begin) + (clock() != c) + (globaltimer() > t);
}
int *ok; cudaMallocManaged(&ok, 4);
ticks<<<1, 1>>>(ok);
*ok
//= (int) 3
