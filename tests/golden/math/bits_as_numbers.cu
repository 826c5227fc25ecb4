//# Type punning between floats and integers, on device and as the display shows it.
__global__ void k(int *o, float *f) { o[0] = __float_as_int(1.f) == 0x3f800000; o[1] = __double2hiint(1.) == 0x3ff00000; o[2] = __double_as_longlong(-0.) < 0; f[0] = __int_as_float(0x40490fdb); f[1] = (float) __hiloint2double(0x40000000, 0); f[2] = __uint_as_float(0x7f800000u); }
int *o; float *f; cudaMallocManaged(&o, 3 * sizeof(int)); cudaMallocManaged(&f, 3 * sizeof(float)); k<<<1, 1>>>(o, f);
o
//= (int *) managed int[3] {1, 1, 1}
f
//= (float *) managed float[3] {3.1415927, 2, inf}
