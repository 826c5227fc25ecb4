//! The code of twelve kernels as `%ptx` and `%sass` show it, against facts: how many instructions of each kind their text asks for. No GPU is needed.
//! SASS is looked at where NVIDIA's `ptxas` and `nvdisasm` are.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tests::chevron;

/// How many instructions there are whose names begin so.
type Count = (&'static str, usize);

/// A kernel, and what its code has: in PTX, and on an `sm_90`.
struct Facts {
    name: &'static str,
    text: &'static str,
    ptx: &'static [Count],
    sass: &'static [Count],
}

const KERNELS: &[Facts] = &[
    Facts {
        name: "saxpy",
        text: "__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}",
        ptx: &[
            ("ld.global", 2),
            ("st.global", 1),
            ("fma.rn.f32", 1),
            ("mul.f32", 0),
            ("setp", 1),
        ],
        sass: &[
            ("LDG", 2),
            ("STG", 1),
            ("FFMA", 1),
            ("FMUL", 0),
            ("ISETP", 1),
        ],
    },
    Facts {
        name: "copy4",
        text: "__global__ void copy4(const float4 *x, float4 *y) { y[threadIdx.x] = x[threadIdx.x]; }",
        ptx: &[
            ("ld.global.v4", 1),
            ("ld.global", 1),
            ("st.global.v4", 1),
            ("st.global", 1),
        ],
        sass: &[("LDG.E.128", 1), ("LDG", 1), ("STG.E.128", 1), ("STG", 1)],
    },
    Facts {
        name: "turn",
        text: "__global__ void turn(int *p) {
  __shared__ int tile[32];
  tile[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = tile[31 - threadIdx.x];
}",
        ptx: &[
            ("bar.sync", 1),
            ("ld.shared", 1),
            ("st.shared", 1),
            ("ld.local", 0),
        ],
        sass: &[("BAR", 1), ("LDS", 1), ("STS", 1), ("LDL", 0)],
    },
    Facts {
        name: "warp_sum",
        text: "__global__ void warp_sum(float *p) {
  float v = p[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  p[threadIdx.x] = v;
}",
        ptx: &[("shfl.sync.bfly", 5), ("add.f32", 5), ("bra", 0)],
        sass: &[("SHFL.BFLY", 5), ("FADD", 5)],
    },
    Facts {
        name: "count",
        text: "__global__ void count(unsigned *p) { atomicAdd(p + threadIdx.x, 1u); }",
        ptx: &[("atom.global.add.u32", 1), ("ld.global", 0)],
        // Nobody wants what was there before.
        sass: &[("RED", 1), ("ATOM", 0), ("LDG", 0)],
    },
    Facts {
        name: "swap",
        text: "__global__ void swap(int *p, int *was) { *was = atomicCAS(p, 3, 4); }",
        ptx: &[("atom", 1), ("st.global", 1)],
        sass: &[("ATOMG.E.CAS", 1), ("STG", 1)],
    },
    Facts {
        name: "roots",
        text: "__global__ void roots(float *p) { p[threadIdx.x] = rsqrtf(p[threadIdx.x]); }",
        ptx: &[("rsqrt.approx", 1), ("sqrt", 0), ("div", 0)],
        sass: &[("MUFU.RSQ", 1), ("MUFU.RCP", 0)],
    },
    Facts {
        name: "select",
        text: "__global__ void select(const int *p, int *q) { int v = p[threadIdx.x]; q[threadIdx.x] = v > 3 ? v : 7 - v; }",
        ptx: &[("ld.global", 1), ("st.global", 1), ("bra", 0)],
        // The jump behind each kernel's end is no choice.
        sass: &[("LDG", 1), ("STG", 1), ("BRA", 1)],
    },
    Facts {
        name: "doubles",
        text: "__global__ void doubles(double a, const double *x, double *y) {
  y[threadIdx.x] = a * x[threadIdx.x] + y[threadIdx.x];
}",
        ptx: &[("fma.rn.f64", 1), ("ld.global.b64", 2), ("cvt.", 0)],
        sass: &[("DFMA", 1), ("LDG.E.64", 2), ("F2F", 0)],
    },
    Facts {
        name: "votes",
        text: "__global__ void votes(int *p) { p[threadIdx.x] = __ballot_sync(~0u, p[threadIdx.x]); }",
        ptx: &[("vote.sync.ballot", 1)],
        sass: &[("VOTE", 1)],
    },
    Facts {
        name: "bits",
        text: "__global__ void bits(unsigned *p) {
  unsigned v = p[threadIdx.x];
  p[threadIdx.x] = __popc(v) + (__brev(v) ^ 5);
}",
        ptx: &[("popc", 1), ("brev", 1), ("xor", 1)],
        sass: &[("POPC", 1), ("BREV", 1), ("LOP3", 1)],
    },
    Facts {
        name: "fenced",
        text: "__global__ void fenced(volatile int *p) { p[0] = 1; __threadfence(); p[1] = 2; }",
        ptx: &[("membar.gl", 1), ("st.volatile", 2)],
        sass: &[("MEMBAR", 1), ("STG", 2)],
    },
];

