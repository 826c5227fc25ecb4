//# `!` runs a line of a shell, `%%bash` a script up to a blank line, `%%file` writes a text.
!echo hello from a shell
!false
%%bash
echo "it's"
for i in 1 2; do
  echo $i
done

%%bash
exit 3

%%file generated.h
#pragma once
inline int generated() { return 9; }

#include "generated.h"
generated()
%%file generated.h
inline int generated() { return 10; }

!done
bool done = false;
!done
%%file
%bash
