//! Random kernels with barriers: what they compute must not depend on how the device runs their threads.
//!
//! Each is free of races: a thread writes its own element of shared memory, and reads others' behind a barrier only, or where its warp is in step.

mod parted;
mod warps;

use std::fmt::Write as _;
use std::path::Path;

use anyhow::bail;
use fastrand::Rng;

use crate::chevron::Run;

/// Shapes of blocks, at most 256 threads.
const SHAPES: [[u32; 3]; 17] = [
    [32, 1, 1],
    [64, 1, 1],
    [256, 1, 1],
    [128, 1, 1],
    [7, 1, 1],
    [33, 1, 1],
    [1, 1, 1],
    [16, 16, 1],
    [8, 4, 1],
    [5, 3, 2],
    [4, 4, 4],
    [32, 8, 1],
    [100, 1, 1],
    [1, 32, 2],
    [4, 16, 1],
    [8, 16, 2],
    [3, 20, 1],
];
/// Statements within each other at most.
const DEPTH_MAX: u32 = 4;
/// Values of a thread's own.
const VALUES: u32 = 4;

/// Where a statement stands, and so what it may hold.
#[derive(Clone, Copy)]
struct Place {
    depth: u32,
    /// All threads that have not ended are there together.
    together: bool,
    /// All lanes of all warps are.
    whole: bool,
    /// In a loop that `break` may leave.
    in_loop: bool,
    /// Loops round it: the names of their counters.
    loops: u32,
}

/// Writes one kernel.
struct Kernel<'a> {
    rng: &'a mut Rng,
    text: String,
    /// May a thread end early?
    returns: bool,
    /// Are there operations among lanes?
    lanes: bool,
    locals: bool,
    /// Are there 32 lanes in each warp, numbered by `t`?
    whole_warps: bool,
    /// Do a block's threads differ in `threadIdx.x` alone?
    one_axis: bool,
    /// Does nothing wait for the whole block?
    warps: bool,
    /// Does nothing wait for any other thread?
    alone: bool,
}

