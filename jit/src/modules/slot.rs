//! Kernel slots: the executor's one entry for each kernel symbol.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use arc_swap::{ArcSwapOption, Guard};

use super::delivery::Delivery;
use super::generations::{Generations, Verdict};
use super::module_symbols::symbol_in_module;
use super::table::AddressTable;
use crate::device::LoadedKernel;
use crate::interrupt;
use crate::lock::lock;

/// Loads what a slot has held back, because somebody waits for it.
type Loader = fn(&'static Slot, Delivery);

/// The process's module manager gives it when it starts.
static LOADER: OnceLock<Loader> = OnceLock::new();

/// From now on this loads what slots have held back.
pub(super) fn use_loader(loader: Loader) {
    // As for the module manager, the first one stays.
    let _ = LOADER.set(loader);
}

/// Why a slot has no kernel for who waits for it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoKernel {
    /// The cell that waits was interrupted.
    #[error("it is not compiled yet")]
    NotCompiledYet,
    /// It could not be compiled or loaded, or no image of it will come: a message for people.
    #[error("{0}")]
    Failed(String),
}

/// The entry of one kernel symbol. Lives as long as the process; what it holds can be exchanged.
pub struct Slot {
    symbol: String,
    /// What launches take. Read without a lock; empty until an image is loaded, and after a failure.
    ready: ArcSwapOption<LoadedKernel>,
    /// Address of the newest host function that stands for it; 0 as long as there is none.
    stub: AtomicUsize,
    /// Block and dynamic shared memory of the last launch, as `note_launch` packs them; 0 as long as there was none.
    launched: AtomicU64,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    display: String,
    image: Image,
    generations: Generations<Delivery>,
    /// What is to be loaded once the device has nothing to do, or when somebody waits for it.
    held: Option<Delivery>,
    /// Threads that wait for what comes.
    waiting: usize,
}

/// Time between two looks at whether waiting has a purpose still.
const LOOK_EVERY: Duration = Duration::from_millis(5);

enum Image {
    /// Its image is still being compiled, if a cell names the kernel.
    Awaited,
    /// In `Slot::ready`.
    Loaded,
    /// It could not be compiled or loaded, and why.
    Failed(String),
}

impl Slot {
    /// Mangled symbol.
    pub fn symbol(&self) -> &str {
        &self.symbol
    }

    /// Name for people, such as `scale<float>`.
    pub fn display(&self) -> String {
        self.lock().display.clone()
    }

    /// The newest host function that stands for the kernel.
    pub fn stub(&self) -> *const c_void {
        self.stub.load(Ordering::Acquire) as *const c_void
    }

    /// Notes how it is launched. A launch has just read `ready` beside it, so this costs one store into a line that is there.
    #[inline]
    pub fn note_launch(&self, [x, y, z]: [u32; 3], shared_bytes: u32) {
        let block = x & 0xfff | (y & 0xfff) << 12 | z << 24;
        let packed = u64::from(shared_bytes) << 32 | u64::from(block);
        self.launched.store(packed, Ordering::Relaxed);
    }

    /// Block and dynamic shared memory, bytes, of the last launch.
    pub fn last_launch(&self) -> Option<([u32; 3], u32)> {
        let packed = self.launched.load(Ordering::Relaxed);
        let (block, shared_bytes) = (packed as u32, (packed >> 32) as u32);
        let extents = [block & 0xfff, block >> 12 & 0xfff, block >> 24];
        (packed != 0).then_some((extents, shared_bytes))
    }

    /// The loaded kernel, if it is there now; the launch path, which does not even count references.
    #[inline]
    pub fn ready(&self) -> Guard<Option<Arc<LoadedKernel>>> {
        self.ready.load()
    }

    /// The loaded kernel. Waits while its image is still being compiled, for this kernel only.
    ///
    /// # Errors
    /// There is no kernel, or the cell that waits is interrupted.
    pub fn kernel(&'static self) -> Result<Arc<LoadedKernel>, NoKernel> {
        if let Some(kernel) = self.ready.load_full() {
            return Ok(kernel);
        }
        let mut state = self.lock();
        loop {
            match &state.image {
                Image::Loaded => {
                    if let Some(kernel) = self.ready.load_full() {
                        return Ok(kernel);
                    }
                    return Err(NoKernel::Failed("it has lost its image".to_owned()));
                }
                Image::Failed(message) => return Err(NoKernel::Failed(message.clone())),
                Image::Awaited if !state.generations.promised() => {
                    return Err(NoKernel::Failed(
                        "no cell of the session has it any more; it may have been taken back"
                            .to_owned(),
                    ));
                }
                Image::Awaited if interrupt::asked_here() => {
                    return Err(NoKernel::NotCompiledYet);
                }
                Image::Awaited => state = self.go_on(state, LOOK_EVERY),
            }
        }
    }

