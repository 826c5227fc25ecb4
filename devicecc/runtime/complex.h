// Complex multiplication and division of one precision, by C's rules for infinities and NaNs (C17 annex G.5.1). Included once a precision, with
// REAL its type, BITS the unsigned type of its size, FRACTION_BITS, BIAS, and the names of the two functions.

static REAL NAMED(absolute)(REAL x) { return __builtin_copysign(x, (REAL)1); }
static int NAMED(is_infinite)(REAL x) { return NAMED(absolute)(x) == (REAL)__builtin_inf(); }
static int NAMED(is_finite)(REAL x) { return NAMED(absolute)(x) < (REAL)__builtin_inf(); }
// 1 with the sign of an infinity, else 0 with the sign of x.
static REAL NAMED(boxed)(REAL x) { return __builtin_copysign((REAL)(NAMED(is_infinite)(x) ? 1 : 0), x); }
static REAL NAMED(zero_for_nan)(REAL x) { return x != x ? __builtin_copysign((REAL)0, x) : x; }

// The exponent of a number that is neither zero nor infinite.
static int NAMED(exponent_of)(REAL x) {
  BITS bits;
  int lift = 0;
  // A subnormal number has no exponent of its own.
  if (NAMED(absolute)(x) < NAMED(power)(1 - BIAS)) {
    x *= NAMED(power)(FRACTION_BITS + 1);
    lift = FRACTION_BITS + 1;
  }
  __builtin_memcpy(&bits, &x, sizeof bits);
  return (int)((bits << 1) >> (FRACTION_BITS + 1)) - BIAS - lift;
}

// In two steps, since the power itself may be out of range.
static REAL NAMED(scaled)(REAL x, int exponent) {
  int half = exponent / 2;
  return x * NAMED(power)(half) * NAMED(power)(exponent - half);
}

REAL _Complex MULTIPLY(REAL a, REAL b, REAL c, REAL d) {
  REAL ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  REAL real = ac - bd, imaginary = ad + bc;
  if (real == real || imaginary == imaginary)
    return __builtin_complex(real, imaginary);
  int again = 0;
  if (NAMED(is_infinite)(a) || NAMED(is_infinite)(b)) {
    a = NAMED(boxed)(a), b = NAMED(boxed)(b);
    c = NAMED(zero_for_nan)(c), d = NAMED(zero_for_nan)(d);
    again = 1;
  }
  if (NAMED(is_infinite)(c) || NAMED(is_infinite)(d)) {
    c = NAMED(boxed)(c), d = NAMED(boxed)(d);
    a = NAMED(zero_for_nan)(a), b = NAMED(zero_for_nan)(b);
    again = 1;
  }
  if (!again && (NAMED(is_infinite)(ac) || NAMED(is_infinite)(bd) || NAMED(is_infinite)(ad) || NAMED(is_infinite)(bc))) {
    a = NAMED(zero_for_nan)(a), b = NAMED(zero_for_nan)(b);
    c = NAMED(zero_for_nan)(c), d = NAMED(zero_for_nan)(d);
    again = 1;
  }
  if (again) {
    real = (REAL)__builtin_inf() * (a * c - b * d);
    imaginary = (REAL)__builtin_inf() * (a * d + b * c);
  }
  return __builtin_complex(real, imaginary);
}

REAL _Complex DIVIDE(REAL a, REAL b, REAL c, REAL d) {
  REAL larger = NAMED(absolute)(c) > NAMED(absolute)(d) ? NAMED(absolute)(c) : NAMED(absolute)(d);
  int exponent = 0;
  if (NAMED(is_finite)(larger) && larger != 0) {
    exponent = NAMED(exponent_of)(larger);
    c = NAMED(scaled)(c, -exponent), d = NAMED(scaled)(d, -exponent);
  }
  REAL square = c * c + d * d;
  REAL real = NAMED(scaled)((a * c + b * d) / square, -exponent);
  REAL imaginary = NAMED(scaled)((b * c - a * d) / square, -exponent);
  if (real == real || imaginary == imaginary)
    return __builtin_complex(real, imaginary);
  if (square == 0 && (a == a || b == b)) {
    real = __builtin_copysign((REAL)__builtin_inf(), c) * a;
    imaginary = __builtin_copysign((REAL)__builtin_inf(), c) * b;
  } else if ((NAMED(is_infinite)(a) || NAMED(is_infinite)(b)) && NAMED(is_finite)(c) && NAMED(is_finite)(d)) {
    a = NAMED(boxed)(a), b = NAMED(boxed)(b);
    real = (REAL)__builtin_inf() * (a * c + b * d);
    imaginary = (REAL)__builtin_inf() * (b * c - a * d);
  } else if (NAMED(is_infinite)(larger) && NAMED(is_finite)(a) && NAMED(is_finite)(b)) {
    c = NAMED(boxed)(c), d = NAMED(boxed)(d);
    real = 0 * (a * c + b * d);
    imaginary = 0 * (b * c - a * d);
  }
  return __builtin_complex(real, imaginary);
}

#undef REAL
#undef BITS
#undef FRACTION_BITS
#undef BIAS
#undef NAMED
#undef MULTIPLY
#undef DIVIDE
