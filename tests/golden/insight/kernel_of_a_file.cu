//# The code of a loaded file's kernel stands below the file's lines, and a header's.
//@ devices = ["cpu"]
%load kernels.cu
%ptx of_file -o k.ptx
//? note: `k.ptx` is written
!grep -c 'kernels.cu:4  p.threadIdx.x. = scaled' k.ptx | grep -c '^[1-9]'
//= 1
!grep -A1 'scale.h:2  __device__' k.ptx | grep -c mul.f32
//= 1
