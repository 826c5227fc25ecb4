//! What HIP is asked: the calls of load, launch, redefinition, unload, memory, streams and events, and of two devices.

use crate::session::{EVERYTHING, START, Session, USUAL, run};

/// What loads, launches and unloads.
const OF_KERNELS: [&str; 6] = [
    "hipModuleLoadData",
    "hipModuleGetFunction",
    "hipModuleGetGlobal",
    "hipModuleLaunchKernel",
    "hipModuleUnload",
    "hipDeviceSynchronize",
];

#[test]
fn a_kernel_is_loaded_once_launched_and_redefined() {
    let ran = USUAL.run(&format!(
        "{START}__global__ void k(int *p) {{ *p = 1; }}
k<<<2, 64>>>(p);
k<<<3, 32, 128>>>(p);
__global__ void k(int *p) {{ *p = 2; }}
k<<<1, 1>>>(p);
hipDeviceSynchronize();
"
    ));
    assert!(ran.success, "{}", ran.said());
    assert_eq!(
        ran.of(&OF_KERNELS),
        [
            "device 0: hipModuleLoadData module 1 of ABI version 4",
            "device 0: hipModuleGetFunction function 1 of module 1: _Z1kPi",
            "device 0: hipModuleLaunchKernel function 1 (2,1,1) (64,1,1) 0 stream 0",
            "device 0: hipDeviceSynchronize ",
            "device 0: hipModuleLaunchKernel function 1 (3,1,1) (32,1,1) 128 stream 0",
            "device 0: hipDeviceSynchronize ",
            "device 0: hipModuleLoadData module 2 of ABI version 4",
            "device 0: hipModuleGetFunction function 2 of module 2: _Z1kPi",
            "device 0: hipModuleLaunchKernel function 2 (1,1,1) (1,1,1) 0 stream 0",
            "device 0: hipDeviceSynchronize ",
            "device 0: hipModuleUnload module 1",
            "device 0: hipDeviceSynchronize ",
        ],
        "{}",
        ran.said()
    );
    assert_eq!(
        ran.of(&["hipSetDevice"]),
        ["device 0: hipSetDevice 0"],
        "by its own thread, once"
    );
}

#[test]
fn variables_have_storage_and_kernels_a_table_of_it() {
    let ran = USUAL.run(
        "#include <hip/hip_runtime.h>
__device__ int total = 3;
__global__ void add(int n) { total += n; }
add<<<1, 1>>>(2);
int back; hipMemcpyFromSymbol(&back, total, 4);
back
__device__ int total = 5;
add<<<1, 1>>>(2);
",
    );
    assert!(ran.success, "{}", ran.said());
    assert!(ran.stdout.contains("(int) 3"), "{}", ran.said());
    // The kernel is compiled again for the variable's other definition.
    assert_eq!(
        ran.of(&["hipModuleGetGlobal"]),
        [
            "device 0: hipModuleGetGlobal module 1: _Z3addi_vars",
            "device 0: hipModuleGetGlobal module 2: _Z3addi_vars"
        ],
        "{}",
        ran.said()
    );
    // The address of the variable; that of the other one, in the old module and in the new one.
    let filled = ran.of(&["hipMemcpyAsync"]);
    let filled = filled.iter().filter(|it| it.contains(" 8 4 stream "));
    assert_eq!(filled.count(), 3, "{}", ran.said());
}

