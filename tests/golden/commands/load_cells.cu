//# A file with `// %%` marks is loaded cell by cell, its commands run; one without marks and `main` is one cell.
%load session.cu
//= (int) 3
//= variables  first, second
//? session.cu:10:1: error: unknown type name 'bad'
//?    10 | bad bad bad
//?       | ^
//? session.cu:10:8: error: expected ';' after top level declarator
//?    10 | bad bad bad
//?       |        ^
//?       |        ;
second
//= (int) 2
%load plain.cu
function_of_file()
//= (int) 5
