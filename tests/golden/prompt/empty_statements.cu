//# Semicolons alone are no cell: they take no number, and `%undo` does not count them.
int a = 1;
;;
int b = 2;
;
// note
; ; // note
%undo
//? note: cell 2 is taken back: `b`
a
//= (int) 1
b
//? cell 3:1:1: error: use of undeclared identifier 'b'
//?     1 | b
//?       | ^
