// Mathematical constants.
#pragma once

#include "../math_constants.h"
