//# What only the device side's text uses counts too.
__device__ int on_device() { return 1; }
int on_host() { return 2; }
__host__ __device__ int both() {
#ifdef __CUDA_ARCH__
  return on_device();
#else
  return on_host();
#endif
}
%who -d both
//= device function    both       cell 3  int ()
//= used by nothing
//= uses
//=   function         on_host    cell 2  int ()
//=   device function  on_device  cell 1  int ()
%who -d on_device
//= device function    on_device  cell 1  int ()
//= used by
//=   device function  both       cell 3
//= uses nothing
