//! The queue of threads that can run.

/// Indices of threads, first in first out. Each thread is in it once at most, so it never overflows.
#[derive(Default)]
pub(super) struct Ring {
    slots: Box<[u32]>,
    head: u32,
    len: u32,
}

impl Ring {
    /// A ring for this many threads.
    pub(super) fn with_capacity(capacity: usize) -> Ring {
        Ring {
            slots: vec![0; capacity.next_power_of_two()].into(),
            head: 0,
            len: 0,
        }
    }

    /// Threads in it.
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// Takes all out.
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Puts in the threads 0 to `count` - 1, and nothing else.
    pub(super) fn fill(&mut self, count: u32) {
        self.head = 0;
        self.len = count;
        for (slot, linear) in self.slots.iter_mut().zip(0..count) {
            *slot = linear;
        }
    }

    #[inline]
    fn slot(&self, offset: u32) -> usize {
        (self.head.wrapping_add(offset)) as usize & (self.slots.len() - 1)
    }

    /// Puts a thread in, last.
    #[inline]
    pub(super) fn push(&mut self, linear: u32) {
        let slot = self.slot(self.len);
        self.slots[slot] = linear;
        self.len += 1;
    }

    /// Puts threads in, last.
    pub(super) fn extend(&mut self, threads: &[u32]) {
        threads.iter().for_each(|&linear| self.push(linear));
    }

    /// The thread that `pop` would take.
    #[inline]
    pub(super) fn first(&self) -> Option<u32> {
        (self.len > 0).then(|| self.slots[self.slot(0)])
    }

    /// Takes the first thread out.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        if self.len == 0 {
            return None;
        }
        let slot = self.slot(0);
        self.head = self.head.wrapping_add(1);
        self.len -= 1;
        Some(self.slots[slot])
    }
}
