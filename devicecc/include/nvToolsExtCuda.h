// NVTX, under the name that older programs include.
#pragma once

#include "nvtx3/nvToolsExtCuda.h"
