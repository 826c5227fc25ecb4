//# Ctrl-C in a file of cells stops the file: the cells after the interrupted one are not run.
%load cells.cu
//! interrupt after 300 ms
//? error: cell 3 was interrupted; its state is kept
//? note: 2 inputs after the interrupted cell not run
x
//= (int) 2
