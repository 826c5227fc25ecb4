// Function, variable and parameter qualifiers of CUDA C++ and the macros by which programs recognise a CUDA compiler.
// `__CUDA_ARCH__` is not here: the command line of the device side defines it.
#pragma once

#define __host__ __attribute__((__host__))
#define __device__ __attribute__((__device__))
#define __global__ __attribute__((__global__))
#define __shared__ __attribute__((__shared__))
#define __constant__ __attribute__((__constant__))
// The annotation tells the shim that the variable's one storage is readable and writable from host code too.
#define __managed__ __device__ __attribute__((__annotate__("chevron.managed")))
// The address of such a parameter leads to the launch's own copy of it, which a tensor map has to be; without it clang makes a thread's own. Elsewhere nothing
// asks for more than the per-launch copies that parameters are.
#ifdef __NVPTX__
#define __grid_constant__ __attribute__((__grid_constant__))
#else
#define __grid_constant__
#endif
#define __launch_bounds__(...) __attribute__((__launch_bounds__(__VA_ARGS__)))
#define __maxnreg__(n)
// The shim reads it: clang's own attribute is of GPUs alone, and takes 15 blocks at most.
#ifdef __AMDGCN__
#define __cluster_dims__(...) __attribute__((__cluster_dims__(__VA_ARGS__)))
#elif defined(__CUDA_ARCH__) && defined(__NVPTX__) && __CUDA_ARCH__ < 900
#define __cluster_dims__(...) _Pragma("GCC error \"`__cluster_dims__` (thread block clusters) needs a GPU of compute capability 9.0\"")
#elif defined(__CUDA_ARCH__)
#define __cluster_dims__(...) __attribute__((__annotate__("chevron.cluster", __VA_ARGS__)))
#else
#define __cluster_dims__(...)
#endif
// An error where the attribute stands, not only where the kernel is launched.
#define __block_size__(...) _Pragma("GCC error \"`__block_size__` (a block's size that the kernel says) is not in Chevron yet\"")
#define __forceinline__ __inline__ __attribute__((__always_inline__))
// `__noinline__` is a keyword of clang's CUDA dialect; a macro of that name would break libstdc++'s own use of it.
#define __align__(n) __attribute__((__aligned__(n)))
#define __no_return__ __attribute__((__noreturn__))
#define __inline_hint__
#define __nv_pure__ __attribute__((__const__))
#define __builtin_align__(n) __align__(n)
#define __device_builtin__
#define __cudart_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDAAPI
#define CUDA_CB
#define CUDART_CB

#define __CHEVRON__ 1
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000
#define __CUDART_API_VERSION CUDART_VERSION
#define __CUDA_API_VER_MAJOR__ 13
#define __CUDA_API_VER_MINOR__ 0

// Set while device code is compiled for an NVIDIA GPU. Clang defines `__NVPTX__` for the other side too.
#if defined(__CUDA_ARCH__) && defined(__NVPTX__)
#define __CHV_NVPTX__ 1
#endif
// The same for an AMD GPU.
#if defined(__CUDA_ARCH__) && defined(__AMDGCN__)
#define __CHV_AMDGCN__ 1
#endif

// Set while device code is compiled for the CPU device.
#if defined(__CUDA_ARCH__) && !defined(__CHV_NVPTX__) && !defined(__CHV_AMDGCN__)
#define __CHV_CPU__ 1
#endif

// Lanes of a warp: a compile-time number for one session (`-D__CHEVRON_WARP_SIZE__=64` for AMD-like warps).
#ifndef __CHEVRON_WARP_SIZE__
#define __CHEVRON_WARP_SIZE__ 32
#endif

// Wrappers that must not stay in the code: calls of convergent primitives are numbered after they are inlined, so each
// source call gets its own site, and `nodebug` leaves the user's line on it.
#define __CHV_DEVICE static __inline__ __device__ __attribute__((__always_inline__, __nodebug__))
#define __CHV_BOTH static __inline__ __host__ __device__ __attribute__((__always_inline__, __nodebug__))
// Something CUDA has and Chevron does not: using it is an error that says so.
#define __CHV_ABSENT(what) __attribute__((__unavailable__(what " is not in Chevron yet")))
// The same of a function of the host's. Only a call in code that is generated is the error: headers hold inline functions that no one calls.
#define __CHV_ABSENT_CALL(what) __attribute__((__error__(what " is not in Chevron yet")))
