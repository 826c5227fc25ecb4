//! A profile of what the driver does: by CUPTI, where it is.

use std::sync::Mutex;

use super::device::Cuda;
use super::sys::{self, Driver, Record, What};
use crate::device::{Copy, Profiler};
use crate::lock::lock;
use crate::wire::profile::{Activity, Did, KernelRun, Meter, Way};

/// The stream that CUPTI numbers so is the legacy default stream of the first context.
const DEFAULT_STREAM: u32 = 7;

/// When the profile began, on CUPTI's clock.
static BEGAN: Mutex<u64> = Mutex::new(0);

impl Profiler for Cuda {
    fn begin_library(&self, paths: &[String]) -> Result<Meter, String> {
        // CUPTI wants a context, and one to be current where it is asked.
        self.current_context().map_err(|error| error.message)?;
        let cupti = sys::cupti(paths)?;
        // In toolkit mode CUPTI left kernels out at times. Code that is loaded while it is switched on is the likely cause.
        self.kernels.between_loads(|| cupti.begin())?;
        *lock(&BEGAN) = cupti.now();
        Ok(Meter::Cupti(cupti.version()))
    }

    fn end_library(&self) -> Vec<Activity> {
        let Some(cupti) = sys::cupti_in_use() else {
            return Vec::new();
        };
        let began = *lock(&BEGAN);
        let records = cupti.end().into_iter();
        // What ran before is none of the profile's.
        let records = records.filter(|it| it.start >= began && it.end >= it.start);
        records.map(|it| self.told(it, began)).collect()
    }
}

impl Cuda {
    /// From where to where a copy goes, as the driver knows the addresses.
    pub(super) fn way(&self, copy: &Copy) -> Way {
        let known = |driver: &'static Driver| {
            Ok([copy.source, copy.target].map(|it| driver.is_of_device(it)))
        };
        match self.call(known) {
            Ok([source, target]) => Way::between(source, target),
            Err(_) => Way::Unknown,
        }
    }

    fn told(&self, record: Record, began: u64) -> Activity {
        let did = match record.what {
            What::Fill { bytes } => Did::Fill { bytes },
            What::Copy { bytes, kind } => Did::Copy {
                bytes,
                way: way(kind),
            },
            What::Kernel {
                entry,
                grid,
                block,
                shared_bytes,
            } => Did::Kernel(Box::new(KernelRun {
                name: match self.kernels.named(&entry, 0) {
                    Some((_, display)) => display,
                    // Of a library, or unloaded by now.
                    None => entry,
                },
                grid,
                block,
                shared_bytes,
                on_host: None,
            })),
        };
        Activity {
            did,
            device: format!("cuda:{}", record.device),
            stream: match record.stream {
                DEFAULT_STREAM => 0,
                other => u64::from(other),
            },
            start_ns: record.start - began,
            end_ns: record.end - began,
        }
    }
}

/// By `CUpti_ActivityMemcpyKind`; arrays are the device's.
fn way(kind: u8) -> Way {
    match kind {
        1 | 3 => Way::ToDevice,
        2 | 4 => Way::ToHost,
        5..=8 => Way::Within,
        9 => Way::OnHost,
        10 => Way::Peers,
        _ => Way::Unknown,
    }
}