impl Kernel<'_> {
    fn line(&mut self, place: Place, text: &str) {
        let indent = "  ".repeat(place.depth as usize + 1);
        let _ = writeln!(self.text, "{indent}{text}");
    }

    fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.rng.usize(..of.len())]
    }

    /// A value that may differ from thread to thread.
    fn own(&mut self, place: Place) -> String {
        let value = self.rng.u32(..VALUES);
        match self.rng.u32(..8) {
            0 => "t".to_owned(),
            1 => format!("(v{value} >> {})", self.rng.u32(1..9)),
            2 => format!("in[(g + v{value}) % {}u]", self.rng.u32(1..200)),
            3 => format!("(v{value} * {}u + t)", self.rng.u32(1..99)),
            4 if self.locals => format!("a[v{value} & 3]"),
            5 => self.common(place),
            _ => format!("v{value}"),
        }
    }

    /// A value that all threads of a block have alike.
    fn common(&mut self, place: Place) -> String {
        if place.loops > 0 && self.rng.bool() {
            return format!("i{}", self.rng.u32(..place.loops));
        }
        match self.rng.u32(..6) {
            0 => "n".to_owned(),
            1 => "m".to_owned(),
            2 => "blockIdx.x".to_owned(),
            3 => "in[blockIdx.x]".to_owned(),
            4 => self.rng.u32(..9).to_string(),
            _ => "u".to_owned(),
        }
    }

    fn condition(&mut self, of: String) -> String {
        let by = self.rng.u32(2..6);
        match self.rng.u32(..3) {
            0 => format!("({of}) % {by}u == {}u", self.rng.u32(..by)),
            1 => format!("(({of}) & {by}u) != 0"),
            _ => format!("({of}) % {}u < {by}u", by + self.rng.u32(1..9)),
        }
    }

    fn statements(&mut self, place: Place) {
        for _ in 0..self.rng.u32(1..=4) {
            self.statement(place);
        }
    }

    fn statement(&mut self, place: Place) {
        let deeper = place.depth < DEPTH_MAX;
        match self.rng.u32(..28) {
            24..=27 if self.alone => self.parted_loop(place),
            22 | 23 if place.together && self.whole_warps => self.in_step(place),
            20 | 21 if place.together => self.some_threads(place),
            0..=2 => self.compute(place),
            3 | 4 if self.warps && place.whole => self.among_lanes(place),
            5 if self.warps && place.whole && deeper => self.warp_branch(place),
            6 if self.warps && place.whole && deeper => self.warp_loop(place),
            7 if self.warps && place.whole => self.end_warp(place),
            3..=6 if place.together => self.exchange(place),
            7 if place.together => self.flag(place),
            8 | 9 if deeper => self.branch(place),
            10 | 11 if deeper => self.common_loop(place),
            12 if deeper && self.rng.bool() => self.strided_loop(place),
            12 if deeper => self.own_loop(place),
            13 if place.in_loop => self.leave_loop(place),
            14 if self.returns && (place.together || self.rng.bool()) => self.end_early(place),
            15 if self.locals => {
                let (at, value) = (self.own(place), self.own(place));
                self.line(place, &format!("a[({at}) & 3] += {value};"));
            }
            16 if place.whole && self.lanes && self.one_axis && deeper => self.one_warp(place),
            16 | 17 if place.whole && self.lanes => self.among_lanes(place),
            18 => {
                let value = self.own(place);
                self.line(place, &format!("atomicAdd(&total[blockIdx.x], {value});"));
            }
            19 if place.together => {
                let by = self.rng.u32(1..7);
                let of = self.common(place);
                self.line(place, &format!("u = u * {by}u + {of};"));
            }
            _ => self.compute(place),
        }
    }

    fn compute(&mut self, place: Place) {
        let (to, from) = (self.rng.u32(..VALUES), self.own(place));
        let by = self.pick(&["+=", "^=", "-=", "*=", "="]);
        self.line(place, &format!("v{to} {by} {from};"));
    }

    /// Threads give each other values through shared memory.
    fn exchange(&mut self, place: Place) {
        let (value, to) = (self.own(place), self.rng.u32(..VALUES));
        let far = self.rng.u32(1..40);
        self.line(place, &format!("s[t] = {value};"));
        self.line(place, "__syncthreads();");
        let read = match self.rng.u32(..3) {
            0 => format!("v{to} += s[(t + {far}) % B];"),
            1 => format!("if (t % 3 == 1) v{to} ^= s[B - 1 - t];"),
            _ => format!("if (t == {far} % B) v{to} = s[(t * 5 + 1) % B];"),
        };
        self.line(place, &read);
        self.line(place, "__syncthreads();");
    }

    /// Only threads on one side of a bound have something to do between two barriers.
    fn some_threads(&mut self, place: Place) {
        let (value, to) = (self.own(place), self.rng.u32(..VALUES));
        let bound = match self.rng.u32(..4) {
            0 => self.rng.u32(..70).to_string(),
            1 => format!("int({}) - 3", self.common(place)),
            _ => format!("({}) % 90u", self.common(place)),
        };
        let compare = self.pick(&["<", "<", "<=", ">=", ">", "==", "!="]);
        let thread = self.pick(&["threadIdx.x", "int(threadIdx.x)", "threadIdx.x / 32", "t"]);
        let more = self.pick(&["", "", " && (t & 1) == 0", " && in[t] % 3u != 1"]);
        let work = match self.rng.u32(..3) {
            0 => format!("v{to} ^= {value};"),
            1 => format!("s[t] += {value};"),
            _ => format!("{{ s[t] ^= {value}; v{to} += s[t]; }}"),
        };
        self.line(place, "s[t] = v1;");
        self.line(place, "__syncthreads();");
        self.line(
            place,
            &format!("if ({thread} {compare} {bound}{more}) {work}"),
        );
        self.line(place, "__syncthreads();");
        self.line(place, &format!("v{} -= s[t];", (to + 1) % VALUES));
        self.line(place, "__syncthreads();");
    }

    /// Lanes of a warp read what others write, with no barrier between: as code for GPUs before Volta does, each reads before any writes.
    fn in_step(&mut self, place: Place) {
        let (value, to) = (self.own(place), self.rng.u32(..VALUES));
        let (first, second) = (self.own(place), self.own(place));
        let (far, farther) = (self.rng.u32(1..32), self.rng.u32(1..32));
        let outer = self.condition(first);
        let inner = self.condition(second);
        let near = |far: u32| format!("s[(t & ~31u) + ((t + {far}) & 31)]");
        let (one, other) = (near(far), near(farther));
        self.line(place, "s[t] = v1;");
        self.line(place, "__syncthreads();");
        let text = match self.rng.u32(..5) {
            0 => format!("if ({outer}) s[t] += {one};"),
            1 => format!("if ({outer}) {{ s[t] ^= {one} + {value}; v{to} += {other}; }}"),
            2 => format!("if ({outer}) {{ v{to} ^= {value}; if ({inner}) s[t] -= {one}; }}"),
            3 => format!(
                "if (({outer}) && ({inner})) {{ s[t] = {one} + v{to}; s[t] ^= {other}; }} else v{to} += {value};"
            ),
            _ => format!("s[t] += {one}; s[t] -= {other};"),
        };
        self.line(place, &text);
        self.line(place, "__syncthreads();");
        self.line(place, &format!("v{} -= s[t];", (to + 1) % VALUES));
        self.line(place, "__syncthreads();");
    }

    /// One thread decides for all.
    fn flag(&mut self, place: Place) {
        let value = self.own(place);
        let thread = self.rng.u32(..3);
        self.line(place, &format!("if (t == {thread} % B) flag = {value};"));
        self.line(place, "__syncthreads();");
        let condition = self.condition("flag".to_owned());
        if place.depth < DEPTH_MAX && self.rng.bool() {
            self.line(place, &format!("if ({condition}) {{"));
            let inside = Place {
                depth: place.depth + 1,
                ..place
            };
            self.line(inside, "v0 += flag;");
            self.line(inside, "__syncthreads();");
            self.exchange(inside);
            self.line(place, "}");
        } else {
            self.line(place, &format!("if ({condition}) v1 += 7; else v2 ^= v1;"));
        }
        self.line(place, "__syncthreads();");
    }

    fn branch(&mut self, place: Place) {
        let alike = place.together && self.rng.bool();
        let of = match alike {
            true => self.common(place),
            false => self.own(place),
        };
        let condition = self.condition(of);
        let inside = Place {
            depth: place.depth + 1,
            together: alike,
            whole: place.whole && alike,
            in_loop: place.in_loop && (alike || !place.together),
            ..place
        };
        self.line(place, &format!("if ({condition}) {{"));
        self.statements(inside);
        if self.rng.bool() {
            self.line(place, "} else {");
            self.statements(inside);
        }
        self.line(place, "}");
    }

    /// A loop that all threads go round alike.
    fn common_loop(&mut self, place: Place) {
        let (counter, rounds) = (place.loops, self.rng.u32(1..5));
        let of = self.common(place);
        let head = match self.rng.u32(..3) {
            0 => format!("for (unsigned i{counter} = 0; i{counter} < {rounds}u; ++i{counter}) {{"),
            1 => format!(
                "for (unsigned i{counter} = ({of}) % 4u; i{counter} < n; i{counter} += {rounds}) {{"
            ),
            _ => format!("for (unsigned i{counter} = m; i{counter} > 0; i{counter} >>= 1) {{"),
        };
        self.line(place, &head);
        self.statements(Place {
            depth: place.depth + 1,
            loops: place.loops + 1,
            in_loop: place.together,
            ..place
        });
        self.line(place, "}");
    }

    /// A loop that each thread goes round as often as it likes.
    fn own_loop(&mut self, place: Place) {
        let counter = place.loops;
        let rounds = self.own(place);
        self.line(
            place,
            &format!(
                "for (unsigned i{counter} = 0; i{counter} < ({rounds}) % 5u; ++i{counter}) {{"
            ),
        );
        let inside = Place {
            depth: place.depth + 1,
            together: false,
            whole: false,
            in_loop: true,
            loops: place.loops + 1,
        };
        for _ in 0..self.rng.u32(1..3) {
            self.statement(inside);
        }
        // A counter that differs must not be taken for one that does not.
        self.line(inside, &format!("v3 += i{counter};"));
        self.line(place, "}");
    }

    /// A loop that each thread begins at another place and leaves at a common bound.
    fn strided_loop(&mut self, place: Place) {
        let counter = place.loops;
        let kind = self.pick(&["int", "unsigned", "long long", "size_t"]);
        let first = self.pick(&[
            "t",
            "threadIdx.x",
            "t * 3",
            "(t & 31)",
            "blockIdx.x * B + t",
        ]);
        let step = self.pick(&["B", "blockDim.x", "16", "n + 1", "B * gridDim.x"]);
        let (less, more) = (self.common(place), self.common(place));
        let bound = self.rng.u32(..400);
        let bound = match self.rng.u32(..3) {
            0 => bound.to_string(),
            1 => format!("({kind})(({more}) % 300u)"),
            _ => format!("({kind})(({more}) % 300u) - 20"),
        };
        let compare = self.pick(&["<", "<", "<="]);
        let before = match self.rng.u32(..4) {
            0 => format!(" - ({less}) % 9u"),
            1 => format!(" + ({less}) % 50u"),
            _ => String::new(),
        };
        // Some counters would run over for ever.
        let more = format!("i{counter} {compare} {bound} && i{counter} < 1000");
        let test = match bound.ends_with("- 20") && kind != "int" && kind != "long long" {
            true => more,
            false => format!("i{counter} {compare} {bound}"),
        };
        self.line(
            place,
            &format!("for ({kind} i{counter} = {first}{before}; {test}; i{counter} += {step}) {{"),
        );
        let inside = Place {
            depth: place.depth + 1,
            together: false,
            whole: false,
            in_loop: true,
            loops: place.loops + 1,
        };
        self.line(inside, &format!("v2 += in[i{counter} & 511];"));
        for _ in 0..self.rng.u32(..3) {
            self.statement(inside);
        }
        self.line(place, "}");
    }

    fn leave_loop(&mut self, place: Place) {
        let of = match place.together {
            true => self.common(place),
            false => self.own(place),
        };
        let condition = self.condition(of);
        let how = self.pick(&["break", "continue"]);
        self.line(place, &format!("if ({condition}) {how};"));
    }

    fn end_early(&mut self, place: Place) {
        let of = match self.rng.bool() {
            true => format!("t * {}u + 1", self.rng.u32(1..9)),
            false => self.own(place),
        };
        let rare = self.rng.u32(5..11);
        let how = self.pick(&["return;", "{ out[g * 4] = v1; return; }"]);
        self.line(place, &format!("if (({of}) % {rare}u == 3) {how}"));
    }
}

