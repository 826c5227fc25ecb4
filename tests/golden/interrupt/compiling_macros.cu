//# A cell whose macros become more tokens than can be read is stopped.
int x = 1;
#define A0 +1
#define A1 A0 A0 A0 A0 A0 A0 A0 A0
#define A2 A1 A1 A1 A1 A1 A1 A1 A1
#define A3 A2 A2 A2 A2 A2 A2 A2 A2
#define A4 A3 A3 A3 A3 A3 A3 A3 A3
#define A5 A4 A4 A4 A4 A4 A4 A4 A4
#define A6 A5 A5 A5 A5 A5 A5 A5 A5
#define A7 A6 A6 A6 A6 A6 A6 A6 A6
#define A8 A7 A7 A7 A7 A7 A7 A7 A7
#define A9 A8 A8 A8 A8 A8 A8 A8 A8
long sum = 0 A9 A9;;
//! interrupt compilation after 200 ms
//? error: cell 12 was interrupted while it was compiled; the session is as before
long sum = 0 A2;
sum + x
//= (long) 65
