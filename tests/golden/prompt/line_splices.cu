//# A backslash at the end of a line joins the next one, in macros and elsewhere.
#define ADD(a, b) \
  ((a) + \
   (b))
ADD(40, \
    2)
//= (int) 42
