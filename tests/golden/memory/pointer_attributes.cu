//# `cudaPointerGetAttributes` tells what kind of memory a pointer points into, also from its middle.
//@ hip = true
int *d, *m, *h, plain; cudaMalloc(&d, 64); cudaMallocManaged(&m, 64); cudaMallocHost(&h, 64);
auto show = [](const void *p) { cudaPointerAttributes a; cudaError_t e = cudaPointerGetAttributes(&a, p); printf("%d: type %d, device %d, from the device %d, from the host %d\n", e, a.type, a.device, a.devicePointer == p, a.hostPointer == p); };
show(d + 3); show(m); show(h + 15); show(&plain);
//= 0: type 2, device 0, from the device 1, from the host 0
//= 0: type 3, device 0, from the device 1, from the host 1
//= 0: type 1, device 0, from the device 1, from the host 1
//= 0: type 0, device -2, from the device 0, from the host 1
cudaFree(d); show(d);
//= 0: type 0, device -2, from the device 0, from the host 1
