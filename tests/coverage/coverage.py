#!/usr/bin/env python3
"""Makes tests/coverage/names.txt and docs/coverage.md: which of CUDA's and HIP's public names Chevron's embedded headers have.

    pip download --no-deps -d W "nvidia-cuda-runtime==13.0.*" "nvidia-cuda-crt==13.0.*" "nvidia-cuda-nvrtc==13.0.*" "nvidia-curand==10.4.*" triton
    for w in W/*.whl; do unzip -o -q $w '*.h' '*.hpp' -d H; done
    tests/coverage/coverage.py H/nvidia/cu13/include H/triton/backends/amd/include

The names come from NVIDIA's and AMD's headers, none of which is in this repository; `tests/coverage.rs` needs names.txt alone.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EMBEDDED = ROOT / "devicecc/include"
LIST = ROOT / "tests/coverage/names.txt"
PAGE = ROOT / "docs/coverage.md"
# What a person has tried and written down.
PROGRAMS = ROOT / "tests/coverage/programs.md"
CLANG = ["/usr/lib/llvm-22/bin/clang++", "-fsyntax-only", "-std=c++20", "-x", "cuda", "-nocudainc", "-nocudalib", "-w", "-ferror-limit=0"]


def values(begin):
    """Enumerators, macros without parameters, and types, each at its declaration; the words begin as told."""
    return (rf"^\s*#define\s+((?:{begin})\w+)(?=[ \t]+\S)|^\s*((?:{begin})\w+)\s*(?:=[^,}}\n]+)?,?[ \t]*$|^\s*\}}\s*((?:{begin})\w+)\s*;"
            rf"|^\s*typedef\s[^;{{}}()]*?\b((?:{begin})\w+)\s*;|^\s*typedef\s[^;{{}}]*?\*\s*((?:{begin})\w+)\s*\)"
            rf"|\b(?:struct|union|enum)\s+(?:__device_builtin__\s+)?((?:{begin})\w+)\s*\{{")


# Each group: its headers, and what a declaration looks like; the name is the pattern's group that matched.
GROUPS = {
    "runtime API": (["cuda_runtime_api.h"], r"^\s*extern .*?\b(cuda[A-Z]\w*)\s*\("),
    "driver API": (["cuda.h"], r"^CUresult CUDAAPI\s+(cu[A-Z]\w*)\s*\("),
    "runtime API: types and values": (["driver_types.h", "texture_types.h", "surface_types.h", "cuda_runtime_api.h", "library_types.h"], values("cuda|CUDA_[RC]_")),
    "driver API: types and values": (["cuda.h"], values("CU")),
    "NVRTC": (["nvrtc.h"], r"^\s*(?:nvrtcResult|const char \*)\s*(nvrtc\w+)\s*\("),
    "device functions": (
        ["crt/device_functions.h", "crt/device_double_functions.h", "device_atomic_functions.h", "sm_20_atomic_functions.h", "sm_20_intrinsics.h",
         "sm_30_intrinsics.h", "sm_32_atomic_functions.h", "sm_32_intrinsics.h", "sm_35_atomic_functions.h", "sm_60_atomic_functions.h",
         "sm_61_intrinsics.h", "crt/sm_70_rt.h", "crt/sm_80_rt.h", "crt/sm_90_rt.h", "crt/sm_100_rt.h"],
        r"^\s*(?:extern\s+)?(?:__\w+_DECL__|__device__|static __device__).*?[\s*](\w+)\s*\(",
    ),
    "math functions": (["crt/math_functions.h"], r"^\s*extern .*?__device_builtin__\s+[\w ]+?[\s*](\w+)\s*\("),
    "textures and surfaces": (["texture_indirect_functions.h", "surface_indirect_functions.h"], r"\b((?:tex|surf)\w+)\s*\("),
    "half and bfloat16": (["cuda_fp16.h", "cuda_bf16.h"], r"^__CUDA_\w+_DECL__ .*?[\s*](\w+)\s*\("),
    "cooperative groups": (
        ["cooperative_groups.h", "cooperative_groups/reduce.h", "cooperative_groups/scan.h", "cooperative_groups/memcpy_async.h"],
        r"^ {0,3}(?:__CG|_CG)_\w*QUALIFIER\s+(?!operator)[\w:<>,& ]*?\b(\w+)\s*\(",
    ),
    "HIP runtime API": (
        ["hip/hip_runtime_api.h", "hip/channel_descriptor.h"],
        r"^\s*(?:DEPRECATED\([^)]*\)\s*)?(?:hipError_t|const char ?\*|int|hipChannelFormatDesc|hipError_t HIP\w+)\s+(hip[A-Z]\w*)\s*\(",
    ),
    "HIP runtime API: types and values": (
        ["hip/hip_runtime_api.h", "hip/driver_types.h", "hip/texture_types.h", "hip/surface_types.h", "hip/hip_texture_types.h", "hip/library_types.h"],
        values("hip[A-Z]|HIP(?!_VERSION|_INCLUDE)[_a-z]"),
    ),
    "cuRAND in kernels": (
        ["curand_kernel.h", "curand_uniform.h", "curand_normal.h", "curand_lognormal.h", "curand_poisson.h", "curand_discrete2.h"],
        r"^(?:QUALIFIERS|__device__)\s+[\w *]*?\b(curand\w*|skipahead\w*)\s*\(",
    ),
}
INCLUDES = ["cuda_runtime.h", "cuda.h", "library_types.h", "nvrtc.h", "cuda_fp16.h", "cuda_bf16.h", "cooperative_groups.h", "cooperative_groups/reduce.h",
            "cooperative_groups/scan.h", "cooperative_groups/memcpy_async.h", "curand_kernel.h", "hip/hip_runtime.h"]
# What NVIDIA's own headers use and no program calls.
PRIVATE = re.compile(r"^HIP_DEPRECATED_MSG$|^HIP_\w+_DWORD$|^hipDeviceAttributeUnused\d$|^hipStreamMemOp\w+Params_t$|_v\d+$|_(?:st|enum|union)$|^CUDA(?:API|_CB|RT_\w+|LOG\w*)$|^cudaDevAttr(?:Reserved\d+|Max)$|^CU_DEV_RESOURCE_TYPE_MAX$|^cudaEmulation|_ptsz$|_ptds$|^__nv_|^_|MRG|^__is|^__signbit|_impl$|_internal$|_helper$|box_muller|curand_M2|curand__|binary_search|_knuth|_gammainc|_from_normal|^size$|^[a-z]+2[a-z]+$|^d(?:add|sub|mul)$|^syncthreads|__uni_sync|^operator|^if$|^return$|^sizeof$|^defined$")
PRIVATE_BUT = re.compile(r"^__[a-z0-9]+(?:_[a-z0-9]+)*$")


def names_of(headers, pattern, folders):
    found = set()
    for header in headers:
        text = next(it / header for it in folders if (it / header).exists()).read_text(errors="replace")
        # What other systems alone have.
        text = re.sub(r"#if defined\(__APPLE__\)\n.*?(?=#else|#endif)", "", text, flags=re.S)
        # Declarations in one line each.
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
        text = re.sub(r"\n\s+(?=[\w*]+\s*\()", " ", text)
        found |= {next(filter(None, it.groups())) for it in re.finditer(pattern, text, flags=re.M)}
    return sorted(name for name in found if not PRIVATE.search(name) or (name.startswith("__") and PRIVATE_BUT.match(name) and not name.startswith("__nv_")))


def refused():
    """Names that the embedded headers declare so that using one is an error that tells why."""
    found = set()
    for header in EMBEDDED.rglob("*.h"):
        text = header.read_text()
        found |= set(re.findall(r"__CHV_(?:NO\w*|GONE|DRIVER\w*|NVRTC\w*)\((?:\"[^\"]*\", )?(\w+)\)", text))
        found |= set(re.findall(r"\b(\w+)\([^;{]*\)\s*__attribute__\(\(__(?:error|unavailable)__", text))
        found |= set(re.findall(r"\b(\w+)\([^;{]*\)\s*__CHV_ABSENT", text))
        found |= set(re.findall(r"^__CHV_ABSENT\([^\n]*\)\n__device__ \w+ (\w+)\(", text, flags=re.M))
    return found


def undeclared(names, space):
    """Those of the names that no embedded header declares; macros count as declared."""
    includes = [name for name in INCLUDES if (EMBEDDED / name).exists()]
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "names.cu"
        lines = [f"#include <{name}>" for name in includes]
        for number, name in enumerate(names):
            lines += [f"#ifndef {name}", f"namespace t{number} {{ using {space}::{name}; }}", "#endif"]
        source.write_text("\n".join(lines) + "\n")
        result = subprocess.run([*CLANG, "--cuda-host-only", "-I", str(EMBEDDED), str(source)], capture_output=True, text=True)
    return set(re.findall(r"no member named '(\w+)' in", result.stderr)) | set(re.findall(r"no type named '(\w+)'", result.stderr))


def by_topic(names):
    """A row for the names that begin with the same two words, the largest first; few of them are named."""
    topics = {}
    for name in names:
        topics.setdefault(re.match(r"_*[a-zA-Z][a-z]*(?:[A-Z][a-z]+|_[a-z0-9]+|[A-Z]*_[A-Z]+)?", name).group(0), []).append(name)
    rows = sorted(topics.items(), key=lambda row: (-len(row[1]), row[0]))
    lines = ["| begin with | names | such as |", "| --- | --- | --- |"]
    lines += [f"| `{topic}` | {len(all)} | " + ", ".join(f"`{name}`" for name in all[:3]) + " |" for topic, all in rows]
    return "\n".join(lines) + "\n"


def main():
    folders = [pathlib.Path(it) for it in sys.argv[1:]]
    absent = refused()
    lines, table, missing_lists, seen = [], [], [], set()
    for group, (headers, pattern) in GROUPS.items():
        names = [it for it in names_of(headers, pattern, folders) if not group.endswith("values") or it not in seen]
        seen |= set(names)
        missing = undeclared(names, "cooperative_groups" if group == "cooperative groups" else "")
        states = {name: "missing" if name in missing else "refused" if name in absent else "there" for name in names}
        lines += [f"{group}\t{name}\t{state}" for name, state in states.items()]
        count = lambda state: sum(1 for it in states.values() if it == state)
        table.append(f"| {group} | {len(names)} | {count('there')} | {count('refused')} | {count('missing')} |")
        for state, title in (("refused", "refused by name"), ("missing", "missing")):
            of_state = [name for name in names if states[name] == state]
            if of_state:
                missing_lists.append(f"### {group}: {title}\n\n" + by_topic(of_state))
    LIST.write_text("\n".join(lines) + "\n")
    PAGE.write_text(
        "# Coverage\n\n"
        "Which of CUDA 13.0's and ROCm 7's public names the embedded headers have: on the CPU device, and on NVIDIA GPUs with `--headers embedded`.\n"
        "With `--headers toolkit` the headers are NVIDIA's own.\n\n"
        "`tests/coverage/coverage.py` makes this page; `tests/coverage.rs` keeps what is there from going away.\n\n"
        "- *there*: declared, and it does what the manual says.\n"
        "- *refused*: declared, and using it is an error that tells why.\n"
        "- *missing*: using it is an unknown name.\n\n"
        "| group | names | there | refused | missing |\n| --- | --- | --- | --- | --- |\n" + "\n".join(table) + "\n\n"
        + PROGRAMS.read_text() + "\n"
        "## What is not there\n\nBy the words that names begin with. `tests/coverage/names.txt` has every name.\n\n" + "\n".join(missing_lists)
    )
    print("\n".join(table))


main()
