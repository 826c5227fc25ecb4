// In the place of the embedded header of this name, which needs the embedded CUDA headers.
#error "HIP has no headers in a CUDA toolkit: start the session with `--headers embedded`"
