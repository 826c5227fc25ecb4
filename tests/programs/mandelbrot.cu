// The Mandelbrot set, written as a PPM image: to the file given as argument, or `mandelbrot.ppm`.
// After B. Mandelbrot, "Fractal Aspects of the Iteration of z -> Lambda z(1-z)", 1980; the escape-time kernel is that of
// NVIDIA's CUDA sample `Mandelbrot`.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "cuda_check.h"

const int WIDTH = 321, HEIGHT = 241, ITERATIONS_MAX = 300;
// The picture: its middle row is the real axis.
const double LEFT = -2.2, BOTTOM = -1.2, STEP = 0.01;

__host__ __device__ int escape(double cx, double cy) {
  double x = 0, y = 0;
  int i = 0;
  while (i < ITERATIONS_MAX && x * x + y * y <= 4) {
    double t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
    ++i;
  }
  return i;
}

__global__ void mandelbrot(int *iterations, uchar3 *image) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= WIDTH || row >= HEIGHT)
    return;
  int i = escape(LEFT + column * STEP, BOTTOM + row * STEP);
  iterations[row * WIDTH + column] = i;
  unsigned char shade = i == ITERATIONS_MAX ? 0 : 255 - 255 * i / ITERATIONS_MAX;
  image[row * WIDTH + column] = make_uchar3(shade, shade, i == ITERATIONS_MAX ? 0 : 255);
}

int fail(const char *what) {
  std::printf("FAIL mandelbrot: %s\n", what);
  return 1;
}

int main(int argc, char **argv) {
  const char *path = argc > 1 ? argv[1] : "mandelbrot.ppm";
  const size_t pixels = WIDTH * HEIGHT;
  int *device_iterations;
  uchar3 *device_image;
  CHECK(cudaMalloc(&device_iterations, pixels * sizeof(int)));
  CHECK(cudaMalloc(&device_image, pixels * sizeof(uchar3)));
  dim3 block(16, 16), grid((WIDTH + 15) / 16, (HEIGHT + 15) / 16);
  mandelbrot<<<grid, block>>>(device_iterations, device_image);
  CHECK(cudaGetLastError());
  std::vector<int> iterations(pixels);
  std::vector<uchar3> image(pixels);
  CHECK(cudaMemcpy(iterations.data(), device_iterations, pixels * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(image.data(), device_image, pixels * sizeof(uchar3), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_iterations));
  CHECK(cudaFree(device_image));

  std::FILE *file = std::fopen(path, "wb");
  if (!file)
    return fail("cannot write the image");
  std::fprintf(file, "P6\n%d %d\n255\n", WIDTH, HEIGHT);
  std::fwrite(image.data(), sizeof(uchar3), pixels, file);
  long bytes = std::ftell(file);
  std::fclose(file);
  if (bytes != static_cast<long>(std::strlen("P6\n321 241\n255\n") + 3 * pixels))
    return fail("the image has the wrong size");

  // Points whose fate is known: 0 and -1 never escape, 0.5 + 1i does at once; the set is symmetric about the real axis.
  auto at = [&](double x, double y) {
    return iterations[std::lround((y - BOTTOM) / STEP) * WIDTH + std::lround((x - LEFT) / STEP)];
  };
  if (at(0, 0) != ITERATIONS_MAX || at(-1, 0) != ITERATIONS_MAX || at(-0.12, 0.74) != ITERATIONS_MAX)
    return fail("a point of the set escapes");
  if (at(0.5, 1) > 5 || at(1, 0) > 5 || at(-2.2, 0) > 2)
    return fail("a point outside stays");
  // Rounding (a fused multiply-add here, none there) moves a few pixels at the border, not more.
  size_t different = 0, inside = 0;
  for (int row = 0; row < HEIGHT; ++row) {
    for (int column = 0; column < WIDTH; ++column) {
      int found = iterations[row * WIDTH + column];
      different += found != escape(LEFT + column * STEP, BOTTOM + row * STEP);
      inside += found == ITERATIONS_MAX;
    }
  }
  // The area of the set is 1.50659; counting to 300 takes in a little more.
  double area = inside * STEP * STEP;
  if (different > pixels / 100 || area < 1.5 || area > 1.56)
    return fail("the picture differs from the host's");
  std::printf("PASS mandelbrot %dx%d area=%.2f\n", WIDTH, HEIGHT, area);
  return 0;
}
