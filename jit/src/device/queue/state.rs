//! What the lock guards: queues, marks and events. Nothing here blocks or runs work.

use std::collections::{HashMap, VecDeque};
use std::time::Instant;

use super::pool::Pool;
use super::{Mark, Work};
use crate::device::{EventId, Result, Status, StreamId, StreamOptions};
use crate::wire::DeviceFault;

pub(super) struct State {
    streams: HashMap<u64, Stream>,
    events: HashMap<u64, Event>,
    /// The legacy default stream of each group.
    legacies: Vec<u64>,
    /// Streams whose head may run now and which no thread runs.
    ready: VecDeque<u64>,
    id_next: u64,
    /// Streams to look at in `advance`; kept for its memory.
    worklist: Vec<u64>,
    pub(super) fault: Option<DeviceFault>,
    /// Work is dropped until the fault is cleared.
    pub(super) interrupted: bool,
    /// Threads asleep in `wait`.
    pub(super) waiting: usize,
    pub(super) pool: Pool,
    /// True when the queues are gone: workers end.
    pub(super) closed: bool,
}

struct Stream {
    options: StreamOptions,
    group: usize,
    queue: VecDeque<Operation>,
    /// Operations ever queued; the ticket of the last one.
    submitted: u64,
    /// Operations that have happened.
    completed: u64,
    standing: Standing,
    destroyed: bool,
    /// Streams to look at again when this one has completed a ticket.
    dependents: Vec<(u64, u64)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Empty, or not looked at yet.
    Idle,
    /// The head waits for a mark of another stream.
    Blocked,
    /// In the ready list.
    Ready,
    /// A thread runs what was the head.
    Running,
}

struct Operation {
    after: Vec<Mark>,
    work: Work,
}

struct Event {
    timing: bool,
    /// Number of the last record, from 1.
    records: u64,
    recorded: Option<Mark>,
    /// When the last record happened.
    at: Option<Instant>,
}

/// How default streams are made.
const DEFAULT: StreamOptions = StreamOptions {
    blocking: true,
    priority: 0,
};

impl State {
    pub(super) fn new() -> State {
        State {
            streams: HashMap::from([(StreamId::LEGACY.0, Stream::new(DEFAULT, 0))]),
            events: HashMap::new(),
            legacies: vec![StreamId::LEGACY.0],
            ready: VecDeque::new(),
            id_next: 1,
            worklist: Vec::new(),
            fault: None,
            interrupted: false,
            waiting: 0,
            pool: Pool::default(),
            closed: false,
        }
    }

    /// Adds a group with a legacy default stream of its own.
    pub(super) fn add_group(&mut self) -> usize {
        let (group, legacy) = (self.legacies.len(), self.new_id());
        self.streams.insert(legacy, Stream::new(DEFAULT, group));
        self.legacies.push(legacy);
        group
    }

    pub(super) fn legacy(&self, group: usize) -> StreamId {
        StreamId(self.legacies[group])
    }

    pub(super) fn create_stream(&mut self, options: StreamOptions, group: usize) -> StreamId {
        let id = self.new_id();
        self.streams.insert(id, Stream::new(options, group));
        StreamId(id)
    }

    pub(super) fn destroy_stream(&mut self, stream: StreamId) -> Result<()> {
        if self.legacies.contains(&stream.0) {
            return Err(Status::INVALID_RESOURCE_HANDLE.into());
        }
        self.live(stream)?.destroyed = true;
        self.advance(stream.0);
        Ok(())
    }

    /// Puts work at the end of a stream, behind `after` and what the legacy default stream's rules ask for.
    pub(super) fn push(
        &mut self,
        stream: StreamId,
        mut after: Vec<Mark>,
        work: Work,
    ) -> Result<Mark> {
        let Stream { options, group, .. } = *self.live(stream)?;
        let legacy_id = self.legacies[group];
        if stream.0 == legacy_id {
            after.extend(self.blocking_pending(group));
        } else if options.blocking {
            let legacy = &self.streams[&legacy_id];
            if legacy.pending() {
                after.push(legacy.mark(legacy_id));
            }
        }
        let queue = self.live(stream)?;
        queue.queue.push_back(Operation { after, work });
        queue.submitted += 1;
        Ok(queue.mark(stream.0))
    }

    /// What blocking streams of a group have left to do, the legacy default stream not counted: that waits for it.
    fn blocking_pending(&self, group: usize) -> impl Iterator<Item = Mark> {
        let legacy_id = self.legacies[group];
        self.streams
            .iter()
            .filter(move |(id, other)| {
                **id != legacy_id
                    && other.group == group
                    && other.options.blocking
                    && other.pending()
            })
            .map(|(&id, other)| other.mark(id))
    }

