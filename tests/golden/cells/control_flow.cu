//# Control flow of C++ at top level: switch, range-for, do, ranges of locals in blocks that shadow globals.
int x = 3; int last = 0;
switch (x) { case 1: last = 10; break; case 3: last = 30; break; default: last = -1; }
last
//= (int) 30
{ int x = 100; last += x; }
last + x
//= (int) 133
for (int v : {1, 2, 3}) last += v;
last
//= (int) 136
do { --last; } while (last % 10);
last
//= (int) 130
if (int found = last / 2; found > 50) { last = found; } else { last = 0; }
last
//= (int) 65
for (int i = 0, j = 10; i < j; ++i, --j) last += i * j;
last
//= (int) 135
