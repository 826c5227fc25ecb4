//# The properties of a device say that kernels do not reach memory of the host while that is an error, so a program that goes by them takes managed memory.
//@ devices = ["cpu"]
cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);
p.pageableMemoryAccess
//= (int) 0
%strict off
cudaGetDeviceProperties(&p, 0); p.pageableMemoryAccess
//= (int) 1
%strict on
cudaGetDeviceProperties(&p, 0); p.pageableMemoryAccess
//= (int) 0
