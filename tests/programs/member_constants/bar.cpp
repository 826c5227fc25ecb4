#include "bar.h"

const char Bar::done[9] = "========";
const double Bar::width = 100;
int Bar::shown = 1;
const int Bar::least;
const int *least() { return &Bar::least; }