/// A kernel's text, and the shape of its blocks.
fn kernel(rng: &mut Rng, name: &str) -> (String, [u32; 3]) {
    let shape = SHAPES[rng.usize(..SHAPES.len())];
    let threads: u32 = shape.iter().product();
    let returns = rng.u32(..3) == 0;
    let lanes = !returns && threads.is_multiple_of(32) && rng.bool();
    let locals = rng.u32(..4) == 0;
    let warps = lanes && rng.bool();
    let alone = !lanes && rng.u32(..3) == 0;
    // Threads that lie side by side in memory along y; these are no warps.
    let along_y = !lanes && rng.u32(..3) == 0;
    let t = match along_y {
        true => "threadIdx.y + blockDim.y * (threadIdx.x + blockDim.x * threadIdx.z)",
        false => "threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)",
    };
    let mut kernel = Kernel {
        rng,
        text: String::new(),
        returns,
        lanes,
        locals,
        whole_warps: threads.is_multiple_of(32) && !along_y,
        one_axis: shape[1] * shape[2] == 1,
        warps,
        alone,
    };
    let _ = writeln!(
        kernel.text,
        "__global__ void {name}(const unsigned *in, unsigned *out, unsigned *total, unsigned n, unsigned m) {{\n  \
         __shared__ unsigned s[256], flag;\n  \
         unsigned t = {t}, B = blockDim.x * blockDim.y * blockDim.z;\n  \
         unsigned g = blockIdx.x * B + t, u = blockIdx.x + 3, v0 = in[g], v1 = t * 7, v2 = n + g, v3 = in[B + t] ^ m;"
    );
    if !warps && !alone {
        kernel
            .text
            .push_str("  if (t == 0) flag = n;\n  s[t] = v0;\n  __syncthreads();\n");
    }
    if locals {
        kernel.text.push_str("  unsigned a[4] = {v0, 1, t, u};\n");
    }
    let top = Place {
        depth: 0,
        together: !warps && !alone,
        whole: lanes,
        in_loop: false,
        loops: 0,
    };
    for _ in 0..kernel.rng.u32(3..8) {
        kernel.statement(top);
    }
    let local = if locals { " + a[1] + a[3]" } else { "" };
    let _ = writeln!(
        kernel.text,
        "  out[g * 4] = v0 + u; out[g * 4 + 1] = v1; out[g * 4 + 2] = v2; out[g * 4 + 3] = v3{local};\n}}"
    );
    (kernel.text, shape)
}

