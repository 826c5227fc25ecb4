//! Examples for each command, which `%help COMMAND` shows.

/// By the command's name; `\n` begins the next line of what is typed.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("help", &["%help bench"]),
    ("quit", &["%quit"]),
    (
        "load",
        &[
            "%load kernels.cu",
            "%load -n program.cu",
            "%load main.cu grid.cu -- 100",
            "%load scale.bc",
        ],
    ),
    ("watch", &["%watch kernels.cu"]),
    ("lib", &["%lib z", "%lib ./libmine.so"]),
    ("include", &["%include ~/project/include"]),
    ("define", &["%define N=1024", "%define NDEBUG"]),
    ("undef", &["%undef NDEBUG"]),
    ("flags", &["%flags"]),
    (
        "config",
        &["%config", "%config editing vi", "%config elements 200"],
    ),
    ("who", &["%who", "%who saxpy", "%who -d Particle"]),
    ("doc", &["%doc saxpy", "%doc std::vector", "cudaMemcpy?"]),
    ("debug", &["%debug saxpy<<<1, 32>>>(2, x, y)"]),
    ("undo", &["%undo", "%undo 3"]),
    ("replay", &["%replay", "%replay 7"]),
    ("restart", &["%restart"]),
    ("reset", &["%reset"]),
    (
        "norun",
        &[
            "%norun void warm() { k<<<1, 32>>>(p); }",
            "%%norun\n#include \"mine.h\"",
        ],
    ),
    (
        "time",
        &[
            "%time k<<<64, 256>>>(p)",
            "%time on",
            "%%time\nk<<<64, 256>>>(p);",
        ],
    ),
    (
        "show",
        &["%show device_data 100", "%show table", "%show list 5000"],
    ),
    (
        "plot",
        &[
            "%plot samples",
            "%plot device_data 1000",
            "%plot xs, ys",
            "%plot x_pointer y_pointer n",
        ],
    ),
    (
        "image",
        &[
            "%image frame 640 480 3",
            "%image heights 256 256",
            "%image rows",
        ],
    ),
    (
        "bench",
        &[
            "%bench k<<<64, 256>>>(p)",
            "%bench --bytes 2*n*4 copy<<<n / 256, 256>>>(p, q)",
            "%bench f(a) vs g(a)",
            "%bench --count saxpy<<<n / 256, 256>>>(n, 2, x, y)",
            "%bench --cold --flops 2*n saxpy<<<n / 256, 256>>>(n, 2, x, y)",
        ],
    ),
    (
        "profile",
        &[
            "%profile k<<<64, 256>>>(p)",
            "%profile -o trace.json step()",
            "%profile --memory transpose<<<dim3(4, 4), dim3(32, 32)>>>(p, q, 128)",
            "%%profile\nk<<<64, 256>>>(p);\ncudaMemcpy(host, p, bytes, cudaMemcpyDefault);",
        ],
    ),
    (
        "sanitize",
        &[
            "%sanitize on",
            "%sanitize memcheck,racecheck",
            "%sanitize leaks",
        ],
    ),
    (
        "graph",
        &[
            "%%graph step\nk<<<64, 256>>>(p);",
            "%graph step",
            "%graph step 1000",
            "%graph --times step 100",
        ],
    ),
    (
        "ptx",
        &[
            "%ptx saxpy",
            "%ptx --arch sm_80 scale<float>",
            "%ptx saxpy<<<64, 256>>>(n, 2.0f, x, y)",
            "%ptx -d saxpy",
            "%ptx -o saxpy.ptx saxpy",
        ],
    ),
    ("sass", &["%sass saxpy", "%sass --arch sm_100 saxpy"]),
    ("amdgcn", &["%amdgcn saxpy", "%amdgcn saxpy --arch gfx1100"]),
    ("ir", &["%ir saxpy", "%ir --arch sm_90 saxpy"]),
    ("asm", &["%asm saxpy", "%asm -d saxpy"]),
    (
        "tier",
        &[
            "%tier saxpy",
            "%tier saxpy 256",
            "%tier scale<float> dim3(16, 16)",
        ],
    ),
    (
        "occupancy",
        &[
            "%occupancy saxpy",
            "%occupancy saxpy 256",
            "%occupancy scale<float> 128 4096",
        ],
    ),
    ("explain", &["%explain", "%explain saxpy"]),
    ("mem", &["%mem", "%mem --leaks", "%mem --leaks on"]),
    ("symbols", &["%symbols", "%symbols saxpy"]),
    ("capture", &["%%capture out\nprintf(\"%d\", 6 * 7);"]),
    ("file", &["%%file scale.h\n#define SCALE 2"]),
    (
        "bash",
        &["%%bash\nnvidia-smi\nls", "%%bash --out files\nls *.cu"],
    ),
    ("cache", &["%cache", "%cache verify"]),
    ("devices", &["%devices"]),
    ("device", &["%device", "%device cuda:1"]),
    ("sync", &["%sync off"]),
    ("verbose", &["%verbose on"]),
    ("checkpoint", &["%checkpoint on"]),
    ("faults", &["%faults full"]),
    ("strict", &["%strict off"]),
    (
        "save",
        &[
            "%save session.cu",
            "%save -f session.cu",
            "%save --lib scale.bc",
        ],
    ),
    ("notes", &["%notes"]),
    ("history", &["%history", "%history 10"]),
];

/// Those of a command.
pub fn of(name: &str) -> &'static [&'static str] {
    let found = EXAMPLES.iter().find(|(of, _)| *of == name);
    found.map_or(&[], |(_, examples)| examples)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::COMMANDS;

    #[test]
    fn each_command_has_one_and_it_is_of_that_command() {
        for command in COMMANDS {
            let examples = of(command.name);
            assert!(!examples.is_empty(), "{}", command.name);
            let whole = format!("%%{}", command.name);
            for example in examples {
                let word = example.split_whitespace().next().unwrap_or_default();
                let meant = word.ends_with('?') || word == &whole[1..];
                let of_cell = word == whole && command.takes_cell && example.contains('\n');
                assert!(meant || of_cell, "{example}");
            }
        }
        assert_eq!(EXAMPLES.len(), COMMANDS.len());
    }
}
