//! Operations among the lanes of a warp: who has arrived, and what each lane gets.
//!
//! Lanes meet by mask and operation, not by call site, as on hardware since Volta. The last lane to arrive computes the
//! results of all. Lanes that have returned are dropped from masks.

/// An operation among lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum WarpOp {
    /// `__syncwarp`
    Sync,
    /// `__ballot_sync`, and what headers make of it.
    Ballot,
    /// The four shuffles.
    Shuffle(Shuffle),
    /// `__match_any_sync`
    MatchAny,
    /// `__match_all_sync`
    MatchAll,
    /// `__reduce_*_sync`
    Reduce(Reduction),
    /// `__activemask`; the site is part of what lanes meet by.
    ActiveMask(u32),
    /// Keeping in step before an access to memory. The points of a kernel are numbered: lanes at the lowest are behind the others.
    Step(u32),
}

/// Which lane a shuffle reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shuffle {
    Index,
    Up,
    Down,
    Xor,
}

impl Shuffle {
    /// The kind that primitives pass as a number.
    pub(super) fn from_number(kind: u32) -> Shuffle {
        match kind & 3 {
            0 => Shuffle::Index,
            1 => Shuffle::Up,
            2 => Shuffle::Down,
            _ => Shuffle::Xor,
        }
    }

    /// The lane that `lane` reads; itself where CUDA says that its own value is given.
    ///
    /// As PTX has it: the operand is taken modulo the warp's size, segments of `width` lanes are separate, but `Xor` may read
    /// from earlier segments.
    fn source(self, lane: u32, operand: u32, width: u32, warp_size: u32) -> u32 {
        let width = if width.is_power_of_two() && width <= warp_size {
            width
        } else {
            warp_size
        };
        let first = lane & !(width - 1);
        let last = first + width - 1;
        let operand = operand & (warp_size - 1);
        match self {
            Shuffle::Index => first | (operand & (width - 1)),
            Shuffle::Up if lane >= first + operand => lane - operand,
            Shuffle::Down if lane + operand <= last => lane + operand,
            Shuffle::Xor if lane ^ operand <= last => lane ^ operand,
            _ => lane,
        }
    }
}

/// What `__reduce_*_sync` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reduction {
    Add,
    MinU32,
    MaxU32,
    MinS32,
    MaxS32,
    And,
    Or,
    Xor,
}

impl Reduction {
    /// The kind that primitives pass as a number.
    pub(super) fn from_number(kind: u32) -> Reduction {
        match kind & 7 {
            0 => Reduction::Add,
            1 => Reduction::MinU32,
            2 => Reduction::MaxU32,
            3 => Reduction::MinS32,
            4 => Reduction::MaxS32,
            5 => Reduction::And,
            6 => Reduction::Or,
            _ => Reduction::Xor,
        }
    }

    fn combine(self, a: u32, b: u32) -> u32 {
        match self {
            Reduction::Add => a.wrapping_add(b),
            Reduction::MinU32 => a.min(b),
            Reduction::MaxU32 => a.max(b),
            Reduction::MinS32 => a.cast_signed().min(b.cast_signed()).cast_unsigned(),
            Reduction::MaxS32 => a.cast_signed().max(b.cast_signed()).cast_unsigned(),
            Reduction::And => a & b,
            Reduction::Or => a | b,
            Reduction::Xor => a ^ b,
        }
    }
}

impl WarpOp {
    /// CUDA's name for it.
    pub(super) fn name(self) -> &'static str {
        match self {
            WarpOp::Sync => "__syncwarp",
            WarpOp::Ballot => "__ballot_sync",
            WarpOp::Shuffle(Shuffle::Index) => "__shfl_sync",
            WarpOp::Shuffle(Shuffle::Up) => "__shfl_up_sync",
            WarpOp::Shuffle(Shuffle::Down) => "__shfl_down_sync",
            WarpOp::Shuffle(Shuffle::Xor) => "__shfl_xor_sync",
            WarpOp::MatchAny => "__match_any_sync",
            WarpOp::MatchAll => "__match_all_sync",
            WarpOp::Reduce(Reduction::Add) => "__reduce_add_sync",
            WarpOp::Reduce(Reduction::MinU32 | Reduction::MinS32) => "__reduce_min_sync",
            WarpOp::Reduce(Reduction::MaxU32 | Reduction::MaxS32) => "__reduce_max_sync",
            WarpOp::Reduce(Reduction::And) => "__reduce_and_sync",
            WarpOp::Reduce(Reduction::Or) => "__reduce_or_sync",
            WarpOp::Reduce(Reduction::Xor) => "__reduce_xor_sync",
            WarpOp::ActiveMask(_) => "__activemask",
            WarpOp::Step(_) => "a step of the warp",
        }
    }
}