    /// The loaded kernel, once it is no draft whose optimised code is to come: what that is like is then known.
    ///
    /// # Errors
    /// As for `kernel`.
    pub fn optimised(&'static self) -> Result<Arc<LoadedKernel>, NoKernel> {
        loop {
            let kernel = self.kernel()?;
            if !kernel.is_draft() {
                return Ok(kernel);
            }
            let state = self.lock();
            if interrupt::asked_here() {
                return Err(NoKernel::NotCompiledYet);
            }
            if self.has_draft() {
                drop(self.go_on(state, LOOK_EVERY));
            }
        }
    }

    /// Does a cell that is linked promise an image?
    pub(super) fn promised(&self) -> bool {
        self.lock().generations.promised()
    }

    /// Does it hold a draft now, which another image is to replace?
    pub(super) fn has_draft(&self) -> bool {
        self.ready()
            .as_ref()
            .is_some_and(|kernel| kernel.is_draft())
    }

    /// Makes do with the draft that it holds; false if it holds none.
    pub(super) fn keep_draft(&self) -> bool {
        let state = self.lock();
        let Some(kernel) = self.ready.load_full().filter(|it| it.is_draft()) else {
            return false;
        };
        kernel.settle();
        drop(state);
        self.changed.notify_all();
        true
    }

    /// Waits until its image is loaded, or known not to come, or `given_up` says so.
    pub(super) fn settle(&'static self, given_up: &dyn Fn() -> bool) {
        let mut state = self.lock();
        while matches!(state.image, Image::Awaited) && state.generations.promised() && !given_up() {
            state = self.go_on(state, LOOK_EVERY);
        }
    }

