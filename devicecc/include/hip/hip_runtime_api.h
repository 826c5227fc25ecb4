// HIP's runtime API: Chevron's one runtime under HIP's names. CUDA and HIP code can stand in one session, on any device.
#pragma once

#ifndef __HIPCC__
#define __HIPCC__ 1
#endif
#ifndef __HIP__
#define __HIP__ 1
#endif
// HIP programs expect one platform macro. This one promises least: masks of 64 bits, no CUDA headers.
#if !defined(__HIP_PLATFORM_AMD__) && !defined(__HIP_PLATFORM_NVIDIA__)
#define __HIP_PLATFORM_AMD__ 1
// Programs for both ask for nvcc to find out which they are read for.
#undef __NVCC__
#endif
#if defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
#define __HIP_DEVICE_COMPILE__ 1
#endif
#ifndef __AMDGCN_WAVEFRONT_SIZE
#define __AMDGCN_WAVEFRONT_SIZE __CHEVRON_WARP_SIZE__
#endif

#include "../chevron/hip_absent.h"
#include "../chevron/hip_arrays.h"
#include "../chevron/hip_contexts.h"
#include "../chevron/hip_textures.h"
#include "../chevron/hip_device.h"
#include "../chevron/hip_driver_arrays.h"
#include "../chevron/hip_driver_graphs.h"
#include "../chevron/hip_driver_textures.h"
#include "../chevron/hip_entry_points.h"
#include "../chevron/hip_graphs.h"
#include "../chevron/hip_launches.h"
#include "../chevron/hip_legacy_launch.h"
#include "../chevron/hip_libraries.h"
#include "../chevron/hip_links.h"
#include "../chevron/hip_memory.h"
#include "../chevron/hip_modules.h"
#include "../chevron/hip_pointers.h"
#include "../chevron/hip_several_devices.h"
#include "../chevron/hip_sharing.h"
#include "../chevron/hip_streams.h"
#include "../chevron/hip_values.h"
#include "../chevron/hip_virtual_memory.h"
