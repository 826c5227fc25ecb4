// HIP's error type with HIP's own names. Its numbers are those of CUDA's runtime API, so a conversion is a cast; it is a type of its
// own so that values show HIP names.
#pragma once

#include <cuda_runtime.h>

#include <cstring>
#include <type_traits>

// name, number
#define __CHV_HIP_ERRORS(ERROR)                                                                                        \
  ERROR(InvalidValue, 1)                                                                                               \
  ERROR(OutOfMemory, 2)                                                                                                \
  ERROR(NotInitialized, 3)                                                                                             \
  ERROR(Deinitialized, 4)                                                                                              \
  ERROR(ProfilerDisabled, 5)                                                                                           \
  ERROR(ProfilerNotInitialized, 6)                                                                                     \
  ERROR(ProfilerAlreadyStarted, 7)                                                                                     \
  ERROR(ProfilerAlreadyStopped, 8)                                                                                     \
  ERROR(InvalidConfiguration, 9)                                                                                       \
  ERROR(InvalidPitchValue, 12)                                                                                         \
  ERROR(InvalidSymbol, 13)                                                                                             \
  ERROR(InvalidDevicePointer, 17)                                                                                      \
  ERROR(InvalidMemcpyDirection, 21)                                                                                    \
  ERROR(InsufficientDriver, 35)                                                                                        \
  ERROR(MissingConfiguration, 52)                                                                                      \
  ERROR(PriorLaunchFailure, 53)                                                                                        \
  ERROR(InvalidDeviceFunction, 98)                                                                                     \
  ERROR(NoDevice, 100)                                                                                                 \
  ERROR(InvalidDevice, 101)                                                                                            \
  ERROR(InvalidImage, 200)                                                                                             \
  ERROR(InvalidContext, 201)                                                                                           \
  ERROR(ContextAlreadyCurrent, 202)                                                                                    \
  ERROR(MapFailed, 205)                                                                                                \
  ERROR(UnmapFailed, 206)                                                                                              \
  ERROR(ArrayIsMapped, 207)                                                                                            \
  ERROR(AlreadyMapped, 208)                                                                                            \
  ERROR(NoBinaryForGpu, 209)                                                                                           \
  ERROR(AlreadyAcquired, 210)                                                                                          \
  ERROR(NotMapped, 211)                                                                                                \
  ERROR(NotMappedAsArray, 212)                                                                                         \
  ERROR(NotMappedAsPointer, 213)                                                                                       \
  ERROR(ECCNotCorrectable, 214)                                                                                        \
  ERROR(UnsupportedLimit, 215)                                                                                         \
  ERROR(ContextAlreadyInUse, 216)                                                                                      \
  ERROR(PeerAccessUnsupported, 217)                                                                                    \
  ERROR(InvalidKernelFile, 218)                                                                                        \
  ERROR(InvalidGraphicsContext, 219)                                                                                   \
  ERROR(InvalidSource, 300)                                                                                            \
  ERROR(FileNotFound, 301)                                                                                             \
  ERROR(SharedObjectSymbolNotFound, 302)                                                                               \
  ERROR(SharedObjectInitFailed, 303)                                                                                   \
  ERROR(OperatingSystem, 304)                                                                                          \
  ERROR(InvalidHandle, 400)                                                                                            \
  ERROR(IllegalState, 401)                                                                                             \
  ERROR(NotFound, 500)                                                                                                 \
  ERROR(NotReady, 600)                                                                                                 \
  ERROR(IllegalAddress, 700)                                                                                           \
  ERROR(LaunchOutOfResources, 701)                                                                                     \
  ERROR(LaunchTimeOut, 702)                                                                                            \
  ERROR(PeerAccessAlreadyEnabled, 704)                                                                                 \
  ERROR(PeerAccessNotEnabled, 705)                                                                                     \
  ERROR(SetOnActiveProcess, 708)                                                                                       \
  ERROR(ContextIsDestroyed, 709)                                                                                       \
  ERROR(Assert, 710)                                                                                                   \
  ERROR(HostMemoryAlreadyRegistered, 712) \
  ERROR(HostMemoryNotRegistered, 713)                                                                                  \
  ERROR(LaunchFailure, 719)                                                                                            \
  ERROR(CooperativeLaunchTooLarge, 720)                                                                                \
  ERROR(NotSupported, 801)                                                                                             \
  ERROR(StreamCaptureUnsupported, 900)                                                                                 \
  ERROR(StreamCaptureInvalidated, 901)                                                                                 \
  ERROR(StreamCaptureMerge, 902)                                                                                       \
  ERROR(StreamCaptureUnmatched, 903)                                                                                   \
  ERROR(StreamCaptureUnjoined, 904)                                                                                    \
  ERROR(StreamCaptureIsolation, 905)                                                                                   \
  ERROR(StreamCaptureImplicit, 906)                                                                                    \
  ERROR(CapturedEvent, 907)                                                                                            \
  ERROR(StreamCaptureWrongThread, 908)                                                                                 \
  ERROR(GraphExecUpdateFailure, 910)                                                                                   \
  ERROR(Unknown, 999)                                                                                                  \
  ERROR(RuntimeMemory, 1052)                                                                                           \
  ERROR(RuntimeOther, 1053)

