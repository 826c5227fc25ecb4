// C++ without CUDA.
#include <numeric>
#include <vector>

static double step(double sum, double next) { return sum + next; }

double on_host(const std::vector<double> &coefficients, double at) {
  std::vector<double> terms;
  double power = 1;
  for (double coefficient : coefficients) {
    terms.push_back(coefficient * power);
    power *= at;
  }
  return std::accumulate(terms.begin(), terms.end(), 0.0, step);
}
