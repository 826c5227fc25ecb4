// A program that starts itself again by `argv[0]`: the child opens memory of the parent's and waits for an event that the parent has recorded behind a kernel.
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(call) if (cudaError_t error = (call)) { std::printf("%s: %s\n", #call, cudaGetErrorName(error)); std::exit(1); }
#define MUST(what) if (!(what)) { std::printf("line %d: %s\n", __LINE__, #what); std::exit(1); }

const int N = 3000;

__global__ void count(int *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < N) p[i] = i; }
__global__ void twice(int *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < N) p[i] *= 2; }

struct Told {
  cudaIpcMemHandle_t memory;
  cudaIpcEventHandle_t counted;
};

static int child(int file) {
  Told told;
  MUST(pread(file, &told, sizeof(told), 0) == sizeof(told));
  int *p;
  cudaEvent_t counted;
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaIpcOpenMemHandle((void **)&p, told.memory, cudaIpcMemLazyEnablePeerAccess));
  CHECK(cudaIpcOpenEventHandle(&counted, told.counted));
  CHECK(cudaStreamWaitEvent(stream, counted, 0));
  twice<<<(N + 127) / 128, 128, 0, stream>>>(p);
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaEventQuery(counted));
  int last;
  CHECK(cudaMemcpy(&last, p + N - 1, sizeof(int), cudaMemcpyDeviceToHost));
  MUST(last == 2 * (N - 1));
  cudaPointerAttributes facts;
  CHECK(cudaPointerGetAttributes(&facts, p));
  MUST(facts.type == cudaMemoryTypeDevice);
  CHECK(cudaIpcCloseMemHandle(p));
  MUST(cudaIpcCloseMemHandle(p) == cudaErrorInvalidValue);
  cudaGetLastError();
  CHECK(cudaEventDestroy(counted));
  return 7;
}

int main(int argc, char **argv) {
  if (argc == 2) return child(std::atoi(argv[1]));
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  MUST(device.ipcEventSupported);
  int *p;
  CHECK(cudaMalloc(&p, N * sizeof(int)));
  cudaEvent_t counted;
  CHECK(cudaEventCreateWithFlags(&counted, cudaEventDisableTiming | cudaEventInterprocess));
  Told told;
  CHECK(cudaIpcGetMemHandle(&told.memory, p));
  CHECK(cudaIpcGetEventHandle(&told.counted, counted));
  count<<<(N + 127) / 128, 128>>>(p);
  CHECK(cudaEventRecord(counted));
  int file = open("told", O_RDWR | O_CREAT | O_TRUNC, 0600);
  MUST(write(file, &told, sizeof(told)) == sizeof(told));
  char word[16];
  std::snprintf(word, sizeof(word), "%d", file);
  pid_t process = fork();
  if (process == 0) {
    char *arguments[] = {argv[0], word, nullptr};
    execvp(argv[0], arguments);
    _exit(127);
  }
  int status = 0;
  MUST(waitpid(process, &status, 0) == process);
  MUST(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  static int host[N];
  CHECK(cudaMemcpy(host, p, sizeof(host), cudaMemcpyDeviceToHost));
  for (int i = 0; i < N; ++i) MUST(host[i] == 2 * i);
  CHECK(cudaFree(p));
  return 0;
}
