// Types of HIP's runtime API.
#pragma once

#include "hip_runtime_api.h"
