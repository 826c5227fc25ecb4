// Textures and surfaces are not in Chevron yet: their functions say so where used.
#pragma once

#include "hip_runtime.h"
