//! What is said, and lives on, when a function of HIP's fails.

use crate::session::{EVERYTHING, START, Session, USUAL};

/// Functions without which a session cannot begin: it says which one failed.
const AT_START: [&str; 9] = [
    "hipInit",
    "hipGetDeviceCount",
    "hipDeviceGetName",
    "hipDeviceTotalMem",
    "hipDeviceGetAttribute",
    "hipGetDevicePropertiesR0600",
    "hipDeviceGetPCIBusId",
    "hipSetDevice",
    "hipStreamCreateWithPriority",
];

#[test]
fn a_session_whose_start_fails_says_at_which_call() {
    for function in AT_START {
        let fail = format!("{function}=999");
        let failing = Session {
            environment: &[("HIP_STAND_IN_FAIL", &fail)],
            ..USUAL
        };
        let ran = failing.run("1\n");
        assert!(!ran.success, "{function}: {}", ran.said());
        let told = format!("`{function}` gives hipErrorUnknown");
        let told = told.replace("R0600", "");
        assert!(ran.stderr.contains(&told), "{function}: {}", ran.said());
    }
}

/// Functions that a session calls later, each with what is then to be read; empty: the program gets the error and the session has nothing to say.
const LATER: [(&str, &str); 28] = [
    ("hipMalloc", ""),
    ("hipMallocManaged", ""),
    ("hipHostMalloc", ""),
    ("hipHostRegister", ""),
    ("hipHostGetDevicePointer", ""),
    ("hipHostUnregister", ""),
    ("hipHostFree", ""),
    ("hipFree", ""),
    ("hipMemcpy2DAsync", ""),
    ("hipMemsetD16Async", ""),
    ("hipMemsetD32Async", ""),
    ("hipMemset2DAsync", ""),
    ("hipMemGetInfo", ""),
    ("hipEventCreateWithFlags", ""),
    ("hipEventRecord", ""),
    ("hipEventQuery", ""),
    ("hipEventSynchronize", ""),
    ("hipEventElapsedTime", ""),
    ("hipEventDestroy", ""),
    ("hipStreamWaitEvent", ""),
    ("hipStreamAddCallback", ""),
    ("hipDeviceSetLimit", ""),
    ("hipGetDevice", ""),
    ("hipFuncGetAttribute", ""),
    ("hipModuleUnload", ""),
    (
        "hipModuleLoadData",
        "its code could not be loaded: cudaErrorUnknown: `hipModuleLoadData` gives hipErrorUnknown",
    ),
    (
        "hipModuleGetFunction",
        "its code could not be loaded: cudaErrorUnknown: `hipModuleGetFunction` gives hipErrorUnknown",
    ),
    (
        "hipModuleGetGlobal",
        "its code could not be loaded: cudaErrorUnknown: `hipModuleGetGlobal` gives hipErrorUnknown",
    ),
];

#[test]
fn a_call_that_fails_later_costs_no_session() {
    for (function, told) in LATER {
        let fail = format!("{function}=999");
        let failing = Session {
            environment: &[("HIP_STAND_IN_FAIL", &fail)],
            ..USUAL
        };
        let ran = failing.run(&format!("{EVERYTHING}6 * 7\n"));
        let failed = ran.of(&[function]);
        assert!(
            failed.iter().any(|it| it.ends_with(" fails")),
            "{function} is not called: {}",
            ran.said()
        );
        assert!(
            ran.stdout.trim_end().ends_with("(int) 42"),
            "{function}: {}",
            ran.said()
        );
        assert!(ran.stderr.contains(told), "{function}: {}", ran.said());
    }
}

#[test]
fn what_fails_in_a_launch_or_a_copy_is_told_and_the_session_goes_on() {
    for function in [
        "hipModuleLaunchKernel",
        "hipMemcpyAsync",
        "hipMemsetD8Async",
    ] {
        let fail = format!("{function}=2");
        let failing = Session {
            // The first ones are of the session itself: variables and their tables.
            environment: &[
                ("HIP_STAND_IN_FAIL", &fail),
                ("HIP_STAND_IN_FAIL_FROM", "2"),
            ],
            ..USUAL
        };
        let ran = failing.run(&format!(
            "{START}__global__ void k(int *p) {{ *p = 1; }}
int here[64];
for (int i = 0; i < 3; i++) {{ k<<<1, 1>>>(p); }}
for (int i = 0; i < 3; i++) hipMemcpy(p, here, 256, hipMemcpyDefault);
for (int i = 0; i < 3; i++) hipMemset(p, 0, 256);
hipPeekAtLastError()
6 * 7
"
        ));
        assert!(
            ran.stdout.contains("hipErrorOutOfMemory")
                || ran.stderr.contains("OutOfMemory")
                || ran.stderr.contains("MemoryAllocation"),
            "{function}: {}",
            ran.said()
        );
        assert!(
            ran.stdout.contains("(int) 42"),
            "{function}: {}",
            ran.said()
        );
    }
}

#[test]
fn a_fault_of_a_kernel_costs_the_executor_and_not_the_session() {
    let folder = tempfile::tempdir().expect("writable");
    let once = folder.path().join("once");
    let failing = Session {
        environment: &[
            ("HIP_STAND_IN_FAIL", "hipDeviceSynchronize=719"),
            ("HIP_STAND_IN_ONCE", once.to_str().expect("it is text")),
        ],
        ..USUAL
    };
    let ran = failing.run(&format!(
        "{START}__global__ void k(int *p) {{ *p = 1; }}
k<<<2, 64>>>(p);
int *again; hipMalloc(&again, 64);
k<<<4, 32>>>(again);
6 * 7
"
    ));
    assert!(
        ran.stderr.contains("unspecified launch failure") && ran.stderr.contains('k'),
        "{}",
        ran.said()
    );
    assert!(ran.stdout.contains("(int) 42"), "{}", ran.said());
    let launches = ran.of(&["hipModuleLaunchKernel"]);
    assert_eq!(
        launches.last(),
        Some(&"device 0: hipModuleLaunchKernel function 1 (4,1,1) (32,1,1) 0 stream 0"),
        "in the new process: {}",
        ran.said()
    );
    assert_eq!(ran.of(&["hipInit"]).len(), 2, "{}", ran.said());
}
