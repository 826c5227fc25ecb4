#include <math.h>
#include <stdlib.h>
static int umin(int new) { return new < 5 ? new : 5; }
int from_c(int class) { int *held = malloc(sizeof *held); *held = umin(class) + (int)sqrt(9.0); int all = *held; free(held); return all; }
