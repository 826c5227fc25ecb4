//# A new cell that includes an edited header gets the new text, which may define anew what the older one did, whatever guards it.
#include <cstdlib>
system("echo 'int f() { return 1; }' > plain.h")
//= (int) 0
system("printf '#ifndef G\\n#define G\\nint g() { return 1; }\\n#endif\\n' > guarded.h")
//= (int) 0
system("printf '#pragma once\\nint h() { return 1; }\\n' > once.h")
//= (int) 0
#include "plain.h"
#include "guarded.h"
#include "once.h"
int all() { return 100 * f() + 10 * g() + h(); }
all()
//= (int) 111
system("sed -i 's/return 1/return 22 - 20/' plain.h guarded.h once.h")
//= (int) 0
#include "plain.h"
#include "guarded.h"
#include "once.h"
all()
//= (int) 222
foo;
//? cell 15:1:1: error: use of undeclared identifier 'foo'
//?     1 | foo;
//?       | ^~~
f()
//= (int) 2
all()
//= (int) 222
%undo 6
//? note: cells 11 to 16 are taken back: `#include "plain.h"`, `#include "guarded.h"`, `#include "once.h"`
f()
//= (int) 1
