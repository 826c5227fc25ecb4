//# Neighbours that read what a lane writes keep in step in global memory too, and all who use volatile memory of the device.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void up(int *data) {
  int t = threadIdx.x;
  data[t + 1] = data[t];
}
int *data; cudaMallocManaged(&data, 64 * sizeof(int));
for (int i = 0; i < 64; i++) data[i] = i;
up<<<1, 32>>>(data);
cudaDeviceSynchronize();
printf("%d %d %d %d %d\n", data[0], data[1], data[2], data[32], data[33]);
//= 0 0 1 31 33
__global__ void fold(volatile int *data) {
  int t = threadIdx.x;
  for (int k = 16; k > 0; k /= 2) data[t] += data[t ^ k];
}
for (int i = 0; i < 64; i++) data[i] = i;
fold<<<1, 32>>>(data);
cudaDeviceSynchronize();
printf("%d %d\n", data[0], data[31]);
//= 496 496
