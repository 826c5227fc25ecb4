//# `printf` in kernels: every conversion, widths, precisions, strings, 64-bit integers, characters, percent signs.
//@ devices = ["cpu"]
__global__ void show(const char *text) {
  printf("%d %i %u %5d|%-5d|%05d|%+d\n", -1, 2, 3000000000u, 42, 42, 42, 42);
  printf("%x %X %#x %o %lld %llu %hhd %hd\n", 255, 255, 255, 8, -1ll << 40, ~0ull, (char)-3, (short)-300);
  printf("%f %.3f %10.2e %g %G\n", 1.5f, 3.14159, 12345.678, 0.0001, 1e-10);
  printf("%s %10s|%-10s|%.2s %c%%\n", text, "right", "left", "cut", 'c');
  printf("%*d %.*f\n", 6, 7, 2, 1.0 / 3);
  printf("no arguments\n");
}
char *text; cudaMallocManaged(&text, 8); strcpy(text, "managed");
show<<<1, 1>>>(text);
//= -1 2 3000000000    42|42   |00042|+42
//= ff FF 0xff 10 -1099511627776 18446744073709551615 -3 -300
//= 1.500000 3.142   1.23e+04 0.0001 1E-10
//= managed      right|left      |cu c%
//=      7 0.33
//= no arguments
__global__ void count(int *n) { n[0] = printf("%d %d\n", 1, 2); n[1] = printf("none\n"); }
int *n; cudaMallocManaged(&n, 8);
count<<<1, 1>>>(n);
//= 1 2
//= none
printf("%d %d\n", n[0], n[1]);
//= 2 0
