//# A header with assembler of its own at top level once crashed the compiler.
//@ flags = ["-I."]
#include "assembler.h"
from_header
//= (int) 7
