// The runtime API with its C interface. The executor implements every function declared here.
// It is read each time that it is included, for a C++ file has the guards from there on.
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__

#include "chevron/qualifiers.h"

#include "chevron/logs.h"
#include "chevron/runtime_batches.h"
#include "chevron/runtime_graphs.h"
#include "chevron/runtime_libraries.h"
#include "chevron/runtime_memory.h"
#include "chevron/runtime_streams.h"
#include "chevron/texture_objects.h"