    /// Loads what was held, or waits for a change.
    fn go_on(
        &'static self,
        mut state: MutexGuard<'static, State>,
        most: Duration,
    ) -> MutexGuard<'static, State> {
        if let Some(delivery) = state.held.take() {
            drop(state);
            if let Some(load) = LOADER.get() {
                load(self, delivery);
            }
            return self.lock();
        }
        state.waiting += 1;
        let (mut state, _) = self
            .changed
            .wait_timeout(state, most)
            .unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state
    }

    /// Keeps what is not to be loaded yet, in place of an older one; gives it back if somebody waits for it.
    pub(super) fn hold(&self, delivery: Delivery) -> Option<Delivery> {
        let mut state = self.lock();
        if state.waiting > 0 {
            return Some(delivery);
        }
        let newer = |held: &Delivery| held.rank() > delivery.rank();
        if !state.held.as_ref().is_some_and(newer) {
            state.held = Some(delivery);
        }
        None
    }

    /// What was held.
    pub(super) fn take_held(&self) -> Option<Delivery> {
        self.lock().held.take()
    }

    /// Puts a loaded kernel into the slot; launches from now on take it. Gives back the one it supersedes.
    pub(crate) fn set_ready(
        &self,
        display: &str,
        kernel: Arc<LoadedKernel>,
    ) -> Option<Arc<LoadedKernel>> {
        let mut state = self.lock();
        let superseded = self.ready.swap(Some(kernel));
        CHANGES.fetch_add(1, Ordering::AcqRel);
        if superseded.is_none() {
            LOADED.fetch_add(1, Ordering::Relaxed);
        }
        state.display = display.to_owned();
        state.image = Image::Loaded;
        drop(state);
        self.changed.notify_all();
        superseded
    }

    /// Makes launches fail with a message.
    pub(crate) fn set_failed(&self, message: String) {
        let mut state = self.lock();
        CHANGES.fetch_add(1, Ordering::AcqRel);
        if self.ready.swap(None).is_some() {
            LOADED.fetch_sub(1, Ordering::Relaxed);
        }
        state.image = Image::Failed(message);
        drop(state);
        self.changed.notify_all();
    }

    /// Makes launches wait for an image; what the slot held is unloaded when no launch needs it any more.
    fn empty(&self, state: &mut State) {
        let superseded = self.ready.swap(None);
        CHANGES.fetch_add(1, Ordering::AcqRel);
        if superseded.is_some() {
            LOADED.fetch_sub(1, Ordering::Relaxed);
        }
        state.image = Image::Awaited;
    }

    /// What is to be done with an image of this generation.
    pub(super) fn judge(&self, generation: u32, draft: bool) -> Verdict {
        self.lock().generations.judge(generation, draft)
    }

    /// Would it take such an image, now or once that one's cell is linked?
    pub(super) fn wants(&self, generation: u32, draft: bool) -> bool {
        self.judge(generation, draft) != Verdict::Drop
    }

    /// Notes the generation of what the slot is about to hold.
    pub(super) fn take(&self, generation: u32, draft: bool) {
        self.lock().generations.took(generation, draft);
    }

    /// Keeps an image whose cell is not linked yet.
    pub(super) fn keep_aside(&self, delivery: Delivery) {
        let (generation, draft) = (delivery.generation, delivery.draft);
        let mut state = self.lock();
        state.generations.keep_aside(generation, draft, delivery);
    }

    /// A linked cell defines the kernel, or makes it be compiled again: launches wait for its image, which this gives if it has come.
    pub(super) fn name(&self, display: &str, cell: u32) -> Option<Delivery> {
        let mut state = self.lock();
        state.display = display.to_owned();
        self.empty(&mut state);
        let come = state.generations.name(cell);
        drop(state);
        self.changed.notify_all();
        come
    }

    /// Cells from `first` on are taken back. True if one of them named the kernel: the slot holds nothing now.
    pub(super) fn undo(&self, first: u32) -> bool {
        let mut state = self.lock();
        // Numbers of cells are given again.
        state.held.take_if(|held| held.generation >= first);
        if !state.generations.undo(first) {
            return false;
        }
        self.empty(&mut state);
        drop(state);
        // A launch that waits for what will not come is told.
        self.changed.notify_all();
        true
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

static LOADED: AtomicU64 = AtomicU64::new(0);
/// How often any slot got or lost a kernel.
static CHANGES: AtomicU64 = AtomicU64::new(1);
static STUBS: AddressTable<Slot> = AddressTable::new();

fn slots() -> MutexGuard<'static, HashMap<String, &'static Slot>> {
    static SLOTS: OnceLock<Mutex<HashMap<String, &'static Slot>>> = OnceLock::new();
    SLOTS
        .get_or_init(Mutex::default)
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// The slot that a stub's address stands for; none if no cell registered it as a kernel's stub. Takes no lock.
#[inline]
pub fn slot_of_stub(stub: *const c_void) -> Option<&'static Slot> {
    STUBS.get(stub as usize)
}

/// The slot of a symbol, made (awaiting its image) if there is none yet.
pub fn slot_named(symbol: &str) -> &'static Slot {
    let mut slots = slots();
    if let Some(slot) = slots.get(symbol) {
        return slot;
    }
    let slot: &'static Slot = Box::leak(Box::new(Slot {
        symbol: symbol.to_owned(),
        ready: ArcSwapOption::empty(),
        stub: AtomicUsize::new(0),
        launched: AtomicU64::new(0),
        state: Mutex::new(State {
            display: symbol.to_owned(),
            image: Image::Awaited,
            generations: Generations::new(),
            held: None,
            waiting: 0,
        }),
        changed: Condvar::new(),
    }));
    slots.insert(symbol.to_owned(), slot);
    if is_of_functions(symbol) {
        lock(&OF_FUNCTIONS).push(slot);
    }
    slot
}

/// The slots through which code of functions comes that others reach by address. They live as long as the process.
static OF_FUNCTIONS: Mutex<Vec<&'static Slot>> = Mutex::new(Vec::new());

/// Does a slot of this symbol take the code of functions of the session? A program's is there before anything of it is launched.
fn is_of_functions(symbol: &str) -> bool {
    symbol.starts_with('&') && symbol_in_module(symbol) == symbol
}

/// The slots of functions for which a cell of the session promises code.
pub(super) fn promised_functions() -> Vec<&'static Slot> {
    let slots = lock(&OF_FUNCTIONS);
    slots.iter().copied().filter(|it| it.promised()).collect()
}

/// Makes a host stub's address stand for a kernel symbol.
pub fn register_stub(stub: *const c_void, symbol: &str) {
    let slot = slot_named(symbol);
    slot.stub.store(stub as usize, Ordering::Release);
    STUBS.insert(stub as usize, slot);
}

/// Another number whenever any slot got or lost a kernel.
pub fn changes() -> u64 {
    CHANGES.load(Ordering::Acquire)
}

/// Slots that hold a loaded kernel.
pub fn kernel_count() -> u64 {
    LOADED.load(Ordering::Relaxed)
}

/// All slots, for what concerns more than one kernel.
pub(super) fn all_slots() -> Vec<&'static Slot> {
    slots().values().copied().collect()
}
