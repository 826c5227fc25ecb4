// What NVRTC's and hipRTC's functions are made of.
#pragma once

#include "qualifiers.h"

#include <cstddef>

// Compute capabilities that options may name: CUDA 13's.
#define __CHV_RTC_ARCHITECTURES 12
inline constexpr int __chv_rtc_architectures[__CHV_RTC_ARCHITECTURES] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};

// Each gives a number of `nvrtcResult`; `hiprtcResult` has the same.
extern "C" {
int __chv_rtc_create(void **__program, const char *__source, const char *__name, int __count, const char *const *__headers,
                     const char *const *__names);
int __chv_rtc_destroy(void **__program);
int __chv_rtc_compile(void *__program, int __count, const char *const *__options, int __hip);
int __chv_rtc_add_name(void *__program, const char *__name);
int __chv_rtc_lowered_name(void *__program, const char *__name, const char **__lowered);
int __chv_rtc_image_size(void *__program, size_t *__bytes);
int __chv_rtc_image(void *__program, char *__image);
int __chv_rtc_log_size(void *__program, size_t *__bytes);
int __chv_rtc_log(void *__program, char *__log);
}