/// A session's text: kernels, and a function that runs all and prints a sum of what each gave.
fn session(rng: &mut Rng, kernels: usize) -> String {
    let mut text = String::new();
    let mut calls = String::new();
    for number in 0..kernels {
        let name = format!("k{number}");
        let (kernel, [x, y, z]) = kernel(rng, &name);
        text.push_str(&kernel);
        let (n, m) = (rng.u32(..9), rng.u32(..20));
        let _ = writeln!(
            calls,
            "  reset(); {name}<<<3, dim3({x}, {y}, {z})>>>(in, out, total, {n}, {m}); show(\"{name}\");"
        );
    }
    format!(
        "{text}unsigned *in, *out, *total;\n\
         void reset() {{ memset(out, 0, 16384); memset(total, 0, 64); for (int i = 0; i < 1024; ++i) in[i] = i * 2654435761u >> 7; }}\n\
         void show(const char *name) {{ auto error = cudaDeviceSynchronize(); unsigned sum = 17;\n\
           for (int i = 0; i < 4096; ++i) sum = sum * 31 + out[i];\n\
           for (int i = 0; i < 16; ++i) sum = sum * 31 + total[i];\n\
           printf(\"%s %d %08x\\n\", name, int(error), sum); fflush(stdout); }}\n\
         int run() {{\n{calls}  return 1;\n}}\n\
         cudaMallocManaged(&in, 4096); cudaMallocManaged(&out, 16384); cudaMallocManaged(&total, 64);\n\
         run()\n"
    )
}

