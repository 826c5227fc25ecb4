//! What `<<<>>>` pushes: configurations of launches, until the stub that clang calls next takes one.

use std::cell::{Cell, RefCell};

use super::handles::Handle;
use super::types::Dim3;

/// What one `<<<>>>` says.
#[derive(Clone, Copy)]
pub(super) struct Configured {
    pub(super) grid: Dim3,
    pub(super) block: Dim3,
    pub(super) shared_bytes: usize,
    pub(super) stream: Handle,
}

/// What a thread has pushed and not popped: nearly always one configuration.
struct Pushed {
    count: Cell<usize>,
    last: Cell<Configured>,
    /// A stub has taken a configuration: the thread's next launch is that stub's, which looks at no error.
    stub_launches: Cell<bool>,
}

thread_local! {
    /// It has no destructor, so that access is a plain load.
    static PUSHED: Pushed = const {
        const NONE: Dim3 = Dim3 { x: 0, y: 0, z: 0 };
        Pushed {
            count: Cell::new(0),
            last: Cell::new(Configured { grid: NONE, block: NONE, shared_bytes: 0, stream: 0 }),
            stub_launches: Cell::new(false),
        }
    };
    /// What was pushed before the last: the arguments of a launch may launch.
    static PUSHED_BEFORE: RefCell<Vec<Configured>> = const { RefCell::new(Vec::new()) };
}

impl Pushed {
    #[inline]
    fn push(&self, configured: Configured) {
        let count = self.count.get();
        if count > 0 {
            self.put_aside();
        }
        self.count.set(count + 1);
        self.last.set(configured);
    }

    #[inline]
    fn pop(&self) -> Option<Configured> {
        let count = self.count.get().checked_sub(1)?;
        let configured = self.last.get();
        self.count.set(count);
        self.stub_launches.set(true);
        if count > 0 {
            self.take_back();
        }
        Some(configured)
    }

    #[cold]
    fn put_aside(&self) {
        PUSHED_BEFORE.with_borrow_mut(|before| before.push(self.last.get()));
    }

    #[cold]
    fn take_back(&self) {
        if let Some(before) = PUSHED_BEFORE.with_borrow_mut(Vec::pop) {
            self.last.set(before);
        }
    }
}

/// Keeps what a `<<<>>>` of the calling thread says.
#[inline]
pub(super) fn push(configured: Configured) {
    PUSHED.with(|pushed| pushed.push(configured));
}

/// What the calling thread pushed last and has not popped.
#[inline]
pub(super) fn pop() -> Option<Configured> {
    PUSHED.with(Pushed::pop)
}

/// Is the calling thread in a launch that `<<<>>>` makes? Nobody sees the error that it gives.
pub(super) fn stub_launches() -> bool {
    PUSHED.with(|pushed| pushed.stub_launches.get())
}

/// A launch of the calling thread is over; tells whether a stub made it.
#[inline]
pub(super) fn end_launch() -> bool {
    PUSHED.with(|pushed| pushed.stub_launches.replace(false))
}
