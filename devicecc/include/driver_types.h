// Types of the runtime API under the name programs include.
// It is read each time that it is included, for a C++ file has the guard from there on.
#define __DRIVER_TYPES_H__

#include "chevron/runtime_graph_types.h"
#include "chevron/runtime_types.h"