    /// All that who waits for a stream waits for: its last operation, and for the legacy default stream what its next one would wait for.
    pub(super) fn awaited(&self, stream: StreamId) -> Result<Vec<Mark>> {
        let mut marks = vec![self.last(stream)?];
        if let Some(group) = self.legacies.iter().position(|id| *id == stream.0) {
            marks.extend(self.blocking_pending(group));
        }
        Ok(marks)
    }

    /// Looks at a stream's head: makes it ready, lets it wait, or does it on the spot where it is bookkeeping only; goes on with
    /// the streams that waited for it.
    pub(super) fn advance(&mut self, stream: u64) {
        let mut worklist = std::mem::take(&mut self.worklist);
        worklist.push(stream);
        while let Some(id) = worklist.pop() {
            while self.advance_head(id, &mut worklist) {}
        }
        self.worklist = worklist;
    }

    /// True if the head was done on the spot, so that there is another one to look at.
    fn advance_head(&mut self, id: u64, worklist: &mut Vec<u64>) -> bool {
        let Some(stream) = self.streams.get(&id) else {
            return false;
        };
        if stream.standing != Standing::Idle {
            return false;
        }
        let Some(head) = stream.queue.front() else {
            if stream.destroyed {
                self.streams.remove(&id);
            }
            return false;
        };
        if let Some(&mark) = head.after.iter().find(|mark| !self.done(**mark)) {
            self.set_standing(id, Standing::Blocked);
            if let Some(awaited) = self.streams.get_mut(&mark.stream) {
                awaited.dependents.push((mark.ticket, id));
            }
            return false;
        }
        let bookkeeping = match head.work {
            Work::Marker => true,
            Work::Record(event, number) => {
                self.stamp(event, number);
                true
            }
            Work::Run(_) | Work::Always(_) => false,
        };
        if bookkeeping {
            if let Some(stream) = self.streams.get_mut(&id) {
                stream.queue.pop_front();
            }
            self.complete(id, worklist);
        } else {
            self.set_standing(id, Standing::Ready);
            self.ready.push_back(id);
        }
        bookkeeping
    }

    /// Counts one operation as done and wakes the streams that waited for it.
    fn complete(&mut self, id: u64, worklist: &mut Vec<u64>) {
        let Some(stream) = self.streams.get_mut(&id) else {
            return;
        };
        stream.completed += 1;
        let completed = stream.completed;
        let mut woken = Vec::new();
        stream.dependents.retain(|&(ticket, dependent)| {
            let waits = ticket > completed;
            if !waits {
                woken.push(dependent);
            }
            waits
        });
        for dependent in woken {
            self.set_standing(dependent, Standing::Idle);
            worklist.push(dependent);
        }
    }

    /// The ready stream to run next: the most urgent, the longest ready among equals.
    pub(super) fn most_urgent(&self) -> Option<u64> {
        self.ready
            .iter()
            .copied()
            .min_by_key(|id| self.streams[id].options.priority)
    }

    /// Ready streams that no thread has taken.
    pub(super) fn ready_count(&self) -> usize {
        self.ready.len()
    }

    /// Takes a ready stream's head to run it. `finish` must follow.
    pub(super) fn claim(&mut self, id: u64) -> Option<Work> {
        let stream = self
            .streams
            .get_mut(&id)
            .filter(|stream| stream.standing == Standing::Ready)?;
        stream.standing = Standing::Running;
        let operation = stream.queue.pop_front();
        self.ready.retain(|&ready| ready != id);
        operation.map(|operation| operation.work)
    }

    /// Ends what `claim` began.
    pub(super) fn finish(&mut self, id: u64) {
        self.set_standing(id, Standing::Idle);
        let mut worklist = std::mem::take(&mut self.worklist);
        self.complete(id, &mut worklist);
        self.worklist = worklist;
        self.advance(id);
    }

    /// A ready stream whose work stands before a mark: the mark's own stream, or one that its head waits for.
    pub(super) fn claimable_before(&self, mark: Mark) -> Option<u64> {
        if self.done(mark) {
            return None;
        }
        let mut id = mark.stream;
        // Marks only point back in time, so this ends.
        loop {
            let stream = self.streams.get(&id)?;
            match stream.standing {
                Standing::Ready => return Some(id),
                Standing::Running | Standing::Idle => return None,
                Standing::Blocked => {
                    let head = stream.queue.front()?;
                    id = head.after.iter().find(|mark| !self.done(**mark))?.stream;
                }
            }
        }
    }

