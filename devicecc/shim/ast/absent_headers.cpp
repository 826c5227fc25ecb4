#include "ast/absent_headers.h"

namespace chv {

namespace {

enum class Advice { Toolkit, None, Samples, OpenMP };

// A name that ends with `/` stands for all below it, one that ends with `*` for all that begin so.
struct Absent {
  llvm::StringLiteral Name, What;
  Advice Then;
};

constexpr Absent Known[] = {
    {"thrust/", "Thrust", Advice::Toolkit},
    {"cub/", "CUB", Advice::Toolkit},
    {"cuda/", "libcu++", Advice::Toolkit},
    {"nv/", "libcu++", Advice::Toolkit},
    {"cublas*", "cuBLAS", Advice::Toolkit},
    {"nvblas.h", "cuBLAS", Advice::Toolkit},
    {"cufft*", "cuFFT", Advice::Toolkit},
    {"cusparse*", "cuSPARSE", Advice::Toolkit},
    {"cusolver*", "cuSOLVER", Advice::Toolkit},
    {"curand*", "this part of cuRAND", Advice::Toolkit},
    {"cutensor*", "cuTENSOR", Advice::Toolkit},
    {"cudnn*", "cuDNN", Advice::Toolkit},
    {"cufile.h", "cuFile", Advice::Toolkit},
    {"npp*", "NPP", Advice::Toolkit},
    {"nvjpeg*", "nvJPEG", Advice::Toolkit},
    {"nvml.h", "NVML", Advice::Toolkit},
    {"nvrtc*", "NVRTC", Advice::Toolkit},
    {"nvJitLink.h", "nvJitLink", Advice::Toolkit},
    {"nvPTXCompiler.h", "NVIDIA's PTX compiler", Advice::Toolkit},
    {"nvfatbin.h", "nvFatbin", Advice::Toolkit},
    {"nvvm.h", "libNVVM", Advice::Toolkit},
    {"nccl*", "NCCL", Advice::Toolkit},
    {"cupti*", "CUPTI", Advice::Toolkit},
    {"nvperf*", "CUPTI", Advice::Toolkit},
    {"cuda_fp4*", "FP4 arithmetic", Advice::Toolkit},
    {"cuda_fp6*", "FP6 arithmetic", Advice::Toolkit},
    {"cuda_tf32.h", "TF32 arithmetic", Advice::Toolkit},
    {"cuda_pipeline*", "asynchronous copies with pipelines", Advice::Toolkit},
    {"cuda_awbarrier*", "asynchronous barriers", Advice::Toolkit},
    {"cuda_gl_interop.h", "sharing with OpenGL", Advice::Toolkit},
    {"cuda_egl_interop.h", "sharing with EGL", Advice::Toolkit},
    {"cuda_vdpau_interop.h", "sharing with VDPAU", Advice::Toolkit},
    {"cudaGL*", "sharing with OpenGL", Advice::Toolkit},
    {"cudaEGL*", "sharing with EGL", Advice::Toolkit},
    {"cudaVDPAU*", "sharing with VDPAU", Advice::Toolkit},
    {"cudaTypedefs.h", "the driver API", Advice::Toolkit},
    {"cuda_occupancy.h", "NVIDIA's stand-alone occupancy calculator", Advice::Toolkit},
    {"cuda_tile.h", "CUDA Tile", Advice::Toolkit},
    {"cute/", "CUTLASS", Advice::None},
    {"cutlass/", "CUTLASS", Advice::None},
    {"hipcub/", "hipCUB", Advice::None},
    {"rocprim/", "rocPRIM", Advice::None},
    {"rocthrust/", "rocThrust", Advice::None},
    {"rocblas*", "rocBLAS", Advice::None},
    {"hipblas*", "hipBLAS", Advice::None},
    {"rocfft*", "rocFFT", Advice::None},
    {"hipfft*", "hipFFT", Advice::None},
    {"rocsparse*", "rocSPARSE", Advice::None},
    {"hipsparse*", "hipSPARSE", Advice::None},
    {"rocsolver*", "rocSOLVER", Advice::None},
    {"hipsolver*", "hipSOLVER", Advice::None},
    {"rocrand*", "rocRAND", Advice::None},
    {"hiprand*", "this part of hipRAND", Advice::None},
    {"rocwmma/", "rocWMMA", Advice::None},
    {"miopen/", "MIOpen", Advice::None},
    {"rccl*", "RCCL", Advice::None},
    {"rocm_smi/", "ROCm SMI", Advice::None},
    {"hip/", "this part of HIP", Advice::None},
    {"omp.h", "", Advice::OpenMP},
    {"helper_*", "", Advice::Samples},
    {"drvapi_error_string.h", "", Advice::Samples},
    {"nvrtc_helper.h", "", Advice::Samples},
};

bool covers(llvm::StringRef Pattern, llvm::StringRef Name) {
  if (Pattern.ends_with("/"))
    return Name.starts_with(Pattern);
  return Pattern.consume_back("*") ? Name.starts_with(Pattern) : Name == Pattern;
}

} // namespace

std::string aboutAbsentHeader(llvm::StringRef Name) {
  // `nvrtc_helper.h` is NVIDIA's samples', `nvrtc.h` is not: the longest pattern counts.
  const Absent *Best = nullptr;
  for (const Absent &It : Known)
    if (covers(It.Name, Name) && (!Best || It.Name.size() > Best->Name.size()))
      Best = &It;
  if (!Best)
    return "";
  std::string Words = "`" + Name.str() + "` is not there: ";
  switch (Best->Then) {
  case Advice::Samples:
    return Words + "if it is the one of NVIDIA's samples, give the directory where it is with `-I DIR` (`Common` of cuda-samples)";
  case Advice::Toolkit:
    return Words + Best->What.str() + " is not in Chevron yet; `--headers toolkit` reads the header of an installed CUDA toolkit, on an NVIDIA GPU";
  case Advice::OpenMP:
    return Words + "it is LLVM's own, and comes with its OpenMP library; install the package libomp-22-dev";
  case Advice::None:
    break;
  }
  return Words + Best->What.str() + " is not in Chevron yet";
}

} // namespace chv
