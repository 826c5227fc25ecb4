//# The linker says what it does not take: code of GPUs on the CPU device, the same kernel twice, nothing at all, wrong arguments.
//@ devices = ["cpu"]
#include <cuda.h>
#include <nvrtc.h>
#include <string>
CUlinkState linking; cuLinkCreate(0, nullptr, nullptr, &linking);
char ptx[] = ".version 7.0\n.target sm_75\n.address_size 64\n"; cuLinkAddData(linking, CU_JIT_INPUT_PTX, ptx, sizeof(ptx), "a.ptx", 0, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_NO_BINARY_FOR_GPU
//? note: cell 5: a link did not take an image: it is PTX, code of NVIDIA GPUs, and this is the CPU device: only what NVRTC or hipRTC made in Chevron can be loaded
char archive[] = "!<arch>\n"; cuLinkAddData(linking, CU_JIT_INPUT_LIBRARY, archive, sizeof(archive), "a.a", 0, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_IMAGE
//? note: cell 6: a link did not take an image: it is not what NVRTC made in Chevron
cuLinkAddFile(linking, CU_JIT_INPUT_PTX, "no such file", 0, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_FILE_NOT_FOUND
void *image; size_t bytes; cuLinkComplete(linking, &image, &bytes)
//= (CUresult) CUDA_ERROR_INVALID_IMAGE
//? note: cell 8: a link has nothing to link
nvrtcProgram program; nvrtcCreateProgram(&program, "extern \"C\" __global__ void k(int *p) { *p = 3; }", "k.cu", 0, nullptr, nullptr); nvrtcCompileProgram(program, 0, nullptr);
nvrtcGetPTXSize(program, &bytes); std::string made(bytes, ' '); nvrtcGetPTX(program, made.data());
cuLinkAddData(linking, CU_JIT_INPUT_PTX, made.data(), bytes, nullptr, 0, nullptr, nullptr)
//= (CUresult) CUDA_SUCCESS
cuLinkAddData(linking, CU_JIT_INPUT_PTX, made.data(), bytes, nullptr, 0, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_IMAGE
//? note: cell 12: a link has `k` twice
cuLinkAddData(linking, CU_JIT_INPUT_NVVM, made.data(), bytes, nullptr, 0, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuLinkAddData(linking, (CUjitInputType)9, made.data(), bytes, nullptr, 0, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuLinkAddData(linking, CU_JIT_INPUT_PTX, nullptr, bytes, nullptr, 0, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuLinkAddData(linking, CU_JIT_INPUT_PTX, made.data(), bytes, nullptr, 1, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuLinkComplete(linking, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuLinkComplete(linking, &image, nullptr)
//= (CUresult) CUDA_SUCCESS
cuLinkAddData(linking, CU_JIT_INPUT_PTX, made.data(), bytes, nullptr, 0, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuLinkDestroy(linking)
//= (CUresult) CUDA_SUCCESS
cuLinkDestroy(linking)
//= (CUresult) CUDA_ERROR_INVALID_HANDLE
cuLinkComplete(linking, &image, &bytes)
//= (CUresult) CUDA_ERROR_INVALID_HANDLE
cuLinkCreate(0, nullptr, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
