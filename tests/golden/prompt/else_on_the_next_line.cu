//# From a pipe, `else` on the next line belongs to the `if`, also behind a comment; another statement does not.
int x = 0;
if (x)
  x = 1;
else
  x = 2;
x
//= (int) 2
if (x == 5) x = 6;
// otherwise
else x = 7;
x
//= (int) 7
if (x == 7) x = 8;
x = x + 10;
x
//= (int) 18
