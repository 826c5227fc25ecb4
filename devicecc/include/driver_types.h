// Types of the runtime API under the name programs include.
#pragma once

#include "chevron/runtime_graph_types.h"
#include "chevron/runtime_types.h"
