//# A line of only `;;` submits an incomplete cell at once.
int z = (1 +
;;
int z = 4;
z
