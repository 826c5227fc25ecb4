//# Constants with external linkage belong to all files of a program, though the file that defines them does not use them; each file's plain constants are its own.
%load reader.cu tables.cu limits.c
//= 32 5 3 48 0.5, own 1 and 2
//= (int) 0
//? note: each file is a unit of its own: declare here what you want to use of them, as another file would
