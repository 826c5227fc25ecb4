// Descriptions of of elements of arrayspragma once

#include "cuda_runtime.h"
