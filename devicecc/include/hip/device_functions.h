// Device functions of HIP.
#pragma once

#include "hip_runtime.h"
