//# Ctrl-C in a file of cells stops the file: the cells after the interrupted one are not run.
%load cells.cu
//! interrupt after 300 ms
//? error: cell 3 (cells.cu:5) was interrupted; its state is kept
//? note: because of the interrupt 2 more inputs were not run
x
//= (int) 2
