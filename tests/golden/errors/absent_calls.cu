//# An unused inline function may call what is not in Chevron; a call in code that runs is the error, at its line.
//@ devices = ["cpu"]
#include "library.h"
answer()
//= (int) 42
int value = 7;
deep(nullptr, 0)
//? In file included from cell 1:1:
//? ./library.h:9:56: error: `cudaImportExternalMemory` (external memory and semaphores) is not in Chevron yet
//?     9 | inline int deep(void **targets, size_t count) { return cudaImportExternalMemory(targets, count); }
//?       |                                                        ^
value
//= (int) 7
Program program;
//? In file included from cell 1:1:
//? ./library.h:11:15: error: `hiprtcGetBitcode` (hipRTC beyond programs, logs and code) is not in Chevron yet
//?    11 |   Program() { hiprtcGetBitcode(nullptr, nullptr); }
//?       |               ^
Volume<int> volume;
//? In file included from cell 1:1:
//? ./library.h:15:14: error: `hipTexRefSetArray` (texture references, which HIP has given up) is not in Chevron yet
//?    15 |   Volume() { hipTexRefSetArray(nullptr, nullptr); }
//?       |              ^
cudaDestroyExternalMemory(nullptr);
//? cell 5:1:1: error: `cudaDestroyExternalMemory` (external memory and semaphores) is not in Chevron yet
//?     1 | cudaDestroyExternalMemory(nullptr);
//?       | ^
int wrapped() {
  return cuModuleGetTexRef(0, 0, 0);
}
//? cell 5:2:10: error: use of undeclared identifier 'cuModuleGetTexRef'
//?     2 |   return cuModuleGetTexRef(0, 0, 0);
//?       |          ^~~~~~~~~~~~~~~~~
cudaBindTexture(0, 0, 0, 64);
//? cell 5:1:1: error: `cudaBindTexture` (CUDA 12 took it away: `cudaCreateTextureObject` is there) is not in Chevron yet
//?     1 | cudaBindTexture(0, 0, 0, 64);
//?       | ^
value = cudaGetExportTable(nullptr) + 1;
//? cell 5:1:9: error: `cudaGetExportTable` (notifications and logs of the driver) is not in Chevron yet
//?     1 | value = cudaGetExportTable(nullptr) + 1;
//?       |         ^
value = cudaGetExportTable(nullptr) + 1;
//? cell 5:1:9: error: `cudaGetExportTable` (notifications and logs of the driver) is not in Chevron yet
//?     1 | value = cudaGetExportTable(nullptr) + 1;
//?       |         ^
value
//= (int) 7
auto never = [](const char *path) { return sizeof(hipModuleLoad(nullptr, path)); };
answer()
//= (int) 42
