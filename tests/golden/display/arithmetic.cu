//# Integers of every width, at their limits, and floating point values with all their digits and special values.
(short) -7
//= (short) -7
255u
//= (unsigned int) 255
1l << 62
//= (long) 4611686018427387904
18446744073709551615ull
//= (unsigned long long) 18446744073709551615
(signed char) 65
//= (signed char) 65
(unsigned char) 200
//= (unsigned char) 200
(__int128) 1 << 100
//= (__int128) 1267650600228229401496703205376
0.1
//= (double) 0.1
0.1f
//= (float) 0.1f
1e100
//= (double) 1e+100
1.0 / 3
//= (double) 0.3333333333333333
100000000.0f
//= (float) 100000000.0f
-0.0
//= (double) -0.0
1.0 / 0.0
//= (double) inf
2.5L
//= (long double) 2.5L
