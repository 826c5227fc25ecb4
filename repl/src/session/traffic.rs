//! What kernels move and compute while a cell runs, counted on the CPU device.

use jit_api::wire::{AccessTraffic, KernelTraffic};

use super::Session;

/// Why it is refused on other devices.
const CPU_ONLY: &str = "what kernels move and compute is counted on the CPU device (`--device cpu`); on an NVIDIA GPU NVIDIA's `ncu` counts it";

/// Pieces over the least from which on it is told: a request that begins within a sector takes one more, which is no mistake.
const TOLD_FROM: f64 = 1.5;

/// An access, for people.
pub struct Access {
    /// Its place in the user's text.
    pub place: String,
    /// What it is.
    pub of: AccessTraffic,
}

impl Session {
    /// From now on it is counted what kernels move and compute. Those that there are are compiled again for it.
    ///
    /// # Errors
    /// The inner one tells people why it cannot. Otherwise the session cannot go on.
    pub fn begin_counting(&mut self) -> anyhow::Result<Result<(), String>> {
        let checks = self.settings().sanitize.with_traffic();
        let begun = self.sanitize(checks)?;
        Ok(begun.map_err(|_| CPU_ONLY.to_owned()))
    }

    /// What was counted; kernels are as they were before. Empty if the executor has ended meanwhile.
    pub fn end_counting(&mut self) -> anyhow::Result<Vec<KernelTraffic>> {
        self.revive()?;
        // Who ends meanwhile is told by the next cell.
        let traffic = self.executor_mut().traffic().unwrap_or_default();
        let checks = self.settings().sanitize.without_traffic();
        // What could be begun can be ended.
        let _ = self.sanitize(checks)?;
        Ok(traffic)
    }

    /// The accesses of a kernel, by their places in the text: several of one line that move alike are one.
    pub fn accesses(&mut self, kernel: &KernelTraffic) -> Vec<Access> {
        let mut all: Vec<Access> = Vec::new();
        for of in &kernel.accesses {
            let place = jit_api::wire::WatchedPlace {
                symbol: kernel.symbol.clone(),
                entry: kernel.entry.clone(),
                number: of.number,
            };
            let place = self.watched_place(&place);
            let place = place.unwrap_or_else(|| "a library".to_owned());
            let known = all
                .iter_mut()
                .find(|it| it.place == place && it.of.what == of.what && it.of.shared == of.shared);
            match known {
                Some(known) => add(&mut known.of, of),
                None => all.push(Access {
                    place,
                    of: of.clone(),
                }),
            }
        }
        all
    }
}

fn add(known: &mut AccessTraffic, of: &AccessTraffic) {
    known.times += of.times;
    known.requests += of.requests;
    known.pieces += of.pieces;
    known.least += of.least;
    known.stride = known.stride.filter(|it| Some(*it) == of.stride);
}

impl Access {
    /// `shared read of 4 bytes`
    pub fn what(&self) -> String {
        match self.of.shared {
            true => format!("shared {}", self.of.what),
            false => self.of.what.clone(),
        }
    }

    /// What a warp's request takes on average, and at least: sectors of global memory, passes over the banks of shared memory.
    pub fn pieces(&self) -> [String; 2] {
        let requests = self.of.requests.max(1) as f64;
        let number = |it: u64| {
            let text = format!("{:.1}", it as f64 / requests);
            text.strip_suffix(".0").unwrap_or(&text).to_owned()
        };
        let takes = number(self.of.pieces);
        let unit = match (self.of.shared, takes.as_str()) {
            (true, "1") => "pass",
            (true, _) => "passes",
            (false, "1") => "sector",
            (false, _) => "sectors",
        };
        [format!("{takes} {unit}"), number(self.of.least)]
    }

    /// What is worth mending, if anything is.
    pub fn warning(&self) -> Option<String> {
        let it = &self.of;
        if it.least == 0 || (it.pieces as f64) < TOLD_FROM * it.least as f64 {
            return None;
        }
        let times = it.pieces as f64 / it.least as f64;
        let apart = match it.stride {
            Some(bytes) => format!(
                "neighbouring lanes are {} bytes apart",
                bytes.unsigned_abs()
            ),
            None => "the lanes' addresses are scattered".to_owned(),
        };
        Some(match it.shared {
            true => format!("bank conflicts, {times:.1} times the passes: {apart}"),
            false => format!("not coalesced, {times:.1} times the sectors: {apart}"),
        })
    }
}
