// What graphs cost: recording, instantiating, launching and updating graphs of kernels. Prints a name and microseconds a line.
// `cuda_graphs.py` runs it with Chevron and as nvcc's program, in turns; needs a GPU.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

__global__ void step(float *p, float by) {
  if (threadIdx.x == 0 && by < 0)
    p[blockIdx.x] += by;
}

constexpr int rounds = 31;

template <class F> double microseconds(F what) {
  auto start = std::chrono::steady_clock::now();
  what();
  std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
  return took.count();
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

static cudaGraph_t record(cudaStream_t stream, float *p, int nodes, float by) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < nodes; ++i)
    step<<<1, 32, 0, stream>>>(p, by);
  cudaStreamEndCapture(stream, &graph);
  return graph;
}

static void measure(cudaStream_t stream, float *p, int nodes) {
  std::vector<double> recording, instantiating, submitting, running, updating;
  for (int round = 0; round < rounds; ++round) {
    cudaGraph_t graph, other;
    cudaGraphExec_t executable;
    recording.push_back(microseconds([&] { graph = record(stream, p, nodes, 1); }) / nodes);
    instantiating.push_back(microseconds([&] { cudaGraphInstantiate(&executable, graph, 0); }));
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    submitting.push_back(microseconds([&] { cudaGraphLaunch(executable, stream); }));
    cudaStreamSynchronize(stream);
    running.push_back(microseconds([&] {
      cudaGraphLaunch(executable, stream);
      cudaStreamSynchronize(stream);
    }));
    other = record(stream, p, nodes, 2);
    updating.push_back(microseconds([&] {
      cudaGraphExecUpdateResultInfo info;
      if (cudaGraphExecUpdate(executable, other, &info) != cudaSuccess)
        printf("error: the graph was not updated\n");
      cudaGraphLaunch(executable, stream); // an update may be brought to the device only now
    }));
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(other);
    cudaGraphDestroy(graph);
  }
  printf("record %d, a node: %.3f\n", nodes, median(recording));
  printf("instantiate %d: %.1f\n", nodes, median(instantiating));
  printf("submit %d: %.2f\n", nodes, median(submitting));
  printf("run %d: %.1f\n", nodes, median(running));
  printf("update and submit %d: %.1f\n", nodes, median(updating));
}

int main() {
  float *p;
  cudaStream_t stream;
  cudaMalloc(&p, 4096);
  cudaStreamCreate(&stream);
  step<<<1, 32, 0, stream>>>(p, 1);
  cudaStreamSynchronize(stream);
  for (int nodes : {100, 1000, 10000})
    measure(stream, p, nodes);
  if (cudaError_t error = cudaGetLastError())
    printf("error: %s\n", cudaGetErrorString(error));
}
