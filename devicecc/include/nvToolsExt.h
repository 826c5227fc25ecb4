// NVTX under its older name.
#pragma once

#include "nvtx3/nvToolsExt.h"
