//# `%plot` and `%image` draw what an expression gives; their help has examples.
float ramp[8] = {0, 1, 2, 3, 4, 5, 6, 7};
%plot ramp
//=   │                                                                   ⢀⣀⠤⠒⠉
//=   │                                                               ⣀⠤⠔⠊⠁
//= 6 ┤                                                           ⣀⠤⠒⠊
//=   │                                                      ⣀⡠⠔⠊⠉
//=   │                                                 ⢀⡠⠤⠒⠉
//=   │                                             ⣀⠤⠒⠊⠁
//= 4 ┤                                        ⢀⣀⠤⠒⠉
//=   │                                    ⣀⠤⠔⠊⠁
//=   │                               ⢀⡠⠔⠒⠉
//=   │                           ⣀⠤⠒⠉⠁
//=   │                      ⢀⡠⠤⠒⠉
//= 2 ┤                  ⣀⠤⠒⠊⠁
//=   │             ⣀⡠⠔⠊⠉
//=   │         ⡠⠤⠒⠉
//=   │    ⢀⡠⠔⠒⠉
//= 0 ┤⣀⠤⠒⠉⠁
//=   └┬───────────────────┬────────────────────┬───────────────────┬──────────
//=    0                   2                    4                   6
__global__ void fill(float *out) { out[threadIdx.x] = threadIdx.x % 4; }
float *data; cudaMalloc(&data, 12 * sizeof(float)); fill<<<1, 12>>>(data);
%plot data + 4 4 * 2
//= 3 ┤                             ⢠⠊⡆                                      ⡠⠊
//=   │                           ⢀⠔⠁ ⠸⡀                                   ⢠⠊
//=   │                         ⣀⠔⠁    ⢣                                 ⣀⠔⠁
//=   │                       ⡠⠊       ⠈⡆                              ⡠⠊
//=   │                     ⢀⠔⠁         ⢱                            ⡠⠊
//= 2 ┤                   ⢀⠔⠁            ⢇                         ⢀⠔⠁
//=   │                 ⢀⠔⠁              ⠘⡄                      ⢀⠔⠁
//=   │                ⡰⠁                 ⢱                    ⢀⠔⠁
//=   │             ⢀⠔⠉                    ⢇                 ⢀⠜⠁
//=   │           ⢀⠔⠁                      ⠘⡄              ⢀⠔⠁
//= 1 ┤         ⢀⠔⠁                         ⢱            ⢀⠔⠁
//=   │        ⡠⠃                            ⢇         ⢀⠔⠁
//=   │      ⡠⠊                              ⠸⡀      ⢀⠔⠁
//=   │    ⡠⠊                                 ⢣    ⢀⠔⠁
//=   │  ⡠⠊                                   ⠈⡆  ⡠⠊
//= 0 ┤⡠⠊                                      ⠸⡠⠊
//=   └┬───────────────────┬────────────────────┬───────────────────┬──────────
//=    0                   2                    4                   6
%image data 4 3
//=   ░░▒▒██
//=   ░░▒▒██
//=   ░░▒▒██
//= image of 4 x 3 pixels, float, viridis
unsigned char rgb[] = {255, 255, 255, 0, 0, 0, 255, 255, 255, 0, 0, 0};
%image rgb 2 2 3
//= ██
//= ██
//= image of 2 x 2 pixels, RGB
float rows[2][2] = {{0, 1}, {1, 0}};
%image rows
//=   ██
//= ██
//= image of 2 x 2 pixels, float, viridis
%plot rows
//=   ██
//= ██
//= ' ' 0   '█' 1   (2 columns, 2 rows)
%plot
//? error: usage: `%plot EXPR [N]`
%plot 1 2 3 4
//? error: usage: `%plot EXPR [N]`
%image data 4
//? error: usage: `%image EXPR W H [C]`, or `%image EXPR` of an array of rows
%image data 40 3
//? error: cell 12: image: the memory ends after 48 bytes, and 480 are asked for
%plot nothing
//? cell 13:2:15: error: use of undeclared identifier 'nothing'
//?     2 | chevron::plot(nothing)
//?       |               ^~~~~~~
%help plot
//= %plot EXPR [N]
//=   draw a range of numbers, or N numbers from a host or device pointer
//=   It is a cell with `chevron::plot` of <chevron/display.h>, which has scatter plots, histograms, heat maps and labels too: docs/display.md. Rows of numbers are a heat map.
//=
//=     %plot samples
//=     %plot device_data 1000
//=     %plot xs, ys
//=     %plot x_pointer y_pointer n
%help image
//= %image EXPR W H [C]
//=   show W x H pixels from a host or device pointer; C channels: 1 (grey or colour map), 2 (with alpha), 3 (RGB), 4 (RGBA)
//=   Pixels are numbers, row by row from the top, `float` say or `unsigned char`, or CUDA's vectors of them, which tell the channels. It is a cell with `chevron::image` of <chevron/display.h>: docs/display.md. The array `float rows[16][32]` needs no numbers.
//=
//=     %image frame 640 480 3
//=     %image heights 256 256
//=     %image rows
