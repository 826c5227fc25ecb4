//! A kernel that is loaded on a device.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arc_swap::ArcSwapOption;

use super::{Device, KernelId, Passed, Result};
use crate::wire::{Edition, KernelImage};

/// What the module manager knows of a kernel's code once it is linked.
pub struct Linked {
    /// Address of the entry on the host, for devices that run code objects of the host; else 0.
    pub entry: usize,
    /// The code that runs whole blocks of a kernel with barriers, if it has one.
    pub regions: Option<RegionsCode>,
    /// Device addresses of the variables that it uses, in the order of `KernelImage::variables`.
    pub variables: Vec<u64>,
    /// What keeps the code in memory; dropped when the kernel is unloaded.
    pub code: Option<Box<dyn Any + Send + Sync>>,
}

/// Code of a kernel with barriers that runs all threads of a block, region by region. Addresses on the host.
#[derive(Clone, Copy, Debug)]
pub struct RegionsCode {
    /// Its entry.
    pub entry: usize,
    /// A word of 32 bits: what it needs (docs/tiers.md).
    pub needs: usize,
}

/// A loaded kernel. Slots, queued launches and graphs share it; the last one to let go unloads it.
pub struct LoadedKernel {
    /// Mangled symbol.
    pub symbol: String,
    /// Name for people.
    pub display: String,
    /// Size in bytes of each parameter, in order.
    pub param_bytes: Vec<u32>,
    /// Static shared memory, bytes.
    pub shared_bytes: u32,
    /// `__launch_bounds__` maximum; 0 if none.
    pub max_threads: u32,
    /// `__cluster_dims__`: blocks of a cluster along each axis; zeros if it does not say.
    pub cluster: [u32; 3],
    /// Threads of a block that its code's registers leave room for, at most.
    pub threads_fit: u32,
    /// What NVIDIA's runtime library knows it by; 0 if the device is none of its.
    pub runtime_handle: usize,
    /// What it was given.
    pub passed: Passed,
    /// Optimised code is to come, of which the device would say something else than of this.
    draft: AtomicBool,
    /// The generation of its definition, and whether this is a draft of it.
    generation: u32,
    edition: Edition,
    /// The optimised code of this draft, once it is there.
    better: ArcSwapOption<LoadedKernel>,
    /// Its image with a text in the code's place, of which code with fewer registers can be made.
    source: Option<Box<KernelImage>>,
    /// Memory may hold addresses in it.
    stays: bool,
    /// It calls what addresses lead to.
    calls: bool,
    /// It may launch others, which the host finds in a queue when it has ended.
    launches: bool,
    /// Parameters whose pointers serve accesses alone, a bit for each.
    followed: u32,
    id: KernelId,
    device: Arc<dyn Device>,
    /// What each device of the process knows it by, if there are several; 0 where that is not known yet.
    ids: Box<[AtomicU64]>,
    /// The same kernel for devices that need code objects of their own; kept loaded.
    copies: Vec<LoadedKernel>,
}

static LOADED: AtomicU64 = AtomicU64::new(0);

/// Kernels that are loaded, superseded ones that something still holds included.
pub fn code_object_count() -> u64 {
    LOADED.load(Ordering::Relaxed)
}

impl LoadedKernel {
    /// Loads an image on a device.
    ///
    /// # Safety
    /// As for `Device::load_kernel`.
    pub unsafe fn load(
        device: &Arc<dyn Device>,
        image: &KernelImage,
        linked: Linked,
    ) -> Result<LoadedKernel> {
        // SAFETY: the caller's duty is the same.
        let id = unsafe { device.load_kernel(image, linked)? };
        LOADED.fetch_add(1, Ordering::Relaxed);
        Ok(LoadedKernel::of(device, image, id))
    }

    /// A kernel of code that others made. It goes with that code, which is to stay as long as this is launched.
    pub fn of_others(device: &Arc<dyn Device>, image: &KernelImage, id: KernelId) -> LoadedKernel {
        LoadedKernel::of(device, image, id).staying(true)
    }

    fn of(device: &Arc<dyn Device>, image: &KernelImage, id: KernelId) -> LoadedKernel {
        let facts = device.kernel_facts(id);
        let toolkit = Arc::clone(device).toolkit();
        let runtime_handle = toolkit.and_then(|toolkit| toolkit.runtime_handle(id));
        let draft = image.edition == Edition::Draft && device.properties().facts_depend_on_code;
        LoadedKernel {
            symbol: image.symbol.clone(),
            display: image.display.clone(),
            param_bytes: image.param_bytes.clone(),
            shared_bytes: facts.map_or(image.shared_bytes, |facts| facts.shared_bytes),
            max_threads: image.max_threads,
            cluster: image.cluster,
            threads_fit: facts.map_or(u32::MAX, |facts| facts.threads_max),
            runtime_handle: runtime_handle.unwrap_or(0),
            passed: Passed::default(),
            draft: AtomicBool::new(draft),
            generation: image.cell,
            edition: image.edition,
            better: ArcSwapOption::empty(),
            source: None,
            stays: false,
            calls: false,
            launches: false,
            followed: 0,
            id,
            device: Arc::clone(device),
            ids: Box::default(),
            copies: Vec::new(),
        }
    }