/// The bit of a step's number that says that it stands in a loop which waits for other threads.
pub(super) const STEP_WAITS: u32 = 1;

/// What a lane brings to an operation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Input {
    pub(super) value: u64,
    /// Source lane, delta or lane mask of a shuffle.
    pub(super) operand: u32,
    /// Segment of a shuffle, lanes.
    pub(super) width: u32,
}

/// Lanes that wait for others.
#[derive(Clone, Copy, Debug)]
struct Group {
    op: WarpOp,
    mask: u64,
    arrived: u64,
}

/// One warp of a running block.
pub(super) struct Warp {
    size: u32,
    /// Lanes that have not returned.
    live: u64,
    /// Lanes that neither wait nor have returned.
    running: u64,
    groups: Vec<Group>,
    inputs: [Input; 64],
    results: [u64; 64],
}

impl Warp {
    /// A warp of `size` lanes at most; `begin` sets it up.
    pub(super) fn new(size: u32) -> Warp {
        let (inputs, results) = ([Input::default(); 64], [0; 64]);
        Warp {
            size,
            live: 0,
            running: 0,
            groups: Vec::new(),
            inputs,
            results,
        }
    }

    /// Starts a block: `lanes` lanes exist.
    pub(super) fn begin(&mut self, lanes: u32) {
        self.live = u64::MAX >> (64 - lanes);
        self.running = self.live;
        self.groups.clear();
    }

    /// Lanes that have not returned.
    pub(super) fn live(&self) -> u64 {
        self.live
    }

    /// What the operation that a lane took part in gave it.
    pub(super) fn result(&self, lane: u32) -> u64 {
        self.results[lane as usize]
    }

    /// A lane waits for something else than an operation of its warp.
    pub(super) fn block(&mut self, lane: u32) {
        self.running &= !(1 << lane);
    }

    /// Lanes that waited go on.
    pub(super) fn unblock(&mut self, lanes: u64) {
        self.running |= lanes;
    }

    /// All live lanes go on.
    pub(super) fn unblock_all(&mut self) {
        self.running = self.live;
    }

    /// A lane arrives at an operation. Gives the lanes that the operation is now complete for (this one among them), with their
    /// results set; none if the lane has to wait.
    #[inline(always)]
    pub(super) fn arrive(&mut self, lane: u32, op: WarpOp, mask: u64, input: Input) -> Option<u64> {
        let bit = 1 << lane;
        self.inputs[lane as usize] = input;
        let found = self
            .groups
            .iter()
            .position(|group| group.mask == mask && group.op == op);
        let arrived = found.map_or(0, |index| self.groups[index].arrived) | bit;
        if arrived == mask & self.live {
            if let Some(index) = found {
                self.groups.swap_remove(index);
            }
            self.compute(op, arrived);
            self.running |= arrived;
            return Some(arrived);
        }
        match found {
            Some(index) => self.groups[index].arrived = arrived,
            None => self.groups.push(Group { op, mask, arrived }),
        }
        self.running &= !bit;
        None
    }

    /// A lane has returned. Gives the lanes for which an operation is complete without it.
    pub(super) fn exit(&mut self, lane: u32) -> u64 {
        self.live &= !(1 << lane);
        self.running &= !(1 << lane);
        let live = self.live;
        let counts_lanes = |op| !matches!(op, WarpOp::ActiveMask(_) | WarpOp::Step(_));
        self.release(|it| counts_lanes(it.op) && it.arrived == it.mask & live)
    }

    /// A lane asks who stands there with it. The answer comes from `settle`.
    pub(super) fn ask_active_mask(&mut self, lane: u32, site: u32) {
        self.stand(lane, WarpOp::ActiveMask(site));
    }

    /// A lane comes to a point where it keeps in step with the others. Gives the lanes that go on; without this one, it has to wait.
    #[inline(always)]
    pub(super) fn step(&mut self, lane: u32, number: u32) -> u64 {
        let bit = 1 << lane;
        if self.running == bit && self.groups.is_empty() {
            return bit;
        }
        self.stand(lane, WarpOp::Step(number));
        self.settle(false)
    }

    /// A lane waits until no lane of the warp runs any more.
    fn stand(&mut self, lane: u32, op: WarpOp) {
        let bit = 1 << lane;
        match self.groups.iter_mut().find(|group| group.op == op) {
            Some(group) => group.arrived |= bit,
            None => self.groups.push(Group {
                op,
                mask: 0,
                arrived: bit,
            }),
        }
        self.running &= !bit;
    }

