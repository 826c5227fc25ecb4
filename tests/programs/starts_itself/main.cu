// A program that starts itself again by `argv[0]`: the child opens memory of the parent's pool, sees who its parent is, and has the number that the parent
// knows it by.
#include <csignal>
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
  cudaMemPoolPtrExportData memory, of_another_pool;
};

static volatile sig_atomic_t signals = 0;

static void is_called(pid_t me) {
  MUST(getpid() == me);
  signal(SIGUSR1, [](int) { signals = signals + 1; });
  MUST(kill(getpid(), SIGUSR1) == 0);
  MUST(signals == 1);
  pid_t process = fork();
  if (process == 0) _exit(getppid() == me && getpid() != me ? 5 : 6);
  int status = 0;
  MUST(waitpid(process, &status, 0) == process);
  MUST(WIFEXITED(status) && WEXITSTATUS(status) == 5);
}

static int child(int pool_file, int data_file, pid_t parent, pid_t me) {
  is_called(me);
  Told told;
  cudaMemPool_t pool;
  cudaStream_t stream;
  void *p = nullptr;
  MUST(getppid() == parent);
  MUST(pread(data_file, &told, sizeof(told), 0) == sizeof(told));
  MUST(cudaMemPoolImportFromShareableHandle(&pool, (void *)(size_t)data_file, cudaMemHandleTypePosixFileDescriptor, 0) == cudaErrorInvalidValue);
  CHECK(cudaMemPoolImportFromShareableHandle(&pool, (void *)(size_t)pool_file, cudaMemHandleTypePosixFileDescriptor, 0));
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  cudaMemAccessFlags access;
  CHECK(cudaMemPoolGetAccess(&access, pool, &here));
  MUST(access == cudaMemAccessFlagsProtReadWrite);
  CHECK(cudaStreamCreate(&stream));
  MUST(cudaMallocFromPoolAsync(&p, 4, pool, stream) == cudaErrorInvalidValue);
  MUST(cudaMemPoolImportPointer(&p, pool, &told.of_another_pool) == cudaErrorInvalidValue);
  CHECK(cudaMemPoolImportPointer(&p, pool, &told.memory));
  twice<<<(N + 127) / 128, 128, 0, stream>>>((int *)p);
  CHECK(cudaFreeAsync(p, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaMemPoolDestroy(pool));
  return 7;
}

static cudaMemPool_t shared_pool() {
  cudaMemPoolProps wanted = {};
  wanted.allocType = cudaMemAllocationTypePinned;
  wanted.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  wanted.location = {cudaMemLocationTypeDevice, 0};
  cudaMemPool_t pool;
  CHECK(cudaMemPoolCreate(&pool, &wanted));
  return pool;
}

int main(int argc, char **argv) {
  if (argc == 5) return child(std::atoi(argv[1]), std::atoi(argv[2]), std::atoi(argv[3]), std::atoi(argv[4]));
  int types = 0, pool_file = -1;
  CHECK(cudaDeviceGetAttribute(&types, cudaDevAttrMemoryPoolSupportedHandleTypes, 0));
  MUST(types & cudaMemHandleTypePosixFileDescriptor);
  cudaMemPool_t pool = shared_pool(), other = shared_pool(), plain;
  int *p, *q, *unshared;
  Told told;
  CHECK(cudaMallocFromPoolAsync((void **)&p, N * sizeof(int), pool, nullptr));
  CHECK(cudaMallocFromPoolAsync((void **)&q, 4, other, nullptr));
  CHECK(cudaMallocAsync((void **)&unshared, 4, nullptr));
  count<<<(N + 127) / 128, 128>>>(p);
  CHECK(cudaMemPoolExportToShareableHandle(&pool_file, pool, cudaMemHandleTypePosixFileDescriptor, 0));
  CHECK(cudaDeviceGetDefaultMemPool(&plain, 0));
  MUST(cudaMemPoolExportToShareableHandle(&types, plain, cudaMemHandleTypePosixFileDescriptor, 0) == cudaErrorInvalidValue);
  MUST(cudaMemPoolImportFromShareableHandle(&plain, (void *)(size_t)pool_file, cudaMemHandleTypePosixFileDescriptor, 0) == cudaErrorInvalidValue);
  CHECK(cudaMemPoolExportPointer(&told.memory, p));
  CHECK(cudaMemPoolExportPointer(&told.of_another_pool, q));
  MUST(cudaMemPoolExportPointer(&told.of_another_pool, unshared) == cudaErrorInvalidValue);
  int data_file = open("told", O_RDWR | O_CREAT | O_TRUNC, 0600);
  MUST(write(data_file, &told, sizeof(told)) == sizeof(told));
  // The child has the files by the same numbers.
  MUST(fcntl(pool_file, F_SETFD, 0) == 0);
  char words[4][16];
  std::snprintf(words[0], 16, "%d", pool_file);
  std::snprintf(words[1], 16, "%d", data_file);
  std::snprintf(words[2], 16, "%d", (int)getpid());
  pid_t process = fork();
  if (process == 0) {
    std::snprintf(words[3], 16, "%d", (int)getpid());
    char *arguments[] = {argv[0], words[0], words[1], words[2], words[3], nullptr};
    execvp(argv[0], arguments);
    _exit(127);
  }
  int status = 0;
  MUST(waitpid(process, &status, 0) == process);
  MUST(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  static int host[N];
  CHECK(cudaMemcpy(host, p, sizeof(host), cudaMemcpyDeviceToHost));
  for (int i = 0; i < N; ++i) MUST(host[i] == 2 * i);
  CHECK(cudaFreeAsync(p, nullptr));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemPoolDestroy(pool));
  return 0;
}
