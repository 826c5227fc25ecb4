//! The prompt's commands: one table, from which `%help`, completion and `COMMANDS.md` are made.

use crate::flow::Flow;
use crate::front::Front;

mod arguments;
mod code;
mod code_colors;
pub mod completion;
mod config;
mod debug;
mod examples;
mod explain;
mod graphs;
mod help;
mod insight;
mod library;
mod machine_code;
mod magics;
mod profile;
mod rewind;
mod running;
mod show;
mod state;
mod suggestion;
mod tier;
mod watch;
mod who;
mod writing;

use arguments::{failed, file_option, told_usage};
pub(crate) use code::load_one;
pub(crate) use library::is_library;
pub use running::run;
use running::{unknown, with_home};
pub use state::{CacheAction, cache_action};

/// One command.
pub struct Command {
    /// Its name, without `%`.
    pub name: &'static str,
    /// Its arguments, as usage lines show them.
    pub arguments: &'static str,
    /// What it does, one line.
    pub summary: &'static str,
    /// More, for `%help NAME`; may be empty.
    pub details: &'static str,
    /// Words that its argument may be, for completion.
    pub words: &'static [&'static str],
    /// Its argument is a file or directory.
    pub takes_path: bool,
    /// `%%name` with a cell works too.
    pub takes_cell: bool,
    run: fn(&mut Front, &str) -> anyhow::Result<Flow>,
}

