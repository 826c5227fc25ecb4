//# Functions of a file's own that are declared before they are defined, and call each other, can be loaded as often as one likes.
int *p; cudaMallocManaged(&p, 4);
%load lib.cu
use() + use2()
//= (int) 22
%load lib.cu
use() + use2()
//= (int) 22
k3<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
std::system("sed -i 's/? 1 :/? 7 :/' lib.cu");
%load lib.cu
use() + use2()
//= (int) 154
k3<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 7
%load lib.cu
use() + use2()
//= (int) 154
k3<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 7
