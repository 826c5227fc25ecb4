// The runtime API with its C interface. The executor implements every function declared here.
#pragma once

#include "chevron/qualifiers.h"

#include "chevron/logs.h"
#include "chevron/runtime_batches.h"
#include "chevron/runtime_graphs.h"
#include "chevron/runtime_libraries.h"
#include "chevron/runtime_memory.h"
#include "chevron/runtime_streams.h"
#include "chevron/texture_objects.h"
