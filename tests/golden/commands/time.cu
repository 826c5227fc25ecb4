//# `%time` shows where a cell's time goes, and takes code, a whole cell, or all cells.
//@ flags = ["--no-cache"]
int x = 1;
%time x + 1
//= (int) 2
//= cell 2 … ms
//=   compile … ms
//=     parse, host … ms
//=     IR, host … ms
//=   host object … ms  compiled
//=   link … ms
//=   run … ms
//=   IPC … ms
%%time
for (int i = 0; i < 3; ++i)
  x += i;
//= cell 3 … ms
//=   compile … ms
//=     parse, host … ms
//=     IR, host … ms
//=   host object … ms  compiled
//=   link … ms
//=   run … ms
//=   IPC … ms
%time on
x
//= (int) 4
//= cell 4 … ms
//=   compile … ms
//=     parse, host … ms
//=     IR, host … ms
//=   host object … ms  compiled
//=   link … ms
//=   run … ms
//=   IPC … ms
%time off
x
//= (int) 4
