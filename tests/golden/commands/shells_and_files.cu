//# `!` runs a line of a shell, `%%bash` a script up to a blank line, `%%file` writes a text.
!echo hello from a shell
//= hello from a shell
!false
//? note: `false` ended with status 1
%%bash
echo "it's"
for i in 1 2; do
  echo $i
done

//= it's
//= 1
//= 2
%%bash
exit 3

//? error: the script ended with status 3
%%bash --out files
mkdir sub; touch "sub/a.cu" 'sub/b.cu'
ls sub

files
//= (std::string) "a.cu\nb.cu\n"
%%bash --out never
exit 4

//? error: cell 3: uncaught exception `std::runtime_error`: the script ended with status 4
%%bash --out
ls

//? error: usage: `%%bash [--out NAME], and the script on the lines below`
%%file generated.h
#pragma once
inline int generated() { return 9; }

//? note: `generated.h` is written: 2 lines
#include "generated.h"
generated()
//= (int) 9
%%file generated.h
inline int generated() { return 10; }

//? note: `generated.h` is written over: 1 line
!done
//? cell 6:1:2: error: use of undeclared identifier 'done'
//?     1 | !done
//?       |  ^~~~
bool done = false;
!done
//= (bool) true
%%file
%bash
//? error: usage: `%%file NAME, and the text on the lines below`
