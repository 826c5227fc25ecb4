//# What is no regular file is not included: reading it might never come to an end, and a cell is read more than once.
#include "/dev/zero"
//? cell 1:1:10: fatal error: cannot open file '/dev/zero': it is no regular file, so it cannot be read again
//?     1 | #include "/dev/zero"
//?       |          ^
int x = 1;
x
//= (int) 1