#define __CHV_ENUMERATOR(name, number) hipError##name = number,
typedef enum hipError_t {
  hipSuccess = 0,
  __CHV_HIP_ERRORS(__CHV_ENUMERATOR) hipErrorTbd,
  // Older names of the same errors.
  hipErrorMemoryAllocation = hipErrorOutOfMemory,
  hipErrorInitializationError = hipErrorNotInitialized,
  hipErrorInvalidResourceHandle = hipErrorInvalidHandle,
  hipErrorMapBufferObjectFailed = hipErrorMapFailed
} hipError_t;
#undef __CHV_ENUMERATOR

inline const char *hipGetErrorName(hipError_t __error) {
  switch (__error) {
    case hipSuccess: return "hipSuccess";
#define __CHV_NAME_OF(name, number) \
  case hipError##name: return "hipError" #name;
      __CHV_HIP_ERRORS(__CHV_NAME_OF)
#undef __CHV_NAME_OF
    default: return "hipErrorUnknown";
  }
}
inline const char *hipGetErrorString(hipError_t __error) {
  switch (__error) {
    case hipErrorRuntimeMemory: return "runtime memory call returned error";
    case hipErrorRuntimeOther: return "runtime call other than memory returned error";
    default: return cudaGetErrorString((cudaError_t)__error);
  }
}
#undef __CHV_HIP_ERRORS
// Of a number that is no error's, both are null.
inline hipError_t hipDrvGetErrorName(hipError_t __error, const char **__name) {
  if (!__name) return hipErrorInvalidValue;
  const char *__found = hipGetErrorName(__error);
  const bool __known = __error == hipErrorUnknown || std::strcmp(__found, "hipErrorUnknown");
  return *__name = __known ? __found : nullptr, __known ? hipSuccess : hipErrorInvalidValue;
}
inline hipError_t hipDrvGetErrorString(hipError_t __error, const char **__text) {
  const char *__name;
  if (!__text) return hipErrorInvalidValue;
  const hipError_t __known = hipDrvGetErrorName(__error, &__name);
  return *__text = __known == hipSuccess ? hipGetErrorString(__error) : nullptr, __known;
}

// Shown by the prompt under its name; the numbers reach beyond those of which the prompt finds enumerators by itself.
namespace chevron {
namespace values {
class Output;
}
}  // namespace chevron
template <class __Out> std::enable_if_t<std::is_same<__Out, chevron::values::Output>::value> show(__Out &__out, const hipError_t &__error) {
  __out.text(hipGetErrorName(__error));
}

inline hipError_t hipGetLastError() { return (hipError_t)cudaGetLastError(); }
inline hipError_t hipExtGetLastError() { return (hipError_t)cudaGetLastError(); }
inline hipError_t hipPeekAtLastError() { return (hipError_t)cudaPeekAtLastError(); }

// A function that differs from CUDA's in name and error type only.
#define __CHV_HIP(name, parameters, arguments) \
  inline hipError_t hip##name parameters { return (hipError_t)cuda##name arguments; }