    /// Answers those who ask for the active mask and lets those go on that keep in step, once no lane of the warp runs any more (or, if
    /// `forced`, at once). Gives the lanes that go on.
    #[inline(always)]
    pub(super) fn settle(&mut self, forced: bool) -> u64 {
        if self.groups.is_empty() || (self.running != 0 && !forced) {
            return 0;
        }
        let asked = self.release(|it| matches!(it.op, WarpOp::ActiveMask(_)));
        if asked != 0 && !forced {
            return asked;
        }
        asked | self.settle_steps(forced)
    }

    /// Lets lanes go on that keep in step: those that are behind, so that they meet the others. In a loop that waits for somebody they
    /// never might, so then all go on.
    fn settle_steps(&mut self, forced: bool) -> u64 {
        let number = |group: &Group| match group.op {
            WarpOp::Step(number) => Some(number),
            _ => None,
        };
        let Some(lowest) = self.groups.iter().filter_map(number).min() else {
            return 0;
        };
        let all = forced || lowest & STEP_WAITS != 0;
        self.release(|it| number(it).is_some_and(|number| all || number == lowest))
    }

    /// Completes the operations that are ready; gives their lanes.
    fn release(&mut self, ready: impl Fn(&Group) -> bool) -> u64 {
        let mut released = 0;
        let mut index = 0;
        while index < self.groups.len() {
            if ready(&self.groups[index]) {
                let Group { op, arrived, .. } = self.groups.swap_remove(index);
                self.compute(op, arrived);
                released |= arrived;
            } else {
                index += 1;
            }
        }
        self.running |= released;
        released
    }

    /// Lanes that an operation still waits for.
    pub(super) fn missing(&self, op: WarpOp, mask: u64) -> u64 {
        let group = self
            .groups
            .iter()
            .find(|group| group.mask == mask && group.op == op);
        mask & self.live & !group.map_or(0, |group| group.arrived)
    }

    fn compute(&mut self, op: WarpOp, arrived: u64) {
        match op {
            WarpOp::Sync | WarpOp::Step(_) => {}
            WarpOp::Shuffle(shuffle) => self.shuffle(shuffle, arrived),
            WarpOp::Ballot => {
                let ballot = self.fold(arrived, 0, |all, lane, value| {
                    all | u64::from(value != 0) << lane
                });
                self.give(arrived, ballot);
            }
            WarpOp::MatchAny => {
                for lane in lanes(arrived) {
                    let own = self.inputs[lane as usize].value;
                    self.results[lane as usize] = self.fold(arrived, 0, |same, other, value| {
                        same | u64::from(value == own) << other
                    });
                }
            }
            WarpOp::MatchAll => {
                let first = self.inputs[arrived.trailing_zeros() as usize & 63].value;
                let all = self.fold(arrived, 1, |all, _, value| all & u64::from(value == first));
                self.give(arrived, if all == 1 { arrived } else { 0 });
            }
            WarpOp::Reduce(reduction) => {
                let first = arrived.trailing_zeros() & 63;
                let start = self.inputs[first as usize].value;
                let total = self.fold(arrived & !(1 << first), start, |total, _, value| {
                    // The operands are 32 bits wide.
                    u64::from(reduction.combine(total as u32, value as u32))
                });
                self.give(arrived, total);
            }
            WarpOp::ActiveMask(_) => self.give(arrived, arrived),
        }
    }

    fn shuffle(&mut self, shuffle: Shuffle, arrived: u64) {
        for lane in lanes(arrived) {
            let Input {
                value,
                operand,
                width,
            } = self.inputs[lane as usize];
            let source = shuffle.source(lane, operand, width, self.size);
            // A lane that takes no part has no value to give; CUDA leaves the result open.
            let there = arrived >> source & 1 == 1;
            self.results[lane as usize] = if there {
                self.inputs[source as usize].value
            } else {
                value
            };
        }
    }

    fn fold(&self, arrived: u64, start: u64, step: impl Fn(u64, u32, u64) -> u64) -> u64 {
        lanes(arrived).fold(start, |sum, lane| {
            step(sum, lane, self.inputs[lane as usize].value)
        })
    }

    fn give(&mut self, arrived: u64, result: u64) {
        for lane in lanes(arrived) {
            self.results[lane as usize] = result;
        }
    }
}

/// The lanes of a mask, lowest first.
pub(super) fn lanes(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (lane < 64).then_some(lane)
    })
}
