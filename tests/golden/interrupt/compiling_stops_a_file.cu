//# Ctrl-C while a cell of a file is compiled stops the file, as it does while one runs.
1 + 1
//= (int) 2
%load cells.cu
//! interrupt compilation after 500 ms
//? error: cell 4 (cells.cu:6) was interrupted while it was compiled; the session is as before
//? note: because of the interrupt 2 more inputs were not run
x
//= (int) 2
