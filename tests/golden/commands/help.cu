//# `%help` explains a command; the list of all is made from the same table.
%help load
//= %load [-n] FILE... [ARGS]
//=   read a file into the session; if it has a `main`, call it with ARGS
//=   A file is one cell; a file with `// %%` marks is one cell for each mark. What it defines stays usable. The value of `main` is shown. Several files, and a `.c` file, are translation units of one program: cells use what they declare of it. `--` comes before ARGS that are source files. -n: `main` is not called. A `.bc` file is a library of device code, and so is a `.cubin`, `.fatbin`, `.ptx` or `.hsaco` on a GPU that runs it.
//=
//=     %load kernels.cu
//=     %load -n program.cu
//=     %load main.cu grid.cu -- 100
//=     %load scale.bc
%help %time
//= %time [CODE|on|off]
//=   show where the time of CODE, of the last cell, or of every cell (on) goes
//=   also `%%time` with a cell
//=   `%%time` at the start of a cell takes the whole cell. Kernels are compiled on other threads, beside the rest.
//=
//=     %time k<<<64, 256>>>(p)
//=     %time on
//=     %%time
//=     k<<<64, 256>>>(p);
%help nonsense
//? error: there is no command `%nonsense`
//? hint: `%help` lists the commands
