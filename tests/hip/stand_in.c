// A stand-in for AMD's HIP runtime (libamdhip64): it writes down each call that it gets. It has memory and streams, and kernels do nothing.
//
// Environment variables:
//   HIP_STAND_IN_TRACE     the file that gets a line a call: the calling thread's current device, the function, what matters of its arguments
//   HIP_STAND_IN_DEVICES   how many devices there are (1)
//   HIP_STAND_IN_ARCH      their architecture (gfx942:sramecc+:xnack-)
//   HIP_STAND_IN_VERSION   what hipRuntimeGetVersion gives (70100000)
//   HIP_STAND_IN_FAIL      FUNCTION=CODE: this function fails with that code, and does nothing
//   HIP_STAND_IN_FAIL_FROM the number of its call, from 1, from which on it fails (1)
//   HIP_STAND_IN_ONCE      a file that is made when it fails; while it is there nothing fails
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int hipError_t;
typedef void *handle;

enum { INVALID_VALUE = 1, NO_DEVICE = 100, INVALID_DEVICE = 101, INVALID_IMAGE = 200, INVALID_HANDLE = 400 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int current;

// Numbers in place of addresses, so that every run writes the same.
static unsigned long modules, functions, streams, events;

static const char *variable(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value && *value ? value : otherwise;
}

static int devices(void) { return atoi(variable("HIP_STAND_IN_DEVICES", "1")); }

static void write_down(const char *format, va_list arguments) {
  char line[512];
  int length = snprintf(line, sizeof line, "device %d: ", current);
  length += vsnprintf(line + length, sizeof line - length - 1, format, arguments);
  line[length++] = '\n';
  int file = open(variable("HIP_STAND_IN_TRACE", "/dev/null"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0 || write(file, line, length) != length)
    abort();
  close(file);
}

// The code that the function is to fail with; 0: it is not.
static hipError_t failing(const char *function) {
  static unsigned long calls;
  const char *fail = variable("HIP_STAND_IN_FAIL", ""), *once = variable("HIP_STAND_IN_ONCE", "");
  size_t length = strlen(function);
  if (strncmp(fail, function, length) || fail[length] != '=')
    return 0;
  if (++calls < strtoul(variable("HIP_STAND_IN_FAIL_FROM", "1"), NULL, 10))
    return 0;
  if (*once) {
    int file = open(once, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
      return 0;
    close(file);
  }
  return atoi(fail + length + 1);
}

static hipError_t called(const char *function, const char *format, ...) {
  va_list arguments;
  pthread_mutex_lock(&lock);
  hipError_t code = failing(function);
  va_start(arguments, format);
  char with_name[256];
  snprintf(with_name, sizeof with_name, "%s %s%s", function, format, code ? " fails" : "");
  write_down(with_name, arguments);
  va_end(arguments);
  pthread_mutex_unlock(&lock);
  return code;
}

#define CALLED(...)                                                                                                                                  \
  do {                                                                                                                                               \
    hipError_t code = called(__func__, __VA_ARGS__);                                                                                                  \
    if (code)                                                                                                                                        \
      return code;                                                                                                                                   \
  } while (0)

hipError_t hipInit(unsigned flags) {
  CALLED("%u", flags);
  return devices() ? 0 : NO_DEVICE;
}

hipError_t hipRuntimeGetVersion(int *version) {
  *version = atoi(variable("HIP_STAND_IN_VERSION", "70100000"));
  return 0;
}

hipError_t hipGetDeviceCount(int *count) {
  CALLED("");
  *count = devices();
  return *count ? 0 : NO_DEVICE;
}

hipError_t hipDeviceGetName(char *name, int length, int device) {
  CALLED("%d", device);
  snprintf(name, length, "Stand-in");
  return 0;
}

hipError_t hipDeviceGetPCIBusId(char *id, int length, int device) {
  CALLED("%d", device);
  snprintf(id, length, "0000:%02X:00.0", device + 1);
  return 0;
}

hipError_t hipDeviceTotalMem(size_t *bytes, int device) {
  CALLED("%d", device);
  *bytes = (size_t)64 << 30;
  return 0;
}

hipError_t hipDeviceGetAttribute(int *value, int attribute, int device) {
  CALLED("%d %d", attribute, device);
  switch (attribute) {
  case 23: *value = 9; break;                            // major version
  case 61: *value = 4; break;                            // minor version
  case 26: case 27: case 28: case 56: *value = 1024; break; // extents of a block, and its threads
  case 29: *value = 0x7fffffff; break;                   // extents of a grid
  case 30: case 31: *value = 65536; break;
  case 57: *value = 2048; break;                         // threads of a compute unit
  case 63: *value = 4; break;                            // compute units
  case 71: case 74: *value = 65536; break;               // registers and LDS of a block
  case 87: *value = 64; break;                           // lanes of a wavefront
  default: *value = 0;
  }
  return 0;
}

// Where the architecture's name lies in the layouts of ROCm 5, and of 6 and 7.
#ifdef ROCM_5
enum { NAME_AT = 396 };
hipError_t hipGetDeviceProperties(char *properties, int device) {
#else
enum { NAME_AT = 1160 };
hipError_t hipGetDevicePropertiesR0600(char *properties, int device) {
#endif
  CALLED("%d", device);
  strcpy(properties, "Stand-in");
  strcpy(properties + NAME_AT, variable("HIP_STAND_IN_ARCH", "gfx942:sramecc+:xnack-"));
  return 0;
}

hipError_t hipDeviceGetP2PAttribute(int *value, int attribute, int from, int to) {
  CALLED("%d %d %d", attribute, from, to);
  *value = attribute == 1;
  return 0;
}

hipError_t hipSetDevice(int device) {
  CALLED("%d", device);
  if (device < 0 || device >= devices())
    return INVALID_DEVICE;
  current = device;
  return 0;
}

hipError_t hipGetDevice(int *device) {
  CALLED("");
  *device = current;
  return 0;
}

hipError_t hipDeviceSynchronize(void) {
  CALLED("");
  return 0;
}

#ifndef ROCM_5
hipError_t hipDeviceSetLimit(unsigned limit, size_t value) {
  CALLED("%u %zu", limit, value);
  return 0;
}
#endif

hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags) {
  CALLED("%d %u", peer, flags);
  return 0;
}

hipError_t hipDeviceDisablePeerAccess(int peer) {
  CALLED("%d", peer);
  return 0;
}

hipError_t hipMemGetInfo(size_t *free_bytes, size_t *total) {
  CALLED("");
  *free_bytes = (size_t)63 << 30;
  *total = (size_t)64 << 30;
  return 0;
}

static hipError_t allocate(void **memory, size_t bytes) {
  *memory = aligned_alloc(256, (bytes + 255) / 256 * 256);
  return *memory ? 0 : 2;
}

hipError_t hipMalloc(void **memory, size_t bytes) {
  CALLED("%zu", bytes);
  return allocate(memory, bytes);
}

hipError_t hipMallocManaged(void **memory, size_t bytes, unsigned flags) {
  CALLED("%zu %u", bytes, flags);
  return allocate(memory, bytes);
}

hipError_t hipHostMalloc(void **memory, size_t bytes, unsigned flags) {
  CALLED("%zu %#x", bytes, flags);
  return allocate(memory, bytes);
}

hipError_t hipFree(void *memory) {
  CALLED("");
  free(memory);
  return 0;
}

hipError_t hipHostFree(void *memory) {
  CALLED("");
  free(memory);
  return 0;
}

hipError_t hipHostRegister(void *memory, size_t bytes, unsigned flags) {
  CALLED("%zu %#x", bytes, flags);
  return memory ? 0 : INVALID_VALUE;
}

hipError_t hipHostUnregister(void *memory) {
  CALLED("");
  return memory ? 0 : INVALID_VALUE;
}

hipError_t hipHostGetDevicePointer(void **reached, void *memory, unsigned flags) {
  CALLED("%u", flags);
  *reached = memory;
  return 0;
}

hipError_t hipMemcpyAsync(void *to, const void *from, size_t bytes, int kind, handle stream) {
  CALLED("%zu %d stream %lu", bytes, kind, (unsigned long)stream);
  memmove(to, from, bytes);
  return 0;
}

hipError_t hipMemcpy2DAsync(char *to, size_t to_pitch, const char *from, size_t from_pitch, size_t width, size_t height, int kind, handle stream) {
  CALLED("%zu x %zu %d stream %lu", width, height, kind, (unsigned long)stream);
  for (size_t row = 0; row < height; row++)
    memmove(to + row * to_pitch, from + row * from_pitch, width);
  return 0;
}

hipError_t hipMemsetD8Async(uint8_t *to, uint8_t value, size_t count, handle stream) {
  CALLED("%zu stream %lu", count, (unsigned long)stream);
  memset(to, value, count);
  return 0;
}

hipError_t hipMemsetD16Async(uint16_t *to, uint16_t value, size_t count, handle stream) {
  CALLED("%zu stream %lu", count, (unsigned long)stream);
  for (size_t at = 0; at < count; at++)
    to[at] = value;
  return 0;
}

hipError_t hipMemsetD32Async(uint32_t *to, int value, size_t count, handle stream) {
  CALLED("%zu stream %lu", count, (unsigned long)stream);
  for (size_t at = 0; at < count; at++)
    to[at] = (uint32_t)value;
  return 0;
}

hipError_t hipMemset2DAsync(char *to, size_t pitch, int value, size_t width, size_t height, handle stream) {
  CALLED("%zu x %zu stream %lu", width, height, (unsigned long)stream);
  for (size_t row = 0; row < height; row++)
    memset(to + row * pitch, value, width);
  return 0;
}

hipError_t hipStreamCreateWithPriority(handle *stream, unsigned flags, int priority) {
  CALLED("%u %d", flags, priority);
  *stream = (handle)++streams;
  return 0;
}

hipError_t hipStreamDestroy(handle stream) {
  CALLED("stream %lu", (unsigned long)stream);
  return stream ? 0 : INVALID_HANDLE;
}

hipError_t hipStreamQuery(handle stream) {
  CALLED("stream %lu", (unsigned long)stream);
  return 0;
}

hipError_t hipStreamSynchronize(handle stream) {
  CALLED("stream %lu", (unsigned long)stream);
  return 0;
}

hipError_t hipStreamWaitEvent(handle stream, handle event, unsigned flags) {
  CALLED("stream %lu event %lu %u", (unsigned long)stream, (unsigned long)event, flags);
  return 0;
}

struct callback {
  void (*function)(handle, hipError_t, void *);
  handle stream;
  void *data;
};

static void *call_back(void *argument) {
  struct callback *callback = argument;
  callback->function(callback->stream, 0, callback->data);
  free(callback);
  return NULL;
}

hipError_t hipStreamAddCallback(handle stream, void (*function)(handle, hipError_t, void *), void *data, unsigned flags) {
  CALLED("stream %lu %u", (unsigned long)stream, flags);
  struct callback *callback = malloc(sizeof *callback);
  *callback = (struct callback){function, stream, data};
  pthread_t thread;
  if (pthread_create(&thread, NULL, call_back, callback))
    abort();
  pthread_detach(thread);
  return 0;
}

hipError_t hipEventCreateWithFlags(handle *event, unsigned flags) {
  CALLED("%u", flags);
  *event = (handle)++events;
  return 0;
}

hipError_t hipEventDestroy(handle event) {
  CALLED("event %lu", (unsigned long)event);
  return event ? 0 : INVALID_HANDLE;
}

hipError_t hipEventRecord(handle event, handle stream) {
  CALLED("event %lu stream %lu", (unsigned long)event, (unsigned long)stream);
  return 0;
}

hipError_t hipEventQuery(handle event) {
  CALLED("event %lu", (unsigned long)event);
  return 0;
}

hipError_t hipEventSynchronize(handle event) {
  CALLED("event %lu", (unsigned long)event);
  return 0;
}

hipError_t hipEventElapsedTime(float *milliseconds, handle start, handle end) {
  CALLED("events %lu %lu", (unsigned long)start, (unsigned long)end);
  *milliseconds = 1;
  return 0;
}

hipError_t hipModuleLoadData(handle *module, const unsigned char *image) {
  // ELF, of an AMD GPU (224), for HSA (64); the version stands behind.
  int good = !memcmp(image, "\x7f" "ELF", 4) && image[18] == 224 && image[7] == 64;
  CALLED("module %lu of ABI version %d", modules + 1, good ? image[8] : -1);
  if (!good)
    return INVALID_IMAGE;
  *module = (handle)++modules;
  return 0;
}

hipError_t hipModuleUnload(handle module) {
  CALLED("module %lu", (unsigned long)module);
  return module ? 0 : INVALID_HANDLE;
}

hipError_t hipModuleGetFunction(handle *function, handle module, const char *name) {
  CALLED("function %lu of module %lu: %s", functions + 1, (unsigned long)module, name);
  *function = (handle)++functions;
  return 0;
}

hipError_t hipModuleGetGlobal(void **address, size_t *bytes, handle module, const char *name) {
  CALLED("module %lu: %s", (unsigned long)module, name);
  *bytes = 64;
  return allocate(address, *bytes);
}

hipError_t hipFuncGetAttribute(int *value, int attribute, handle function) {
  CALLED("%d function %lu", attribute, (unsigned long)function);
  *value = attribute == 0 ? 1024 : attribute == 4 ? 8 : 0;
  return 0;
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, handle function, int threads, size_t bytes) {
  CALLED("function %lu %d %zu", (unsigned long)function, threads, bytes);
  *blocks = 2048 / threads;
  return 0;
}

hipError_t hipModuleLaunchKernel(handle function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                 handle stream, void **arguments, void **extra) {
  (void)arguments;
  CALLED("function %lu (%u,%u,%u) (%u,%u,%u) %u stream %lu", (unsigned long)function, gx, gy, gz, bx, by, bz, shared, (unsigned long)stream);
  return extra ? INVALID_VALUE : 0;
}

#ifndef ROCM_5
hipError_t hipModuleLaunchCooperativeKernel(handle function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                                            unsigned shared, handle stream, void **arguments) {
  (void)arguments;
  CALLED("function %lu (%u,%u,%u) (%u,%u,%u) %u stream %lu", (unsigned long)function, gx, gy, gz, bx, by, bz, shared, (unsigned long)stream);
  return 0;
}
#endif

const char *hipGetErrorName(hipError_t code) {
  switch (code) {
  case 2: return "hipErrorOutOfMemory";
  case NO_DEVICE: return "hipErrorNoDevice";
  case INVALID_DEVICE: return "hipErrorInvalidDevice";
  case INVALID_IMAGE: return "hipErrorInvalidImage";
  case 209: return "hipErrorNoBinaryForGpu";
  case 719: return "hipErrorLaunchFailure";
  case 801: return "hipErrorNotSupported";
  default: return "hipErrorUnknown";
  }
}
