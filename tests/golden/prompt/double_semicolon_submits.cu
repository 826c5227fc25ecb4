//# A line of only `;;` submits an incomplete cell at once.
int z = (1 +
;;
//? note: lines 1-2 submitted as is, still waiting for `)`
//? cell 1:1:12: error: expected expression
//?     1 | int z = (1 +
//?       |            ^
//? cell 1:1:13: error: expected ';' after top level declarator
//?     1 | int z = (1 +
//?       |             ^
//?       |             ;
int z = 4;
z
//= (int) 4