#[test]
fn each_device_loads_its_own_module_by_its_own_thread() {
    let two = Session {
        environment: &[("HIP_STAND_IN_DEVICES", "2")],
        ..USUAL
    };
    let ran = two.run(&format!(
        "{START}__global__ void k(int *p) {{ *p = 1; }}
k<<<1, 1>>>(p);
hipSetDevice(1);
int *q; hipMalloc(&q, 512);
k<<<4, 1>>>(q);
hipDeviceSynchronize();
__global__ void k(int *p) {{ *p = 2; }}
k<<<5, 1>>>(q);
"
    ));
    assert!(ran.success, "{}", ran.said());
    let loads = ran.of(&["hipModuleLoadData"]);
    let on = |number: usize| {
        let place = format!("device {number}:");
        loads.iter().filter(|it| it.starts_with(&place)).count()
    };
    assert_eq!((on(0), on(1)), (2, 2), "{}", ran.said());
    assert!(
        ran.calls.contains(&"device 1: hipMalloc 512".to_owned()),
        "{}",
        ran.said()
    );
    for launch in ran.of(&["hipModuleLaunchKernel"]) {
        let device = if launch.contains("(1,1,1) (1,1,1)") {
            0
        } else {
            1
        };
        assert!(
            launch.starts_with(&format!("device {device}:")),
            "{launch}\n{}",
            ran.said()
        );
    }
    // Each thread of the devices' own once: those that do things, and the one that waits for device 1.
    let mut set = ran.of(&["hipSetDevice"]);
    set.sort_unstable();
    assert_eq!(
        set,
        [
            "device 0: hipSetDevice 0",
            "device 0: hipSetDevice 1",
            "device 0: hipSetDevice 1"
        ],
        "{}",
        ran.said()
    );
    // Both modules of the first version, each where it was loaded.
    let unloaded = ran.of(&["hipModuleUnload"]);
    assert_eq!(unloaded.len(), 2, "{}", ran.said());
    assert!(unloaded[0].starts_with("device 0:") != unloaded[1].starts_with("device 0:"));
}

#[test]
fn a_device_that_is_not_the_first_is_reached_by_its_thread() {
    let second = Session {
        device: "hip:1",
        environment: &[("HIP_STAND_IN_DEVICES", "2")],
        ..USUAL
    };
    let ran = second.run(&format!(
        "{START}__global__ void k(int *p) {{ *p = 1; }}
k<<<2, 64>>>(p);
hipStreamSynchronize(0);
int device; hipGetDevice(&device);
device
hipDeviceProp_t about; hipGetDeviceProperties(&about, 1); about.gcnArchName
"
    ));
    assert!(ran.success, "{}", ran.said());
    assert!(ran.stdout.contains("(int) 1"), "{}", ran.said());
    let architecture = "\"gfx942:sramecc+:xnack-\"";
    assert!(ran.stdout.contains(architecture), "{}", ran.said());
    let calls = ran.of(&["hipMalloc", "hipModuleLoadData", "hipModuleLaunchKernel"]);
    assert_eq!(calls.len(), 3, "{}", ran.said());
    for call in calls {
        assert!(call.starts_with("device 1:"), "{call}\n{}", ran.said());
    }
    // The null stream is waited for by an event: the thread that launches waits for nobody.
    assert_eq!(ran.of(&["hipEventSynchronize"]).len(), 1, "{}", ran.said());
}

#[test]
fn memory_streams_and_events_are_hips_own() {
    let ran = USUAL.run(EVERYTHING);
    assert!(ran.success, "{}", ran.said());
    let expected = [
        "device 0: hipMalloc 256",
        "device 0: hipMallocManaged 256 1",
        "device 0: hipHostMalloc 256 0x3",
        "device 0: hipHostRegister 256 0x3",
        "device 0: hipMemsetD8Async 256 stream 0",
        "device 0: hipMemsetD16Async 16 stream 0",
        "device 0: hipMemsetD32Async 16 stream 0",
        "device 0: hipMemset2DAsync 8 x 4 stream 0",
        "device 0: hipMemcpyAsync 256 4 stream 0",
        "device 0: hipMemcpy2DAsync 8 x 4 4 stream 0",
        "device 0: hipHostUnregister ",
        "device 0: hipHostFree ",
        "device 0: hipFree ",
        "device 0: hipDeviceSetLimit 0 4096",
    ];
    for call in expected {
        assert!(
            ran.calls.iter().any(|it| it == call),
            "no `{call}`\n{}",
            ran.said()
        );
    }
    // Events are made some at a time, a stream when it is asked for; its work being done it is kept.
    assert_eq!(ran.of(&["hipEventCreateWithFlags"]).len(), 8);
    assert!(ran.of(&["hipStreamDestroy"]).is_empty(), "{}", ran.said());
    let order = ran.of(&[
        "hipEventRecord",
        "hipModuleLaunchKernel",
        "hipStreamWaitEvent",
    ]);
    let stream = order[0].rsplit(' ').next().unwrap_or_default();
    let expected = [
        format!("device 0: hipEventRecord event 1 stream {stream}"),
        format!("device 0: hipModuleLaunchKernel function 1 (1,1,1) (1,1,1) 0 stream {stream}"),
        format!("device 0: hipEventRecord event 8 stream {stream}"),
        "device 0: hipStreamWaitEvent stream 0 event 8 0".to_owned(),
    ];
    assert!(stream != "0" && order[..4] == expected, "{}", ran.said());
}

