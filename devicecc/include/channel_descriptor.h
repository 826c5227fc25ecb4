#pragma once
// Descriptions of the elements of arrays, under the name that programs include.

#include "cuda_runtime.h"