/// Types all kernels and, for each, the command; gives what was said.
fn listed(folder: &Path, command: &str, suffix: &str) -> String {
    let mut child = Command::new(chevron::binary().expect("it is built"))
        .args([
            "--device",
            "cpu",
            "--color",
            "never",
            "--cache-dir",
            "cache",
        ])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut typed = String::new();
    for it in KERNELS {
        typed += &format!("{}\n", it.text);
    }
    for Facts { name, .. } in KERNELS {
        typed += &format!("%{command} --arch sm_90 -o {name}.{suffix} {name}\n");
    }
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin
        .write_all(typed.as_bytes())
        .expect("it reads what is typed");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The names of a listing's instructions: what is left of a line without its place, its predicate and what it works on.
fn instructions(listing: &str) -> Vec<&str> {
    let lines = listing.lines().filter(|line| line.starts_with('\t'));
    let names = lines.filter_map(|line| {
        let mut words = line.split_whitespace();
        words.find(|word| !word.starts_with("/*") && !word.starts_with('@'))
    });
    names.filter(|name| !name.starts_with(['.', '/'])).collect()
}

/// What is not as it is to be, a line each.
fn wrong(folder: &Path, suffix: &str, facts: impl Fn(&Facts) -> &'static [Count]) -> Vec<String> {
    let mut wrong = Vec::new();
    for kernel in KERNELS {
        let file = folder.join(format!("{}.{suffix}", kernel.name));
        let listing = std::fs::read_to_string(&file).unwrap_or_default();
        let names = instructions(&listing);
        if names.is_empty() {
            wrong.push(format!("{}: there is no code", kernel.name));
        }
        for (kind, count) in facts(kernel) {
            let found = names.iter().filter(|name| name.starts_with(kind)).count();
            if found != *count {
                wrong.push(format!("{}: {found} `{kind}`, not {count}", kernel.name));
            }
        }
    }
    wrong
}

#[test]
fn ptx_has_the_instructions_that_the_text_asks_for() {
    let folder = tempfile::tempdir().expect("writable");
    let said = listed(folder.path(), "ptx", "ptx");
    let wrong = wrong(folder.path(), "ptx", |it| it.ptx);
    assert!(wrong.is_empty(), "{}\n{said}", wrong.join("\n"));
}

#[test]
fn sass_has_the_instructions_that_the_text_asks_for() {
    let folder = tempfile::tempdir().expect("writable");
    let said = listed(folder.path(), "sass", "sass");
    if said.contains("SASS needs NVIDIA's") {
        let missing = said.lines().find(|line| line.starts_with("error: "));
        eprintln!("left out: {}", missing.unwrap_or_default());
        return;
    }
    let wrong = wrong(folder.path(), "sass", |it| it.sass);
    assert!(wrong.is_empty(), "{}\n{said}", wrong.join("\n"));
}

#[test]
fn names_of_instructions_are_told_from_what_stands_around_them() {
    let listing = "// k: PTX\n.visible .entry k(\n\t.param .u64 p\n)\n{\n\t.reg .b32 \t%r<3>;\n\tld.global.b32 \t%r1, [%rd1];\n\t@%p1 bra \t$L1;\n\t/*0070*/ @P0 EXIT ;\n";
    assert_eq!(instructions(listing), ["ld.global.b32", "bra", "EXIT"]);
}
