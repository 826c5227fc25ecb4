//! What kernels of a GPU launch. They write it to a queue, and the host launches it when the grid has ended (docs/dynamic-parallelism.md).
//!
//! A launch of a kernel that may launch others returns when these are queued: only the host can queue them, and the stream's next work comes after them.

mod queue;

use std::collections::{HashMap, VecDeque};
use std::ffi::c_void;
use std::iter::successors;
use std::sync::{Arc, Mutex};

use self::queue::{Asked, AskedGrid, Bounds, Facts, Found, Queue};
use super::device_code::SessionKernels;
use super::{Runtime, attribute};
use crate::device::cpu::KernelsBySymbol;
use crate::device::kernel_name::{CopiedName, HEADER_BYTES, bytes_behind, copied};
use crate::device::launches_in_kernels::{
    DEPTH_MAX, beyond_limit, no_kernel, origin, pending_launches_max,
};
use crate::device::{Completion, Copy, Fill, Launch, Result, Status, StreamId};
use crate::interrupt;
use crate::lock::lock;
use crate::modules::{self, LAUNCH_QUEUE, LAUNCH_QUEUE_BYTES};
use crate::wire::DeviceFault;

/// One grid at a time writes to a queue.
static QUEUES: Mutex<()> = Mutex::new(());

/// Something launched, and by whom.
struct Descendant {
    asked: Asked,
    tail: bool,
    parent: Arc<Parent>,
}

/// A grid that has launched something.
struct Parent {
    symbol: String,
    display: String,
    depth: u32,
    launched_by: Option<Arc<Parent>>,
}

/// A host's launch and all that comes of it.
struct Family<'a> {
    runtime: &'a Runtime,
    queue: Queue<'a>,
    facts: Facts,
    /// Kernels' names by their addresses; none: there is no name.
    names: HashMap<u64, Option<CopiedName>>,
    waiting: VecDeque<Descendant>,
}

impl Runtime {
    /// Launches a kernel that may launch others, and all that these launch, each with its own before the next one.
    ///
    /// # Errors
    /// What the device says of a grid. A launch in a kernel that is refused is told on the cell.
    pub(super) fn launch_family(&self, stream: StreamId, launch: Launch) -> Result<()> {
        let number = self.device().device_of_stream(stream);
        let variable = modules::variable_named(LAUNCH_QUEUE);
        let address = variable.and_then(|it| it.storages.get(number));
        let _alone = lock(&QUEUES);
        let mut family = Family {
            runtime: self,
            queue: Queue {
                device: &**self.device(),
                stream,
                address: address.ok_or(Status::INVALID_DEVICE_FUNCTION)?,
            },
            facts: self.facts(number),
            names: HashMap::new(),
            waiting: VecDeque::new(),
        };
        family.run(launch, None, false)?;
        while let Some(next) = family.waiting.pop_front() {
            // The cell ends with the call that this is part of.
            if interrupt::asked() {
                break;
            }
            family.follow(next)?;
        }
        Ok(())
    }

    fn facts(&self, number: usize) -> Facts {
        let properties = self.device_prop(number);
        let attribute = |which: usize| {
            let value = attribute::value(&properties, i32::try_from(which).ok()?)?;
            Some(i32::try_from(value).unwrap_or(i32::MAX))
        };
        let limit = |which: usize| {
            let value = self.limit(i32::try_from(which).unwrap_or(-1));
            value.map_or(u64::MAX, |it| it as u64)
        };
        Facts {
            device: i32::try_from(number).unwrap_or(0),
            devices: i32::try_from(self.device().count()).unwrap_or(1),
            attributes: Box::new(std::array::from_fn(|it| attribute(it).unwrap_or(-1))),
            limits: std::array::from_fn(limit),
        }
    }
}

