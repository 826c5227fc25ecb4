//# An unknown command is told with the one that is meant, and changes nothing.
%hlep
%frobnicate
%%who
int x = 1;
x
