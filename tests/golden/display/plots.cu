//# Plots of ranges, arrays, host and device memory, as text in a pipe.
#include <vector>
#include <chevron/display.h>
std::vector<float> ramp(30); for (int i = 0; i < 30; ++i) ramp[i] = i * i;
chevron::plot(ramp).title("squares").x_label("i").y_label("i * i")
//=                                      squares
//=      i * i
//=     │                                                                     ⢀⡠⠊
//= 800 ┤                                                                   ⢀⠔⠁
//=     │                                                                 ⡠⠊⠁
//=     │                                                              ⣀⠔⠉
//= 600 ┤                                                           ⢀⠤⠊
//=     │                                                        ⢀⡠⠒⠁
//=     │                                                     ⢀⡠⠒⠁
//=     │                                                   ⣀⠔⠊
//= 400 ┤                                               ⢀⡠⠔⠉
//=     │                                            ⣀⠤⠒⠁
//=     │                                        ⣀⠤⠒⠉
//= 200 ┤                                   ⢀⣀⠤⠒⠉
//=     │                              ⢀⣀⠤⠔⠊⠁
//=     │                         ⣀⡠⠤⠒⠊⠁
//=     │                 ⢀⣀⠤⠤⠒⠒⠉⠉
//=   0 ┤⣀⣀⣀⣀⣀⣀⡠⠤⠤⠤⠤⠔⠒⠒⠊⠉⠉⠁
//=     └┬───────────┬───────────┬────────────┬───────────┬───────────┬──────────
//=      0           5          10           15          20          25
//=                                         i
double wave[3][2] = {{0, 1}, {2, 3}, {4, 5}};
chevron::heat_map(wave)
//=   ░░
//= ░░▒▒
//= ▓▓██
//= ' ' 0   '█' 5   (2 columns, 3 rows)
int steps[] = {1, 3, 2, 5, 4}, at[] = {0, 10, 20, 30, 40};
chevron::plot(at, steps, "a").scatter(at, ramp.data(), 5).title("two") // neither form: a range beside a pointer
//? In file included from cell 2:1:
//? In file included from /chevron/include/chevron/display.h:313:
//? /chevron/include/chevron/plot.h:306:19: error: static assertion failed due to requirement 'sizeof(float *) == 0': a series is (values), (places, values), (pointer, count) or (pointer, pointer, count) with numbers, then a label
//?   306 |     static_assert(sizeof(__A) == 0, "a series is (values), (places, values), (pointer, count) or (pointer, pointer, count) with numbers, then a label");
//?       |                   ^~~~~~~~~~~~~~~~
//? cell 8:1:31: note: in instantiation of function template specialization 'chevron::Plot::scatter<int[5], float *, int>' requested here
//?     1 | chevron::plot(at, steps, "a").scatter(at, ramp.data(), 5).title("two") // neither form: a range beside a pointer
//?       |                               ^
chevron::plot(at, steps, "a").scatter(at, steps, "b").title("two")
//=                                      two
//=    • ao��V   × b���V
//= 5 ┤                                                     ×
//=   │
//=   │
//=   │                                                                       ×
//= 4 ┤
//=   │
//=   │
//=   │                 ×
//= 3 ┤
//=   │
//=   │
//= 2 ┤                                   ×
//=   │
//=   │
//=   │
//= 1 ┤×
//=   └┬─────────────────┬─────────────────┬────────────────┬─────────────────┬
//=    0                10                20               30                40
chevron::histogram(ramp, 4)
//= 15 ┤██████████████████
//=    │██████████████████
//=    │██████████████████
//=    │██████████████████
//=    │██████████████████
//= 10 ┤██████████████████
//=    │██████████████████
//=    │██████████████████
//=    │██████████████████
//=    │██████████████████▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃
//=  5 ┤████████████████████████████████████▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃
//=    │██████████████████████████████████████████████████████▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂
//=    │████████████████████████████████████████████████████████████████████████
//=    │████████████████████████████████████████████████████████████████████████
//=    │████████████████████████████████████████████████████████████████████████
//=  0 ┤████████████████████████████████████████████████████████████████████████
//=    └┬────────────────┬────────────────┬────────────────┬────────────────┬───
//=     0               200              400              600              800
__global__ void fill(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i % 10; }
float *data; cudaMalloc(&data, 100 * sizeof(float)); fill<<<4, 32>>>(data, 100);
chevron::line(data, 100)
//=   │      ⣸      ⢸⡀     ⢀⡇      ⡇      ⣼      ⢸      ⢰⡇      ⡇      ⣾      ⡸
//=   │      ⣿      ⡎⡇     ⡸⡇     ⢸⡇     ⢀⢿      ⣿      ⡜⡇     ⢸⡇     ⢰⢹      ⡇
//= 8 ┤     ⢸⢸     ⢠⠃⡇     ⡇⡇     ⡎⢸     ⢸⢸     ⢰⢹     ⢀⠇⡇     ⡇⡇     ⡜⢸     ⢸
//=   │     ⡎⢸     ⡸ ⡇    ⢸ ⡇    ⢠⠃⢸     ⡇⢸     ⡜⠈⡆    ⢸ ⡇    ⢰⠁⡇    ⢀⠇⢸     ⡎
//=   │    ⢠⠃⢸    ⢀⠇ ⡇    ⡎ ⡇    ⡸ ⢸    ⢰⠁⢸    ⢠⠇ ⡇    ⡇ ⡇    ⡼ ⢱    ⢸ ⢸    ⢠⠃
//= 6 ┤    ⡜ ⠘⡄   ⢸  ⡇   ⢠⠃ ⡇    ⡇ ⢸    ⡎ ⢸    ⡸  ⡇   ⢰⠁ ⡇   ⢀⠇ ⢸    ⡇ ⢸    ⡜
//=   │   ⢀⠇  ⡇   ⡇  ⡇   ⡸  ⢇   ⢸  ⢸   ⢠⠃ ⢸    ⡇  ⡇   ⡜  ⡇   ⢸  ⢸   ⢰⠁ ⢸   ⢀⠇
//=   │   ⢸   ⡇  ⢰⠁  ⡇  ⢀⠇  ⢸   ⡎  ⢸   ⡸  ⢸   ⢸   ⡇  ⢠⠃  ⡇   ⡇  ⢸   ⡜  ⢸   ⢸
//= 4 ┤   ⡇   ⡇  ⡜   ⡇  ⢸   ⢸  ⢠⠃  ⢸   ⡇   ⡇  ⡎   ⡇  ⡸   ⡇  ⢰⠁  ⢸  ⢀⠇  ⢸   ⡇
//=   │  ⢰⠁   ⡇ ⢀⡇   ⡇  ⡇   ⢸  ⡸   ⢸  ⢸    ⡇ ⢠⠃   ⡇  ⡇   ⢱  ⡜   ⢸  ⣸   ⢸  ⢰⠁
//=   │  ⡜    ⡇ ⢸    ⡇ ⢰⠁   ⢸ ⢀⠇   ⢸  ⡇    ⡇ ⡸    ⡇ ⢸    ⢸ ⢠⠃   ⢸  ⡇   ⠘⡄ ⡜
//=   │ ⢀⠇    ⡇ ⡇    ⢇ ⡜    ⢸ ⢸    ⢸ ⢰⠁    ⡇ ⡇    ⡇ ⡎    ⢸ ⡸    ⢸ ⢸     ⡇⢀⠇
//= 2 ┤ ⡸     ⡇⢰⠁    ⢸⢀⠇    ⢸ ⡇    ⠸⡀⡜     ⡇⢸     ⡇⢠⠃    ⢸ ⡇    ⢸ ⡎     ⡇⡸
//=   │ ⡇     ⡇⡜     ⢸⢸     ⢸⢰⠁     ⣇⠇     ⡇⡇     ⡇⡸     ⢸⢸     ⢸⢠⠃     ⡇⡇
//=   │⢸      ⣧⠃     ⢸⡇     ⢸⡜      ⣿      ⣷⠁     ⢸⠇     ⢸⡎     ⢸⡸      ⣿
//= 0 ┤⡎      ⡿      ⢸⠁     ⢸⠇      ⡇      ⡟      ⢸      ⢸⠃     ⠈⡇      ⡏
//=   └┬─────────────┬──────────────┬─────────────┬─────────────┬──────────────
//=    0            20             40            60            80
__device__ int counts[4]; __global__ void count() { counts[threadIdx.x] = 10 - threadIdx.x; } count<<<1, 4>>>();
chevron::plot(counts)
//= 10 ┤⠉⠒⠤⣀
//=    │    ⠉⠑⠢⢄⣀
//=    │         ⠉⠒⠤⣀⡀
//=    │             ⠈⠑⠢⠤⣀
//=    │                  ⠉⠒⠤⢄⡀
//=  9 ┤                      ⠈⠑⠒⠤⣀
//=    │                           ⠉⠒⠢⢄⡀
//=    │                               ⠈⠉⠒⠤⣀
//=    │                                    ⠉⠒⠤⣀⡀
//=    │                                        ⠈⠑⠢⢄⣀
//=  8 ┤                                             ⠉⠒⠤⢄⡀
//=    │                                                 ⠈⠑⠢⠤⣀
//=    │                                                      ⠉⠒⠢⢄⡀
//=    │                                                          ⠈⠑⠒⠤⣀
//=    │                                                               ⠉⠑⠢⢄⡀
//=  7 ┤                                                                   ⠈⠉⠒⠤⣀
//=    └┬───────────┬───────────┬───────────┬──────────┬───────────┬───────────┬
//=     0          0.5         1.0         1.5        2.0         2.5        3.0