impl Family<'_> {
    /// Runs one grid. If it may launch something, waits for its end, and puts what it has launched before all else that waits.
    fn run(&mut self, launch: Launch, by: Option<Arc<Parent>>, tail: bool) -> Result<()> {
        let Queue { device, stream, .. } = self.queue;
        let kernel = Arc::clone(&launch.kernel);
        let depth = by.as_ref().map_or(0, |it| it.depth + u32::from(!tail));
        if kernel.launches() {
            let most = pending_launches_max();
            let bounds = Bounds {
                depth,
                depth_max: DEPTH_MAX,
                pending_max: u32::try_from(most).unwrap_or(u32::MAX),
            };
            self.queue.begin(&bounds, &self.facts)?;
        }
        // SAFETY: the arguments were copied by the kernel's own sizes.
        unsafe { device.launch(stream, launch) }?;
        if !kernel.launches() {
            return Ok(());
        }
        device.synchronize_stream(stream)?;
        let parent = Arc::new(Parent {
            symbol: kernel.symbol.clone(),
            display: kernel.display.clone(),
            depth,
            // A grid that others have gone before stands in the place of the first: they may be any number.
            launched_by: match by {
                Some(it) if tail => it.launched_by.clone(),
                other => other,
            },
        });
        let Found {
            entries,
            without_room,
        } = self.queue.read()?;
        if without_room > 0 {
            self.refuse(no_room(without_room), &parent);
        }
        let (last, first): (Vec<_>, Vec<_>) = entries.into_iter().partition(|it| it.tail);
        for entry in first.into_iter().chain(last).rev() {
            self.waiting.push_front(Descendant {
                asked: entry.asked,
                tail: entry.tail,
                parent: Arc::clone(&parent),
            });
        }
        Ok(())
    }

    /// Does one thing that a grid has asked for.
    fn follow(&mut self, next: Descendant) -> Result<()> {
        let Descendant {
            asked,
            tail,
            parent,
        } = next;
        match asked {
            Asked::Grid(grid) => match self.prepare(&grid, &parent) {
                Ok(launch) => self.run(launch, Some(parent), tail),
                Err(fault) => {
                    self.refuse(*fault, &parent);
                    Ok(())
                }
            },
            Asked::Copy(copy) => self.copy(&copy, &parent),
            Asked::Fill(fill) => self.fill(&fill, &parent),
        }
    }

    /// The launch that a thread has asked for, with the newest kernel of that name.
    fn prepare(
        &mut self,
        grid: &AskedGrid,
        parent: &Parent,
    ) -> std::result::Result<Launch, Box<DeviceFault>> {
        let name = self.name(grid.name).ok_or_else(|| Box::new(no_kernel()))?;
        let told = |fault: Box<DeviceFault>| {
            Box::new(fault.in_kernel(&name.display, grid.config.grid, grid.config.block))
        };
        if let Some(beyond) = grid.refused.and_then(beyond_limit) {
            return Err(told(Box::new(beyond)));
        }
        let at = |offset: u32| {
            let parameter = grid.parameters.as_ptr().wrapping_add(offset as usize);
            parameter.cast::<c_void>()
        };
        let within =
            |offset: u32, bytes: u32| (offset as usize + bytes as usize) <= grid.parameters.len();
        if !name.places.iter().all(|it| within(it.offset, it.bytes)) {
            let message = "its parameters do not fit what was launched";
            let fault = DeviceFault::of(Status::INVALID_VALUE.name(), message);
            return Err(told(Box::new(fault)));
        }
        let parameters: Vec<*const c_void> = name.places.iter().map(|it| at(it.offset)).collect();
        let sizes: Vec<u32> = name.places.iter().map(|it| it.bytes).collect();
        // SAFETY: clang has put the parameters there as the name tells, and all lie in the buffer.
        let launch = unsafe {
            SessionKernels.launch(
                &parent.symbol,
                &name.symbol,
                &grid.config,
                &parameters,
                &sizes,
            )
        };
        // The reason is mostly found again, in words.
        match grid.refused {
            Some(status) if launch.is_ok() => {
                let message = "the device has refused the launch";
                Err(told(Box::new(DeviceFault::of(status.name(), message))))
            }
            _ => launch.map_err(told),
        }
    }

    /// The kernel's name at an address of the device.
    fn name(&mut self, address: u64) -> Option<CopiedName> {
        let queue = &self.queue;
        let read = || {
            let mut header = [0; HEADER_BYTES];
            queue.fetch(address, &mut header).ok()?;
            let mut behind = vec![0; bytes_behind(&header)?];
            let at = address + HEADER_BYTES as u64;
            queue.fetch(at, &mut behind).ok()?;
            copied(&header, &behind)
        };
        self.names.entry(address).or_insert_with(read).clone()
    }

    fn copy(&self, copy: &Copy, parent: &Arc<Parent>) -> Result<()> {
        let Queue { device, stream, .. } = self.queue;
        // SAFETY: the driver refuses what lies in no memory of its; to free it meanwhile is the user's mistake.
        let done = unsafe { device.copy(stream, copy, Completion::Queued) };
        self.unless_refused(done, "copy", parent)
    }

    fn fill(&self, fill: &Fill, parent: &Arc<Parent>) -> Result<()> {
        let Queue { device, stream, .. } = self.queue;
        // SAFETY: as above.
        let done = unsafe { device.fill(stream, fill, Completion::Queued) };
        self.unless_refused(done, "fill", parent)
    }

    /// An error of the device's as it is; a mistake of the kernel's is told.
    fn unless_refused(&self, done: Result<()>, what: &str, parent: &Arc<Parent>) -> Result<()> {
        let Err(error) = done else {
            return Ok(());
        };
        if self.queue.device.fault().is_some() {
            return Err(error);
        }
        let message = format!("a {what} that a kernel asked for");
        self.refuse(DeviceFault::of(error.status.name(), message), parent);
        Ok(())
    }

    /// Tells of something that was refused, and who asked for it.
    fn refuse(&self, fault: DeviceFault, parent: &Arc<Parent>) {
        let launchers = successors(Some(parent), |it| it.launched_by.as_ref());
        let origin = origin(launchers.map(|it| (&*it.display, String::new())));
        let message = fault.message.clone() + &origin;
        self.runtime
            .refuse_launch(DeviceFault { message, ..fault }, true);
    }
}

fn no_room(launches: usize) -> DeviceFault {
    let message = format!(
        "{launches} or more launches of one grid found no room among what waits ({} MiB)",
        LAUNCH_QUEUE_BYTES >> 20
    );
    DeviceFault::of(Status::LAUNCH_PENDING_COUNT_EXCEEDED.name(), message)
}
