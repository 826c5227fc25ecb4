//# A header with assembler of its own at top level is read, and what else it defines is there.
//@ flags = ["-I."]
#include "assembler.h"
from_header
//= (int) 7
