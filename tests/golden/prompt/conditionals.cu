//# An `#if` is one cell to its `#endif`, whichever branch opens or closes the brackets.
#define FAST 1
#if FAST
int speed() {
#else
long speed() {
#endif
  return 3;
}
#ifdef MISSING
int never = no_such_thing;
#elif defined(FAST)
int taken = 5;
#endif
speed() + taken
//= (int) 8