/// All commands, in the order in which help shows them.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "help",
        arguments: "[COMMAND]",
        summary: "list the commands, or explain one",
        details: "",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: help::help,
    },
    Command {
        name: "quit",
        arguments: "",
        summary: "end the session",
        details: "Ctrl-D does the same. Static destructors run.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: |_, _| Ok(Flow::Quit),
    },
    Command {
        name: "load",
        arguments: "[-n] FILE... [ARGS]",
        summary: "read a file into the session; if it has a `main`, call it with ARGS",
        details: "A file is one cell; a file with `// %%` marks is one cell for each mark. What it defines stays usable. The value \
                  of `main` is shown. Several files, and a `.c` file, are translation units of one program: cells use what they declare of it. `--` comes before ARGS that are source files. -n: `main` is not called. \
                  A `.bc` file is a library of device code, and so is a `.cubin`, `.fatbin`, `.ptx` or `.hsaco` on a GPU that runs it.",
        words: &[],
        takes_path: true,
        takes_cell: false,
        run: code::load,
    },
    Command {
        name: "watch",
        arguments: "FILE...",
        summary: "read files into the session, and what is new in them whenever they are saved, until Ctrl-C",
        details: "For files that you edit elsewhere. Of one that has changed only those declarations and statements are entered that are new or have changed, and those that \
                  include a header of yours that has; cells between `// %%` marks are entered whole. What is wrong is told by file and line, and tried again at the next save. \
                  What is taken out of a file stays defined. Its `main` is not called.",
        words: &[],
        takes_path: true,
        takes_cell: false,
        run: watch::watch,
    },
    Command {
        name: "lib",
        arguments: "NAME|PATH",
        summary: "load a shared library, named as in -l or by its path",
        details: "",
        words: &[],
        takes_path: true,
        takes_cell: false,
        run: code::lib,
    },
    Command {
        name: "include",
        arguments: "DIR",
        summary: "add a directory to the include path",
        details: "",
        words: &[],
        takes_path: true,
        takes_cell: false,
        run: code::include,
    },
    Command {
        name: "define",
        arguments: "NAME[=VALUE]",
        summary: "define a macro, as -D does; its value is 1 if none is given",
        details: "",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: code::define,
    },
    Command {
        name: "undef",
        arguments: "NAME",
        summary: "remove a macro, as -U does",
        details: "",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: code::undef,
    },
    Command {
        name: "flags",
        arguments: "",
        summary: "show the compiler's flags, loaded libraries and settings",
        details: "",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: state::flags,
    },
    Command {
        name: "config",
        arguments: "[NAME [VALUE]]",
        summary: "list the prompt's settings and the variables of the environment, or set one",
        details: "It holds for this session; the file that the list names keeps it, a line each, such as `editing = \"vi\"`. \
                  `startup.cu` beside that file is read when a prompt starts, unless `--no-startup` is given.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: config::config,
    },
    Command {
        name: "who",
        arguments: "[NAME|-v|-d NAME]",
        summary: "list what is defined, or show what NAME is and its text; -v: with signatures, cells and versions; -d: what depends on NAME, and what it uses",
        details: "Overloads are listed one by one. A name that was defined again shows the newest definition and its version; `%undo` gives the \
                  older one back.",
        words: &["-v", "-d"],
        takes_path: false,
        takes_cell: false,
        run: who::who,
    },
    Command {
        name: "doc",
        arguments: "NAME",
        summary: "show what NAME is: its declarations, the comment before it, and facts such as a kernel's registers",
        details: "`NAME?` and `?NAME` do the same. NAME may be of the session, of a header or a macro, qualified, or an expression that ends with a name.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: who::doc,
    },
    Command {
        name: "undo",
        arguments: "[N]",
        summary: "take back the last cell that defined or changed something, or the last N cells; what they redefined comes back",
        details: "Cells that only showed a value are passed over and go with the cell before them; N counts them, as the prompt does. What their code did to variables of earlier cells, to files or to the terminal stays done. Libraries and `%include` directories stay.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: rewind::undo,
    },
    Command {
        name: "replay",
        arguments: "[N]",
        summary: "run all cells again in a new executor, or those from cell N on in this one",
        details: "Kernels come from the cache. Cells that failed when they ran are linked again, but not run.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: rewind::replay,
    },
    Command {
        name: "restart",
        arguments: "",
        summary: "start a new executor with all definitions; the values of variables are lost",
        details: "`%replay` gives the values back.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: rewind::restart,
    },
    Command {
        name: "reset",
        arguments: "",
        summary: "forget everything: a session as at the start",
        details: "Cells are numbered from 1 again; flags and libraries are those of the command line. The history stays. Static destructors run.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: rewind::reset,
    },
    Command {
        name: "norun",
        arguments: "CELL",
        summary: "link a cell for its definitions and run none of its code",
        details: "`%%norun` at the start of a cell takes the whole cell. `%save` writes it before cells that failed when they ran.",
        words: &[],
        takes_path: false,
        takes_cell: true,
        run: rewind::norun,
    },
    Command {
        name: "time",
        arguments: "[CODE|on|off]",
        summary: "show where the time of CODE, of the last cell, or of every cell (on) goes",
        details: "`%%time` at the start of a cell takes the whole cell. Kernels are compiled on other threads, beside the rest.",
        words: &["on", "off"],
        takes_path: false,
        takes_cell: true,
        run: code::time,
    },
    Command {
        name: "show",
        arguments: "EXPR [N]",
        summary: "show a value with up to N elements of each list, 1000 if N is not given",
        details: "It is a cell with EXPR. Other cells show 64 elements of a list, and 8 of memory that the runtime allocated; `%config elements` and `%config device_elements` change that. \
                  At a terminal, lists are shown in columns, and what is longer than the screen in a pager.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: show::value,
    },
    Command {
        name: "plot",
        arguments: "EXPR [N]",
        summary: "draw a range of numbers, or N numbers from a host or device pointer",
        details: "It is a cell with `chevron::plot` of <chevron/display.h>, which has scatter plots, histograms, heat maps and labels too: docs/display.md. Rows of \
                  numbers are a heat map.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: show::plot,
    },
    Command {
        name: "image",
        arguments: "EXPR W H [C]",
        summary: "show W x H pixels from a host or device pointer; C channels: 1 (grey or colour map), 2 (with alpha), 3 (RGB), 4 (RGBA)",
        details: "Pixels are numbers, row by row from the top, `float` say or `unsigned char`, or CUDA's vectors of them, which tell the channels. It is a cell with `chevron::image` of \
                  <chevron/display.h>: docs/display.md. The array `float rows[16][32]` needs no numbers.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: show::image,
    },
    Command {
        name: "bench",
        arguments: "[--cold] [--bytes N] [--flops N] [--count] CODE [vs CODE]",
        summary: "measure CODE over many runs, on the host's clock and by the device's events; two codes are measured in alternation",
        details: "The code runs warm before it is measured, until compiled code and its time are settled. Shown are the median of 21 batches, the fastest and the slowest. N is what one run \
                  moves or computes: GB/s and GFLOP/s are told then, of the device's time, and on a GPU what part of its peak (single precision) that is. --count counts N itself, by one run more on the CPU device: bytes of global memory that a launch reads or writes, each once. --cold: before each run the device's caches are filled with something else. `%%bench` at the start of a cell takes the whole cell.",
        words: &["--bytes", "--flops", "--count", "--cold"],
        takes_path: false,
        takes_cell: true,
        run: magics::bench,
    },
    Command {
        name: "profile",
        arguments: "[-o FILE|--memory] CODE",
        summary: "run CODE, and tell what the device did: kernels, copies, fills, the gaps between them, along time",
        details: "The CPU device counts by itself. On an NVIDIA GPU CUPTI measures, where it is: of a CUDA toolkit or `pip install nvidia-cuda-cupti`; else events around each piece of work do. \
                  It is told which. Share is of all that was measured. -o writes a file in Chrome's trace format. --memory counts on the CPU device what kernels read, write and compute, and what each access costs a GPU's warps: \
                  sectors of global memory, passes over the banks of shared memory; what is not coalesced or conflicts is told. `%%profile` at the start of a cell takes the whole cell. \
                  What is compiled meanwhile is no work of the device: run code once before you measure it.",
        words: &["-o", "--memory"],
        takes_path: false,
        takes_cell: true,
        run: profile::profile,
    },
    Command {
        name: "graph",
        arguments: "[--times] [NAME [RUNS]]",
        summary: "`%%graph NAME` records what a cell asks of the device as a graph; `%graph NAME` shows it, or runs it RUNS times",
        details: "All launches, copies and fills of the cell become nodes, whatever stream they are for, and the cell's host code runs once. Then the graph runs once. A cell \
                  of the same shape that is recorded under the name again updates the graph, which is not instantiated anew. A kernel that is defined again is followed. \
                  `chevron::graph(\"NAME\")` is the graph for `cudaGraphLaunch`. --times runs the graph's nodes one after the other, RUNS times or once, and tells how long each takes alone.",
        words: &["--times"],
        takes_path: false,
        takes_cell: true,
        run: graphs::graph,
    },
    Command {
        name: "ptx",
        arguments: "[--arch ARCH] [-d] [-o FILE] KERNEL",
        summary: "show a kernel's PTX, below the lines of the cells that it comes from",
        details: "KERNEL is a name, an instance such as `k<float>`, or code that launches kernels, which is not run. --arch: for this architecture, `sm_80` say, not the device's; no GPU is needed, and without one it is for sm_90. -d shows how the two newest versions of a kernel differ, -o writes to a file.",
        words: machine_code::OPTIONS,
        takes_path: false,
        takes_cell: false,
        run: machine_code::ptx,
    },
    Command {
        name: "sass",
        arguments: "[--arch ARCH] [-d] [-o FILE] KERNEL",
        summary: "show a kernel's instructions on an NVIDIA GPU, its registers and spills",
        details: "It is what NVIDIA's `ptxas` makes of the PTX, as `nvdisasm` or `cuobjdump` tells it: of a CUDA toolkit, on PATH, or of a wheel from PyPI (`nvidia-cuda-nvcc`, `nvidia-cuda-nvdisasm`). No GPU is needed. Arguments are those of `%ptx`.",
        words: machine_code::OPTIONS,
        takes_path: false,
        takes_cell: false,
        run: machine_code::sass,
    },
    Command {
        name: "amdgcn",
        arguments: "[--arch ARCH] [-d] [-o FILE] KERNEL",
        summary: "show a kernel's instructions on an AMD GPU, its registers, LDS and scratch",
        details: "Without --arch it is for the session's own AMD GPU, else for gfx942. No GPU and no tool of AMD's is needed; math functions need AMD's library ocml (docs/amd.md). Arguments are those of `%ptx`.",
        words: machine_code::OPTIONS,
        takes_path: false,
        takes_cell: false,
        run: machine_code::amdgcn,
    },
    Command {
        name: "ir",
        arguments: "[--arch ARCH] [-d] [-o FILE] KERNEL",
        summary: "show a kernel's LLVM IR, optimised for the device",
        details: "With --arch it is that for a GPU of this architecture, NVIDIA's or AMD's. Arguments are those of `%ptx`.",
        words: machine_code::OPTIONS,
        takes_path: false,
        takes_cell: false,
        run: machine_code::ir,
    },
    Command {
        name: "asm",
        arguments: "[-d] [-o FILE] KERNEL",
        summary: "show a kernel's x86-64 code on the CPU device, how its threads are run, and why not better",
        details: "It is the optimised code, not the draft that runs first. docs/tiers.md tells how blocks run: in plain loops, in loops between barriers (regions), or with a fiber for each thread. Arguments are those of `%ptx`.",
        words: machine_code::OPTIONS_OF_ASM,
        takes_path: false,
        takes_cell: false,
        run: machine_code::asm,
    },
    Command {
        name: "tier",
        arguments: "KERNEL [BLOCK]",
        summary: "tell how the CPU device runs a kernel's blocks, what keeps it from running them better, and which loops became vectors",
        details: "It runs them in plain loops over threads, in loops between barriers (regions), or with a fiber for each thread, which is the slowest (docs/tiers.md). What stops a better way is told with the \
                  lines that do, and so are the memory that threads need, the time that the choice took, and of each loop whether it became a vector, and why not. BLOCK is a shape, `256` or `16,16`. KERNEL is as for `%ptx`.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: tier::tier,
    },
    Command {
        name: "occupancy",
        arguments: "KERNEL [BLOCK [SHARED]]",
        summary: "tell how many blocks of a kernel a multiprocessor holds at once, and what keeps it from holding more",
        details: "BLOCK is threads in a block, SHARED bytes of dynamic shared memory; without BLOCK the usual sizes are told, and the best one. It is a cell with `chevron::occupancy` of <chevron/occupancy.h>. On a GPU its driver is asked; on the CPU device it is CUDA's formula with that device's limits, and no promise of speed.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: insight::occupancy,
    },
    Command {
        name: "explain",
        arguments: "[KERNEL]",
        summary: "tell what is behind the last failure, or what a launch of KERNEL may ask and why it was compiled again",
        details: "Of a launch that was refused: each limit of the device and the kernel beside what was asked. Of a crash, a fault or an exception: the names of the session that the cell has, and where its pointers lead. \
                  Limits are told by a cell with <chevron/explain.h>, which asks the device.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: explain::explain,
    },
    Command {
        name: "symbols",
        arguments: "[NAME]",
        summary: "list the session's device code: kernels with what they need of the device, device functions, variables with their sizes",
        details: "NAME lists what has this name alone. A GPU tells registers and local memory of kernels that it has loaded. `chevron symbols FILE` lists those of files.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: insight::symbols,
    },
    Command {
        name: "mem",
        arguments: "[--leaks [on|off]|--reset]",
        summary: "list what is allocated: its size, kind, the cell that made it, the variables that lead to it; and the most that was in use at once",
        details: "Kinds are device, managed, pinned, array, graph, registered, and variable: a `__device__` one. `no variable` leads to what no pointer of the session's own holds: it may be lost, or be held by an object. --leaks lists such allocations alone; with `on` the session's end tells what was not freed. --reset: the most that was in use counts from now on.",
        words: &["--leaks", "--reset"],
        takes_path: false,
        takes_cell: false,
        run: insight::mem,
    },
    Command {
        name: "capture",
        arguments: "[NAME]",
        summary: "run the cell below, and keep what it prints to stdout in the `std::string` NAME; without NAME it is dropped",
        details: "It is a `%%` command: the cell stands on the lines below. Values that are shown are not printed by the cell, and are still shown.",
        words: &[],
        takes_path: false,
        takes_cell: true,
        run: magics::capture,
    },
    Command {
        name: "file",
        arguments: "NAME",
        summary: "write the text below to the file NAME",
        details: "It is a `%%` command: the text stands on the lines below, up to a blank line at the prompt, or to the cell's end in a file or notebook. A file that is there is written over.",
        words: &[],
        takes_path: true,
        takes_cell: true,
        run: magics::file,
    },
    Command {
        name: "bash",
        arguments: "[--out NAME]",
        summary: "run the script below in bash; --out: keep what it prints in the `std::string` NAME",
        details: "It is a `%%` command: the script stands on the lines below, up to a blank line at the prompt, or to the cell's end in a file or notebook. A status other than 0 is an error. \
                  `!COMMAND` runs one line in `sh`.",
        words: &[],
        takes_path: false,
        takes_cell: true,
        run: magics::bash,
    },
    Command {
        name: "cache",
        arguments: "[stats|verify|clear]",
        summary: "tell about the cache, check every entry, or empty it",
        details: "Deleting the cache changes time only.",
        words: &["stats", "verify", "clear"],
        takes_path: false,
        takes_cell: false,
        run: state::cache,
    },
    Command {
        name: "devices",
        arguments: "",
        summary: "list the devices and the memory in use",
        details: "",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: state::devices,
    },
    Command {
        name: "device",
        arguments: "[NAME]",
        summary: "make another of the session's devices the current one, or tell what the session began with",
        details: "It is a cell with `cudaSetDevice`: all that the session has stays, and a replay runs it again. A device of another kind is \
                  chosen at the start, by `--device`. `CHEVRON_CPU_DEVICES=2` makes the CPU pass for two devices.",
        words: &["cuda:0", "cuda:1", "hip:0", "hip:1", "cpu:0", "cpu:1"],
        takes_path: false,
        takes_cell: false,
        run: state::device,
    },
    Command {
        name: "sync",
        arguments: "[on|off]",
        summary: "wait for the device after a cell that launched something, and report its errors on that cell",
        details: "On from the start. Off: errors come where the runtime API returns them.",
        words: &["on", "off"],
        takes_path: false,
        takes_cell: false,
        run: state::sync,
    },
    Command {
        name: "verbose",
        arguments: "[on|off]",
        summary: "after each cell tell what the kernels that it defines need of the device",
        details: "A line a kernel: registers and local memory on a GPU, shared memory, parameters, and how its code was made. It waits until they are compiled. Off from the start.",
        words: &["on", "off"],
        takes_path: false,
        takes_cell: false,
        run: state::verbose,
    },
    Command {
        name: "checkpoint",
        arguments: "[auto|on|off]",
        summary: "take back a cell that ends the executor, variables included",
        details: "Auto, from the start: if the cell does not follow another one at once, and the executor holds at most 256 MiB of memory of its own. \
                  On: always; a checkpoint is made before every cell, and memory that is written to after it is copied. Not taken back is what the cell did to files, child processes, other programs and shared memory. There is no checkpoint \
                  while threads of the program run, nor on a GPU: then definitions stay and the values of variables are lost.",
        words: &["auto", "on", "off"],
        takes_path: false,
        takes_cell: false,
        run: state::checkpoint,
    },
    Command {
        name: "faults",
        arguments: "[brief|full]",
        summary: "how much a kernel's fault tells on an NVIDIA GPU",
        details: "Brief, from the start: the error, and the kernel if only one can be to blame. Full: block, threads and lines as well, from the driver's core dump, \
                  in executors that are started from then on: `%replay` starts one and runs the cells again. A failed assertion is then reported after 0.4 s, not at once. \
                  On the CPU device faults are always told in full.",
        words: &["brief", "full"],
        takes_path: false,
        takes_cell: false,
        run: state::faults,
    },
    Command {
        name: "debug",
        arguments: "[-x FILE] CELL",
        summary: "run CELL under GDB, which stops in the kernels that it names (a session of `chevron --debug`)",
        details: "GDB is left when the cell has ended. `-x FILE` runs GDB's commands of a file and takes no input. docs/debugging.md tells more.",
        words: &[],
        takes_path: false,
        takes_cell: true,
        run: debug::debug,
    },
    Command {
        name: "sanitize",
        arguments: "[memcheck,racecheck,initcheck,synccheck|on|off|leaks]",
        summary: "find mistakes of kernels on the CPU device: bad accesses, races, reads of what nobody wrote, barriers that threads do not come to",
        details: "Kernels are compiled again so that they tell of each access, and run many times slower. What is found fails the cell, names kernel, line, block, thread and the memory, and \
                  is told once a place; bad accesses are not done. `leaks` lists what is allocated and was not freed. docs/sanitizer.md tells what is found and what is not.",
        words: &[
            "on",
            "off",
            "leaks",
            "memcheck",
            "racecheck",
            "initcheck",
            "synccheck",
        ],
        takes_path: false,
        takes_cell: false,
        run: state::sanitize,
    },
    Command {
        name: "strict",
        arguments: "[on|off]",
        summary: "whether a kernel that touches memory of the host is an error: the CPU device reaches it, most GPUs do not",
        details: "On from the start (`--strict off`). The access is the error, as an illegal address is on a GPU; managed, page-locked and registered memory is for kernels. A pointer that a \
                  kernel stores, prints or turns into a number stays as it is: then a note tells of it, once for each kernel. Off: kernels may touch any memory.",
        words: &["on", "off"],
        takes_path: false,
        takes_cell: false,
        run: state::strict,
    },
    Command {
        name: "save",
        arguments: "[--lib] [-f] FILE",
        summary: "write the session's cells to a new file that `chevron run` and `%load` replay; -f: overwrite one that is there",
        details: "Cells that failed when they ran are written as `%%norun`, or left out if they define nothing. A cell whose definitions newer ones have \
                  taken the place of is left out if no code ran in between and nothing refers to it. --lib: the device code alone, as a library of bitcode that `%load` takes in on any device.",
        words: &[],
        takes_path: true,
        takes_cell: false,
        run: code::save,
    },
    Command {
        name: "notes",
        arguments: "",
        summary: "show all that the compiler said of the last cell that it rejected",
        details: "Of functions that a call could mean and does not fit, three are told at once, and of a library's host code in a kernel only where the cell uses it.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: state::notes,
    },
    Command {
        name: "history",
        arguments: "[N]",
        summary: "show the inputs of this session, or the last N",
        details: "Each stands behind the prompt's number at that time, so a rejected one has the number of the next. What it shows can be pasted: the numbers are taken off.",
        words: &[],
        takes_path: false,
        takes_cell: false,
        run: state::history,
    },
];

fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

#[cfg(test)]
mod tests;