/// The session of a seed.
pub fn text(seed: u64, kernels: usize) -> String {
    session(&mut Rng::with_seed(seed), kernels)
}

/// Runs random kernels in fibers, and in their best tier. Gives how many.
///
/// # Errors
/// One gave something else.
pub fn check(seed: u64, kernels: usize, cache: &Path) -> anyhow::Result<usize> {
    let stdin = text(seed, kernels);
    let fibers = shown(&stdin, kernels, "fibers", cache)?;
    let regions = shown(&stdin, kernels, "regions", cache)?;
    for (one, other) in fibers.iter().zip(&regions) {
        if one != other {
            bail!("seed {seed}: in fibers `{one}`, in regions `{other}`\n{stdin}");
        }
    }
    Ok(kernels)
}

/// What a session shows of its kernels when they run in a tier.
fn shown(stdin: &str, kernels: usize, tier: &str, cache: &Path) -> anyhow::Result<Vec<String>> {
    let home = tempfile::tempdir()?;
    let device = vec!["--device".to_owned(), "cpu".to_owned()];
    let run = Run {
        tier,
        ..Run::plain(device, stdin, home.path(), cache)
    };
    let finished = run.finish()?;
    let shown: Vec<String> = finished
        .stdout
        .lines()
        .filter(|line| line.starts_with('k'))
        .map(str::to_owned)
        .collect();
    let good = shown.iter().all(|line| line.contains(" 0 "));
    if shown.len() != kernels || !good {
        bail!(
            "the session did not run in tier {tier}:\n{stdin}\n{}\n{}",
            finished.stdout,
            finished.stderr
        );
    }
    Ok(shown)
}
