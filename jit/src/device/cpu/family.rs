//! A grid and all that its threads launch, and the threads of those.
//!
//! Work runs in the order in which it was launched, what a grid has launched before what follows that grid. So each stream is in order, every event
//! has happened when something waits for it, and the host's stack does not grow with the depth.

use std::collections::VecDeque;
use std::iter::successors;
use std::sync::Arc;

use super::children::{Child, Children, Family, Work};
use super::device::{CpuBackend, Loaded};
use super::grid::Part;
use super::overruns::Reached;
use super::{Fault, FaultKind, Grid, device_runtime, report};
use crate::device::rows::{fill_rows, move_rows};
use crate::device::{Launch, LoadedKernel, launches_in_kernels, profile};
use crate::wire::profile::{Did, OnHost, RunTier};
use crate::wire::{DeviceFault, FaultCause, KernelPlace, Tier};

type Outcome<T> = std::result::Result<T, Box<DeviceFault>>;

/// A grid that has launched something.
struct Parent {
    kernel: Arc<LoadedKernel>,
    depth: u32,
    launched: Option<Launched>,
}

/// Who launched a grid, and at which site of its kernel.
#[derive(Clone)]
struct Launched {
    by: Arc<Parent>,
    site: u32,
    tail: bool,
}

/// A grid while it runs.
struct Running<'a> {
    backend: &'a CpuBackend,
    launch: &'a Launch,
    launched: Option<Launched>,
}

/// Something launched, and by whom.
struct Descendant {
    child: Child,
    parent: Arc<Parent>,
}

impl Running<'_> {
    fn depth(&self) -> u32 {
        let launched = self.launched.as_ref();
        launched.map_or(0, |it| it.by.depth + u32::from(!it.tail))
    }

    fn parent(&self) -> Arc<Parent> {
        // A grid that others have gone before stands in the place of the first: they may be any number.
        let launched = match &self.launched {
            Some(it) if it.tail => it.by.launched.clone(),
            other => other.clone(),
        };
        Arc::new(Parent {
            kernel: Arc::clone(&self.launch.kernel),
            depth: self.depth(),
            launched,
        })
    }
}

impl Family for Running<'_> {
    fn run(&self, children: Vec<Child>) -> Outcome<()> {
        self.backend.run_all(descendants(children, &self.parent()))
    }

    fn owns(&self, address: u64) -> bool {
        self.backend.engine().heap().covers(address as usize)
    }

    fn symbol(&self) -> &str {
        &self.launch.kernel.symbol
    }

    fn origin(&self, site: u32) -> String {
        let by = self.parent();
        let tail = false;
        origin(self.backend, Some(&Launched { by, site, tail }))
    }
}

fn descendants(children: Vec<Child>, parent: &Arc<Parent>) -> VecDeque<Descendant> {
    let of_parent = |child| Descendant {
        child,
        parent: Arc::clone(parent),
    };
    children.into_iter().map(of_parent).collect()
}

/// Lines that say who launched a grid, and who that.
fn origin(backend: &CpuBackend, launched: Option<&Launched>) -> String {
    let launchers = successors(launched, |it| it.by.launched.as_ref());
    launches_in_kernels::origin(launchers.map(|Launched { by, site, .. }| {
        let place = report::place_of(&backend.loaded(&by.kernel).kernel.sites, *site);
        let place = place.map_or_else(String::new, |place| format!(" at {place}"));
        (&*by.kernel.display, place)
    }))
}

impl CpuBackend {
    /// Runs a grid of the host's to its end, which is that of all that it launches.
    ///
    /// # Safety
    /// As for `Device::launch`.
    pub(super) unsafe fn run_family(&self, launch: &Launch) -> Outcome<()> {
        // SAFETY: the caller's duty is the same.
        let launched = unsafe { self.run_grid(launch, None)? };
        if launched.is_empty() {
            return Ok(());
        }
        self.run_all(launched)
    }

    fn run_all(&self, mut queue: VecDeque<Descendant>) -> Outcome<()> {
        while let Some(Descendant { child, parent }) = queue.pop_front() {
            match child.work {
                Work::Grid(launch) => {
                    let by = Launched {
                        by: parent,
                        site: child.site,
                        tail: child.tail,
                    };
                    // SAFETY: the parameters were copied by the kernel's own sizes.
                    let launched = unsafe { self.run_grid(&launch, Some(by))? };
                    launched
                        .into_iter()
                        .rev()
                        .for_each(|it| queue.push_front(it));
                }
                // SAFETY: both ranges lie in memory that was allocated when a kernel asked for this; to free it meanwhile is the user's mistake.
                Work::Copy(copy) => unsafe { move_rows(&copy) },
                // SAFETY: as above; bytes have no alignment.
                Work::Fill(fill) => unsafe { fill_rows(&fill) },
            }
        }
        Ok(())
    }

