// Conway's Game of Life on a torus, one thread per cell.
// After M. Gardner, "Mathematical Games", Scientific American, October 1970: an R-pentomino, a glider and a blinker.
#include <cstdio>
#include <utility>
#include <vector>

#include "cuda_check.h"

const int WIDTH = 100, HEIGHT = 76, GENERATIONS = 200;

__host__ __device__ unsigned char next(const unsigned char *cells, int x, int y) {
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy)
        neighbours += cells[(y + dy + HEIGHT) % HEIGHT * WIDTH + (x + dx + WIDTH) % WIDTH];
  return neighbours == 3 || (neighbours == 2 && cells[y * WIDTH + x]);
}

__global__ void life(const unsigned char *cells, unsigned char *result, unsigned *alive) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  bool inside = x < WIDTH && y < HEIGHT;
  unsigned char cell = 0;
  if (inside)
    result[y * WIDTH + x] = cell = next(cells, x, y);
  // The whole block counts at once, threads outside included.
  unsigned count = __syncthreads_count(cell);
  if (threadIdx.x == 0 && threadIdx.y == 0)
    atomicAdd(alive, count);
}

int main() {
  std::vector<unsigned char> cells(WIDTH * HEIGHT), expected, buffer(WIDTH * HEIGHT);
  const std::pair<int, int> pattern[] = {{51, 30}, {52, 30}, {50, 31}, {51, 31}, {51, 32},                      // R-pentomino
                                         {11, 10}, {12, 11}, {10, 12}, {11, 12}, {12, 12}, {80, 60}, {81, 60}, {82, 60}};
  for (auto [x, y] : pattern)
    cells[y * WIDTH + x] = 1;
  expected = cells;

  unsigned char *current, *following;
  unsigned *alive;
  CHECK(cudaMalloc(&current, cells.size()));
  CHECK(cudaMalloc(&following, cells.size()));
  CHECK(cudaMallocManaged(&alive, sizeof(unsigned)));
  CHECK(cudaMemcpy(current, cells.data(), cells.size(), cudaMemcpyHostToDevice));
  dim3 block(32, 8), grid((WIDTH + 31) / 32, (HEIGHT + 7) / 8);
  for (int generation = 0; generation < GENERATIONS; ++generation) {
    CHECK(cudaMemset(alive, 0, sizeof(unsigned)));
    life<<<grid, block>>>(current, following, alive);
    std::swap(current, following);
  }
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(cells.data(), current, cells.size(), cudaMemcpyDeviceToHost));
  unsigned counted = *alive;
  CHECK(cudaFree(current));
  CHECK(cudaFree(following));
  CHECK(cudaFree(alive));

  for (int generation = 0; generation < GENERATIONS; ++generation) {
    for (int y = 0; y < HEIGHT; ++y)
      for (int x = 0; x < WIDTH; ++x)
        buffer[y * WIDTH + x] = next(expected.data(), x, y);
    std::swap(expected, buffer);
  }
  unsigned living = 0;
  for (unsigned char cell : expected)
    living += cell;
  if (cells != expected || counted != living || living < 50) {
    std::printf("FAIL game_of_life: %u cells live, not %u\n", counted, living);
    return 1;
  }
  std::printf("PASS game_of_life generations=%d alive=%u\n", GENERATIONS, living);
  return 0;
}
