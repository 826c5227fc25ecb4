// A header of CUDA's that programs include by name.
#pragma once

#include "chevron/qualifiers.h"
