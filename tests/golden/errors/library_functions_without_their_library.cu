//# A function of a library of NVIDIA's that is not loaded: the hint names the library.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "there the library is loaded by itself" }
extern "C" int cufftDestroy(int plan);
cufftDestroy(1)
//? error: cell 2: nothing defines `cufftDestroy`
//? hint: NVIDIA's libcufft has it: `%lib cufft` loads that, from the directory that `-L DIR` names
