// A program of five files: evaluates the polynomial of its first argument at the others, in a kernel, and compares with the host.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define POINTS 8
static int calls = 100; // each file has one of its own

extern "C" int read_numbers(const char *text, double *into, int room); // numbers.c
extern "C" int calls_of_reader(void);
void evaluate(const double *coefficients, int degree, const double *at, double *values, int points); // kernels.cu
int kernel_calls();
double on_host(const std::vector<double> &coefficients, double at); // host.cpp

static void twice() { calls += 2; }

int main(int count, char **arguments) {
  if (count != 4) return 1;
  double coefficients[POINTS], at[POINTS], values[POINTS];
  int terms = read_numbers(arguments[1], coefficients, POINTS);
  if (terms != 3 || coefficients[1] != -1) return 2;
  int points = count - 2;
  for (int i = 0; i < points; ++i) at[i] = std::atof(arguments[i + 2]);
  evaluate(coefficients, terms - 1, at, values, points);
  for (int i = 0; i < points; ++i)
    if (std::fabs(values[i] - on_host({coefficients, coefficients + terms}, at[i])) > 1e-12) return 3;
  if (values[0] != 193 || values[1] != 4) return 4;
  twice();
  if (calls != 102 || kernel_calls() != 12 || calls_of_reader() != 1) return 5;
  std::printf("%g %g\n", values[0], values[1]);
  return 0;
}
