//# A variable that was taken back and is defined again with the same text begins with its initial value.
int x = 5;
x = 7;
%undo 2
//? note: cells 1 to 2 are taken back: `x`, `x = 7;`
int x = 5;
x
//= (int) 5
