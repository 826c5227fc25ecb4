// Vector types with HIP's operators.
#pragma once

#include "../chevron/hip_vectors.h"
