//# After damage to the heap the cells that may have done it are named, and a checkpoint that has the damage is not gone back to twice.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <cstdlib>
#include <cstring>
char *row = (char *)malloc(4000);
int kept = 8;
memset(row - 8, 0x41, 8);
kept
//= (int) 8
free(row);
//? double free or corruption (out)
//? error: cell 7 ended the executor: killed by SIGABRT (abort: double free or corruption (out))
//?   at cell 7:1
//? note: the heap was damaged by this cell or an earlier one: cells 3 to 7 have run since it was last known to be sound
//? note: cell 7 is taken back: all variables are as they were before it
kept
//= (int) 8
free(row);
//? double free or corruption (out)
//? error: cell 8 ended the executor: killed by SIGABRT (abort: double free or corruption (out))
//?   at cell 8:1
//? note: the heap was damaged by this cell or an earlier one: cells 3 to 8 have run since it was last known to be sound
//? note: the checkpoint has the damage, too, so it is not gone back to again
//? note: a new executor runs with all definitions; the values of these variables are lost: `row`, `kept`
kept
//= (int) 8
free(nullptr);