#[test]
fn managed_memory_is_the_hosts_where_hip_has_none() {
    let failing = Session {
        environment: &[("HIP_STAND_IN_FAIL", "hipMallocManaged=801")],
        ..USUAL
    };
    let ran = failing.run(
        "#include <hip/hip_runtime.h>
int *m; hipMallocManaged(&m, 64)
m[3] = 5;
hipFree(m)
",
    );
    assert!(ran.success, "{}", ran.said());
    // Portable, mapped and coherent; and freed as what it is.
    assert_eq!(
        ran.of(&["hipHostMalloc", "hipHostFree", "hipFree"]),
        [
            "device 0: hipHostMalloc 64 0x40000003",
            "device 0: hipHostFree "
        ],
        "{}",
        ran.said()
    );
}

#[test]
fn a_file_of_code_objects_is_one_module_with_several_kernels() {
    let made = tempfile::tempdir().expect("writable");
    let source = "#include <hip/hip_runtime.h>
__device__ int count;
extern \"C\" __global__ void add(int by, long at) { count += by + at; }
__global__ void get(int *out) { *out = count; }
";
    std::fs::write(made.path().join("two.hip"), source).expect("writable");
    let words = ["compile", "two.hip", "--arch", "gfx942", "-o", "."];
    let (good, _, said) = run(&words, "", &[], made.path());
    assert!(good, "{said}");
    let file = made.path().join("two.gfx942.hsaco");
    let file = file.display();
    let ran = USUAL.run(&format!(
        "{START}%load {file}
extern \"C\" __global__ void add(int, long);
add<<<2, 64>>>(1, 2);
get<<<1, 1>>>(p);
%load {file}
get<<<1, 1>>>(p);
extern \"C\" __global__ void other(int);
"
    ));
    assert!(ran.success, "{}", ran.said());
    let calls = ran.of(&[
        "hipModuleLoadData",
        "hipModuleGetFunction",
        "hipModuleLaunchKernel",
        "hipModuleUnload",
    ]);
    let loads = calls.iter().filter(|it| it.contains("LoadData")).count();
    assert_eq!(loads, 1, "{}", ran.said());
    assert!(
        !calls.iter().any(|it| it.contains("Unload")),
        "{}",
        ran.said()
    );
    for kernel in ["of module 1: add", "of module 1: _Z3getPi"] {
        assert!(calls.iter().any(|it| it.contains(kernel)), "{}", ran.said());
    }
    let launches = calls.iter().filter(|it| it.contains("Launch")).count();
    assert_eq!(launches, 3, "{}", ran.said());
}

#[test]
fn a_kernel_that_is_declared_otherwise_than_its_file_has_it_is_refused() {
    let made = tempfile::tempdir().expect("writable");
    let source = "#include <hip/hip_runtime.h>
extern \"C\" __global__ void add(int by, long at) {}
";
    std::fs::write(made.path().join("one.hip"), source).expect("writable");
    for architecture in ["gfx942", "gfx1100"] {
        let words = ["compile", "one.hip", "--arch", architecture, "-o", "."];
        let (good, _, said) = run(&words, "", &[], made.path());
        assert!(good, "{said}");
    }
    let file = made.path().join("one.gfx942.hsaco");
    let ran = USUAL.run(&format!(
        "%load {}
extern \"C\" __global__ void add(int);
int after = 1;
",
        file.display()
    ));
    assert!(!ran.success, "{}", ran.said());
    let said = "`add` is declared with a parameter of 4 bytes";
    assert!(ran.stderr.contains(said), "{}", ran.said());
    let other = made.path().join("one.gfx1100.hsaco");
    let ran = USUAL.run(&format!("%load {}\n", other.display()));
    let said = "it has a code object for gfx1100, and this session's device is gfx942";
    assert!(ran.stderr.contains(said), "{}", ran.said());
}