    /// Runs a launch from a block on with this code, and gives the first block that is left for better code.
    ///
    /// # Safety
    /// As for `Device::launch`; `kernel` is the launch's, or better code of the same one.
    unsafe fn run_part(
        &self,
        kernel: &Arc<LoadedKernel>,
        launch: &Launch,
        grid: &Grid,
        children: &Children<'_>,
        first: u64,
    ) -> std::result::Result<u64, Fault> {
        let loaded = self.loaded(kernel);
        let reached = || Reached::by(launch, &loaded.linked.variables);
        let gives_way = || kernel.gives_way();
        let part = Part {
            first,
            gives_way: match kernel.may_give_way() {
                true => Some(&gives_way),
                false => None,
            },
        };
        let arguments = launch.arguments.pointers();
        // SAFETY: the arguments were copied by the kernel's own sizes, and `launch` keeps them.
        let run = || unsafe {
            self.engine()
                .run_part(&loaded.kernel, grid, arguments, children, part)
        };
        let heap = self.engine().heap();
        self.overruns.around(heap, &loaded.witness, reached, run)
    }

    /// Runs one grid; gives what it has launched.
    ///
    /// # Safety
    /// As for `Device::launch`.
    unsafe fn run_grid(
        &self,
        launch: &Launch,
        launched: Option<Launched>,
    ) -> Outcome<VecDeque<Descendant>> {
        let grid = Grid {
            grid: launch.config.grid,
            block: launch.config.block,
            dynamic_shared: launch.config.dynamic_shared_bytes,
            cooperative: launch.config.cooperative,
            cluster: launch.config.cluster_of(&launch.kernel).unwrap_or([1; 3]),
        };
        let running = Running {
            backend: self,
            launch,
            launched,
        };
        let children = Children::of(&running, running.depth());
        let start = profile::start();
        let (mut threads, mut draft) = (1, false);
        let mut first = 0;
        while first < grid.blocks().max(1) {
            // What was queued as a draft may have better code by now, and so may its blocks while others run.
            let better = launch.kernel.better();
            let kernel = better.as_ref().unwrap_or(&launch.kernel);
            // SAFETY: the caller's duty is the same; better code takes the same arguments.
            let ran = unsafe { self.run_part(kernel, launch, &grid, &children, first) };
            if start.is_some() {
                threads = threads.max(super::engine::threads_of_last_run());
                draft |= kernel.may_give_way();
            }
            first = ran.map_err(|fault| {
                let of_child = children.take_failed();
                of_child.unwrap_or_else(|| self.described(fault, kernel, &running))
            })?;
        }
        profile::done(start, &self.properties.id, || {
            self.profiled(launch, threads, draft)
        });
        let (rest, unread) = children.finish();
        if let Some(kernels) = device_runtime::kernels() {
            unread
                .into_iter()
                .for_each(|refused| kernels.refused(refused));
        }
        if rest.is_empty() {
            return Ok(VecDeque::new());
        }
        Ok(descendants(rest, &running.parent()))
    }

    /// A launch, as a profile tells it.
    fn profiled(&self, launch: &Launch, threads: u32, draft: bool) -> Did {
        let better = launch.kernel.better();
        let kernel = &self
            .loaded(better.as_ref().unwrap_or(&launch.kernel))
            .kernel;
        let regions = kernel.regions_for(launch.config.block, self.engine().config());
        let tier = match (kernel.tier(), regions) {
            (Tier::Block, _) => RunTier::Loops,
            (Tier::Thread, Some(_)) => RunTier::Regions,
            (Tier::Thread, None) => RunTier::Fibers,
            (Tier::Watched, _) => RunTier::Watched,
        };
        let mut run = profile::kernel(&launch.config, &launch.kernel);
        run.on_host = Some(OnHost {
            tier,
            threads,
            draft,
        });
        Did::Kernel(Box::new(run))
    }

    /// What the device has loaded a kernel as.
    fn loaded<'kernel>(&self, kernel: &'kernel LoadedKernel) -> &'kernel Loaded {
        let copy = self.number.and_then(|number| kernel.id_on(number));
        let id = copy.unwrap_or_else(|| kernel.id());
        // SAFETY: a kernel keeps itself and its copies loaded, so this is the address of a live `Loaded`.
        unsafe { &*(id.0 as *const Loaded) }
    }

    fn described(
        &self,
        fault: Fault,
        kernel: &Arc<LoadedKernel>,
        running: &Running,
    ) -> Box<DeviceFault> {
        let mut fault = describe(fault, running.launch, self.loaded(kernel));
        if self.number.is_some() && fault.cause != FaultCause::Interrupted {
            fault.message = format!("{}, on `{}`", fault.message, self.properties.id);
        }
        fault.message += &origin(self, running.launched.as_ref());
        Box::new(fault)
    }
}

fn describe(fault: Fault, launch: &Launch, loaded: &Loaded) -> DeviceFault {
    let entry = loaded.linked.entry;
    let known = fault.addresses.iter().filter(|&&address| address != 0);
    let offsets: Vec<i64> = known
        .map(|address| address.wrapping_sub(entry).cast_signed() as i64)
        .collect();
    let place = (!offsets.is_empty()).then(|| {
        Box::new(KernelPlace {
            symbol: launch.kernel.symbol.clone(),
            entry: loaded.entry.clone(),
            offsets,
            code: Vec::new(),
        })
    });
    let cause = match fault.error == FaultKind::Interrupted {
        true => FaultCause::Interrupted,
        false => FaultCause::Error,
    };
    let told = DeviceFault::of(fault.error.name(), fault.message).because(cause);
    DeviceFault {
        block_idx: fault.block_idx,
        thread_idx: fault.thread_idx,
        place,
        ..told.in_kernel(
            &launch.kernel.display,
            launch.config.grid,
            launch.config.block,
        )
    }
}
