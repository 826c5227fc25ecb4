// Headers of the standard library that are precompiled, once a machine, so that a cell which includes one pays nothing for reading it.
// No cell sees what they declare in `std` before it includes them: `withheld_names.h` of the shim.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

// These instantiate classes, `std::string` among them. What clang has found wrong with an instance, for a kernel that would use it, is no part of a
// precompiled header: the device's side reads them where they are included.
#ifndef __CUDA_ARCH__
#include <chrono>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#endif
