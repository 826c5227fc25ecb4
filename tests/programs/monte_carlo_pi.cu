// Pi by throwing darts, with cuRAND's device API.
// After N. Metropolis and S. Ulam, "The Monte Carlo Method", 1949, as in the cuRAND guide's example of the device API.
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>

#include "cuda_check.h"

const int THREADS = 64, BLOCKS = 16, SAMPLES = 1000;

template <class State> __global__ void setup(State *states, unsigned long long seed) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  // Each thread gets the same seed, a different sequence number, no offset.
  curand_init(seed, id, 0, &states[id]);
}

template <class State> __global__ void throw_darts(State *states, unsigned long long *inside) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  State state = states[id];
  unsigned count = 0;
  for (int i = 0; i < SAMPLES; ++i) {
    float x = curand_uniform(&state), y = curand_uniform(&state);
    count += x * x + y * y <= 1.0f;
  }
  states[id] = state;
  atomicAdd(inside, static_cast<unsigned long long>(count));
}

// How many darts hit in two rounds, the second of which goes on where the first ended.
template <class State> void play(unsigned long long seed, unsigned long long hits[2]) {
  State *states;
  unsigned long long *inside;
  CHECK(cudaMalloc(&states, THREADS * BLOCKS * sizeof(State)));
  CHECK(cudaMalloc(&inside, sizeof(unsigned long long)));
  setup<<<BLOCKS, THREADS>>>(states, seed);
  for (int round = 0; round < 2; ++round) {
    CHECK(cudaMemset(inside, 0, sizeof(unsigned long long)));
    throw_darts<<<BLOCKS, THREADS>>>(states, inside);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&hits[round], inside, sizeof(unsigned long long), cudaMemcpyDeviceToHost));
  }
  CHECK(cudaFree(states));
  CHECK(cudaFree(inside));
}

template <class State> bool check(const char *name) {
  const double darts = static_cast<double>(THREADS) * BLOCKS * SAMPLES;
  unsigned long long first[2], again[2], other[2];
  play<State>(1234, first);
  play<State>(1234, again);
  play<State>(4321, other);
  double pi = 4 * (first[0] + first[1]) / (2 * darts);
  // Two million darts have a standard deviation of 0.0012.
  bool good = std::fabs(pi - 3.14159265358979) < 0.005;
  bool repeats = first[0] == again[0] && first[1] == again[1];
  bool differs = first[0] != first[1] && first[0] != other[0];
  if (!good || !repeats || !differs)
    std::printf("FAIL monte_carlo_pi: %s gives %.4f%s%s\n", name, pi, repeats ? "" : ", another value the second time",
                differs ? "" : ", the same numbers for another seed or round");
  return good && repeats && differs;
}

int main() {
  if (!check<curandStateXORWOW_t>("XORWOW") || !check<curandStatePhilox4_32_10_t>("Philox"))
    return 1;
  std::printf("PASS monte_carlo_pi\n");
  return 0;
}