    /// True if the operation that a mark stands for may run now.
    pub(super) fn is_next(&self, mark: Mark) -> bool {
        self.streams.get(&mark.stream).is_some_and(|stream| {
            stream.standing == Standing::Ready && stream.completed + 1 == mark.ticket
        })
    }

    pub(super) fn done(&self, mark: Mark) -> bool {
        self.streams
            .get(&mark.stream)
            .is_none_or(|stream| stream.completed >= mark.ticket)
    }

    /// The mark of the last operation of a stream.
    pub(super) fn last(&self, stream: StreamId) -> Result<Mark> {
        match self.streams.get(&stream.0) {
            Some(found) if !found.destroyed => Ok(found.mark(stream.0)),
            _ => Err(Status::INVALID_RESOURCE_HANDLE.into()),
        }
    }

    /// Marks of all streams of a group that have something to do.
    pub(super) fn pending(&self, group: usize) -> Vec<Mark> {
        self.streams
            .iter()
            .filter(|(_, stream)| stream.group == group && stream.pending())
            .map(|(&id, stream)| stream.mark(id))
            .collect()
    }

    /// True if nothing is queued and nothing runs.
    pub(super) fn at_rest(&self) -> bool {
        self.streams.values().all(|stream| !stream.pending())
    }

    pub(super) fn create_event(&mut self, timing: bool) -> EventId {
        let id = self.new_id();
        self.events.insert(
            id,
            Event {
                timing,
                records: 0,
                recorded: None,
                at: None,
            },
        );
        EventId(id)
    }

    pub(super) fn destroy_event(&mut self, event: EventId) -> Result<()> {
        match self.events.remove(&event.0) {
            Some(_) => Ok(()),
            None => Err(Status::INVALID_RESOURCE_HANDLE.into()),
        }
    }

    /// Queues an event's record.
    pub(super) fn record(&mut self, event: EventId, stream: StreamId) -> Result<Mark> {
        let number = self.event(event)?.records + 1;
        let mark = self.push(stream, Vec::new(), Work::Record(event, number))?;
        if let Some(event) = self.events.get_mut(&event.0) {
            event.records = number;
            event.recorded = Some(mark);
            event.at = None;
        }
        Ok(mark)
    }

    /// What an event's last record captured.
    pub(super) fn recorded(&self, event: EventId) -> Result<Option<Mark>> {
        Ok(self.event(event)?.recorded)
    }

    pub(super) fn elapsed_ns(&self, start: EventId, end: EventId) -> Result<i64> {
        let (start, end) = (self.event(start)?, self.event(end)?);
        if [start, end]
            .iter()
            .any(|event| !event.timing || event.recorded.is_none())
        {
            return Err(Status::INVALID_RESOURCE_HANDLE.into());
        }
        let (Some(start), Some(end)) = (start.at, end.at) else {
            return Err(Status::NOT_READY.into());
        };
        let nanoseconds =
            |span: std::time::Duration| i64::try_from(span.as_nanos()).unwrap_or(i64::MAX);
        Ok(match end.checked_duration_since(start) {
            Some(span) => nanoseconds(span),
            None => -nanoseconds(start.duration_since(end)),
        })
    }

    fn stamp(&mut self, event: EventId, number: u64) {
        // The event may be gone, or recorded again since.
        if let Some(event) = self
            .events
            .get_mut(&event.0)
            .filter(|event| event.records == number)
        {
            event.at = Some(Instant::now());
        }
    }

    fn event(&self, event: EventId) -> Result<&Event> {
        self.events
            .get(&event.0)
            .ok_or_else(|| Status::INVALID_RESOURCE_HANDLE.into())
    }

    fn live(&mut self, stream: StreamId) -> Result<&mut Stream> {
        let found = self
            .streams
            .get_mut(&stream.0)
            .filter(|stream| !stream.destroyed);
        found.ok_or_else(|| Status::INVALID_RESOURCE_HANDLE.into())
    }

    fn set_standing(&mut self, id: u64, standing: Standing) {
        if let Some(stream) = self.streams.get_mut(&id) {
            stream.standing = standing;
        }
    }

    fn new_id(&mut self) -> u64 {
        let id = self.id_next;
        self.id_next += 1;
        id
    }
}

impl Stream {
    fn new(options: StreamOptions, group: usize) -> Stream {
        Stream {
            options,
            group,
            queue: VecDeque::new(),
            submitted: 0,
            completed: 0,
            standing: Standing::Idle,
            destroyed: false,
            dependents: Vec::new(),
        }
    }

    fn pending(&self) -> bool {
        self.submitted > self.completed
    }

    fn mark(&self, id: u64) -> Mark {
        Mark {
            stream: id,
            ticket: self.submitted,
        }
    }
}
