//# Who asks for the code of what is no kernel is told what it is, and what to type instead.
//@ devices = ["cpu", "cuda"]
%ptx scale
//? error: there is no kernel `scale`
//? hint: define a kernel first: `__global__ void k(int *p) { *p = 1; }`, then `%ptx k`
__device__ int half(int x) { return x / 2; }
__global__ void scale(int *p) { *p = half(*p); }
void run(int *p) { scale<<<1, 1>>>(p); }
int count = 3;
%ptx half
//? error: `half` is a device function: its code is part of the kernels that call it
//? hint: see `%ptx scale`
%sass run
//? error: `run` is a host function, not a kernel
//? hint: it launches `%sass scale`
%asm count
//? error: `count` is a variable, not a kernel
//? hint: kernels of this session: scale
%ir scala
//? error: there is no kernel `scala`
//? hint: did you mean `%ir scale`?
%ptx --arch sm_20 scale
//? error: `sm_20` is no architecture that PTX is made for; NVIDIA's are sm_70, sm_72, sm_75, sm_80, sm_86, sm_87, sm_88, sm_89, sm_90, sm_100, sm_103, sm_110, sm_120, sm_121
%asm --arch sm_90 scale
//? error: `sm_90` is no architecture that x86-64 code is made for; the CPU device takes no `--arch`
%ptx run(nullptr)
//? error: `run(nullptr)` launches no kernel
//? hint: kernels of this session: scale
%ptx scale<<<1, 1>>>(1.5)
//? error: `scale<<<1, 1>>>(1.5)` names no kernel: cannot initialize a parameter of type 'int *' with an rvalue of type 'double'
%ptx
//? error: usage: `%ptx [--arch ARCH] [-d] [-o FILE] KERNEL`
%ptx -x scale
//? error: usage: `%ptx [--arch ARCH] [-d] [-o FILE] KERNEL`
%ptx -d scale
//? error: `scale` has one version
//? hint: -d compares the two newest: define it again first
%ptx scale -o no/such/folder.ptx
//? error: `no/such/folder.ptx` cannot be written: No such file or directory (os error 2)
