// Functions that are libm's on the CPU device, with operands inside their domains: name, lower and upper bound. Included several
// times. The single precision Bessel functions are the double ones, rounded: better than libm's own.
#ifndef BESSEL
#define BESSEL LIBRARY1
#endif
LIBRARY1(acos, -1, 1) LIBRARY1(acosh, 1, 100) LIBRARY1(asin, -1, 1) LIBRARY1(asinh, -100, 100) LIBRARY1(atan, -10, 10)
LIBRARY1(atanh, -0.99, 0.99) LIBRARY1(cbrt, -1000, 1000) LIBRARY1(ceil, -10, 10) LIBRARY1(cos, -100, 100)
LIBRARY1(cosh, -20, 20) LIBRARY1(erf, -3, 3) LIBRARY1(erfc, -3, 10) LIBRARY1(exp, -80, 80) LIBRARY1(exp10, -30, 30)
LIBRARY1(exp2, -100, 100) LIBRARY1(expm1, -5, 5) LIBRARY1(fabs, -5, 5) LIBRARY1(floor, -10, 10) LIBRARY1(lgamma, -4.9, 30)
LIBRARY1(log, 1e-6, 100) LIBRARY1(log10, 1e-6, 100) LIBRARY1(log1p, -0.9, 100) LIBRARY1(log2, 1e-6, 100)
LIBRARY1(logb, 1e-6, 1e6) LIBRARY1(nearbyint, -10, 10) LIBRARY1(rint, -10, 10) LIBRARY1(round, -10, 10) LIBRARY1(sin, -100, 100)
LIBRARY1(sinh, -20, 20) LIBRARY1(sqrt, 0, 100) LIBRARY1(tan, -10, 10) LIBRARY1(tanh, -5, 5) LIBRARY1(tgamma, 0.1, 20)
LIBRARY1(trunc, -10, 10) BESSEL(j0, -20, 20) BESSEL(j1, -20, 20) BESSEL(y0, 0.1, 20) BESSEL(y1, 0.1, 20)
LIBRARY2(atan2, -5, 5) LIBRARY2(copysign, -5, 5) LIBRARY2(fdim, -5, 5) LIBRARY2(fmax, -5, 5) LIBRARY2(fmin, -5, 5)
LIBRARY2(fmod, -50, 50) LIBRARY2(hypot, -5, 5) LIBRARY2(nextafter, -5, 5) LIBRARY2(pow, 0.1, 10) LIBRARY2(remainder, -50, 50)
#undef BESSEL
