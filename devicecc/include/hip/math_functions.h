// Mathematical functions in device code.
#pragma once

#include "hip_runtime.h"
