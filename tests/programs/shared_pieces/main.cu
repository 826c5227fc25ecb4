// Two processes with one piece of memory: its file descriptor goes over a socket, as programs with `cuMemExportToShareableHandle` pass it.
#include <cuda.h>

#include <cstdio>
#include <cstring>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const size_t GRAIN = 2 << 20;
static CUmemAllocationProp wanted;
static CUdeviceptr base;

__global__ void twice(int *p) { p[threadIdx.x] *= 2; }

static bool map(CUmemGenericAllocationHandle piece) {
  CUmemAccessDesc access = {wanted.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  return cuMemMap(base, GRAIN, 0, piece, 0) == CUDA_SUCCESS && cuMemSetAccess(base, GRAIN, &access, 1) == CUDA_SUCCESS;
}

struct Message {
  char room[CMSG_SPACE(sizeof(int))] = {}, byte = 1;
  iovec bytes = {&byte, 1};
  msghdr header = {};
  Message() { header.msg_iov = &bytes, header.msg_iovlen = 1, header.msg_control = room, header.msg_controllen = sizeof room; }
};

static int give(int socket, pid_t child) {
  CUmemGenericAllocationHandle piece;
  int file = -1, status = 1, found[4] = {};
  if (cuMemCreate(&piece, GRAIN, &wanted, 0) != CUDA_SUCCESS || !map(piece)) return 1;
  cuMemsetD32(base, 21, 4);
  cuCtxSynchronize();
  if (cuMemExportToShareableHandle(&file, piece, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0) != CUDA_SUCCESS) return 2;
  Message message;
  cmsghdr *part = CMSG_FIRSTHDR(&message.header);
  part->cmsg_level = SOL_SOCKET, part->cmsg_type = SCM_RIGHTS, part->cmsg_len = CMSG_LEN(sizeof file);
  std::memcpy(CMSG_DATA(part), &file, sizeof file);
  sendmsg(socket, &message.header, 0);
  waitpid(child, &status, 0);
  cuMemcpyDtoH(found, base, sizeof found);
  return status || found[0] != 42 || found[3] != 42 ? 3 : 0;
}

static int take(int socket) {
  Message message;
  int file = -1;
  recvmsg(socket, &message.header, 0);
  std::memcpy(&file, CMSG_DATA(CMSG_FIRSTHDR(&message.header)), sizeof file);
  CUmemGenericAllocationHandle piece;
  if (cuMemImportFromShareableHandle(&piece, (void *)(size_t)file, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) != CUDA_SUCCESS) return 4;
  close(file);
  if (!map(piece)) return 5;
  twice<<<1, 4>>>((int *)base);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 6;
}

int main() {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets)) return 7;
  pid_t child = fork();
  wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  if (cuMemAddressReserve(&base, GRAIN, 0, 0, 0) != CUDA_SUCCESS) return 8;
  if (child == 0) _exit(take(sockets[1]));
  int result = give(sockets[0], child);
  std::printf(result ? "failed: %d\n" : "both processes have the memory\n", result);
  return result;
}