    /// Keeps it loaded for ever, if so: a table of virtual functions, a function or a string of its may be known to memory.
    pub fn staying(mut self, stays: bool) -> LoadedKernel {
        self.stays = stays;
        self
    }

    /// Notes what code with fewer registers can be made of.
    pub fn made_of(mut self, source: Option<KernelImage>) -> LoadedKernel {
        self.source = source.map(Box::new);
        self
    }

    /// Its image with a text in the code's place, if code with fewer registers can be made of it.
    pub fn source(&self) -> Option<&KernelImage> {
        self.source.as_deref()
    }

    /// Notes whether it calls what addresses lead to.
    pub fn calling(mut self, calls: bool) -> LoadedKernel {
        self.calls = calls;
        self
    }

    /// Notes the parameters whose pointers serve accesses alone, a bit for each.
    pub fn following(mut self, followed: u32) -> LoadedKernel {
        self.followed = followed;
        self
    }

    /// Does a parameter's pointer serve accesses alone, so that nobody sees it as a number?
    pub fn follows(&self, parameter: usize) -> bool {
        parameter < u32::BITS as usize && self.followed >> parameter & 1 != 0
    }

    /// Does it call what addresses lead to? The code of all functions with thunks must be there before it runs.
    pub fn calls_addresses(&self) -> bool {
        self.calls
    }

    /// Notes whether it may launch others, which the host is to run.
    pub fn launching(mut self, launches: bool) -> LoadedKernel {
        self.launches = launches;
        self
    }

    /// May it launch others, which the host is to run?
    pub fn launches(&self) -> bool {
        self.launches
    }

    /// Is there more to do than to hand a launch of it to the device?
    #[inline]
    pub fn needs_care(&self) -> bool {
        self.calls | self.launches
    }

    /// Makes it one for so many devices, of which some have copies.
    pub fn serving(mut self, devices: usize, copies: Vec<(usize, LoadedKernel)>) -> LoadedKernel {
        self.ids = (0..devices).map(|_| AtomicU64::new(0)).collect();
        for (number, copy) in copies {
            self.ids[number].store(copy.id.0, Ordering::Relaxed);
            self.copies.push(copy);
        }
        self
    }

    /// Is it a draft of which the device says something else than of the optimised code, which is to come?
    pub fn is_draft(&self) -> bool {
        self.draft.load(Ordering::Acquire)
    }

    /// Is this a draft, whose place optimised code may take while it runs?
    pub fn may_give_way(&self) -> bool {
        self.edition == Edition::Draft
    }

    /// The kernel that has come into this one's slot. If it is the optimised code of this draft, launches that are queued already run it, too.
    pub fn give_way_to(&self, newer: &Arc<LoadedKernel>) {
        let optimised = self.may_give_way() && newer.edition != Edition::Draft;
        if optimised && self.generation == newer.generation {
            self.better.store(Some(Arc::clone(newer)));
        }
    }

    /// The optimised code of this draft, if it has come.
    pub fn better(&self) -> Option<Arc<LoadedKernel>> {
        // Most launches are of no draft, and need not look.
        if self.may_give_way() {
            self.better.load_full()
        } else {
            None
        }
    }

    /// Has the optimised code of this draft come?
    pub fn gives_way(&self) -> bool {
        self.better.load().is_some()
    }

    /// No optimised code will come.
    pub fn settle(&self) {
        self.draft.store(false, Ordering::Release);
    }

    /// What the device knows it by that it was loaded on.
    pub fn id(&self) -> KernelId {
        self.id
    }

    /// What the device of a number knows it by; none if nobody has said, and always if there is one device.
    pub fn id_on(&self, number: usize) -> Option<KernelId> {
        let id = self.ids.get(number)?.load(Ordering::Acquire);
        (id != 0).then_some(KernelId(id))
    }

    /// Keeps what the device of a number knows it by, for `id_on`.
    pub fn keep_id(&self, number: usize, id: KernelId) {
        if let Some(kept) = self.ids.get(number) {
            kept.store(id.0, Ordering::Release);
        }
    }
}

impl Drop for LoadedKernel {
    fn drop(&mut self) {
        if self.stays {
            return;
        }
        // SAFETY: `id` came from this device's `load_kernel`. Queued launches hold a reference, so none is pending.
        unsafe { self.device.unload_kernel(self.id) };
        LOADED.fetch_sub(1, Ordering::Relaxed);
    }
}

impl fmt::Debug for LoadedKernel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("LoadedKernel")
            .field("symbol", &self.symbol)
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}
