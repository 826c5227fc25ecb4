//! What was written beside an allocation, and who may have done it.

/// So many kernels are named; of more it is told how many they are.
const NAMED_MAX: usize = 4;

/// Memory beside an allocation was written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overrun {
    /// First address of the allocation.
    pub base: u64,
    /// The bytes that were asked for.
    pub bytes: usize,
    /// It happened before the start, not past the end.
    pub before: bool,
    /// Bytes from the allocation's start or end to the nearest one that was written.
    pub gap: usize,
    /// Bytes from the first to the last one that was written, as far as the device looks.
    pub written: usize,
    /// The kernels that ran since nothing was amiss, by the names that people know.
    pub kernels: Vec<String>,
    /// Host code ran meanwhile, too.
    pub host: bool,
}

impl Overrun {
    /// Tells it; `variable` is what the memory is the storage of.
    ///
    /// `kernel `set` wrote 4 bytes past the end of an allocation of 40 bytes`
    pub fn in_words(&self, variable: Option<&str>) -> String {
        let edge = if self.before {
            "before the start of"
        } else {
            "past the end of"
        };
        let place = match self.gap {
            0 => edge.to_owned(),
            gap => format!("{} {edge}", bytes(gap)),
        };
        let comma = if self.gap == 0 { "" } else { "," };
        let memory = match variable {
            Some(name) => format!("`{name}`, which has {}", bytes(self.bytes)),
            None => format!("an allocation of {}", bytes(self.bytes)),
        };
        let (who, written) = (self.who(), bytes(self.written));
        format!("{who} wrote {written}{comma} {place} {memory}")
    }

    fn who(&self) -> String {
        let mut suspects: Vec<String> = match self.kernels.len() {
            0 => Vec::new(),
            1..=NAMED_MAX => self.kernels.iter().map(|it| format!("`{it}`")).collect(),
            many => vec![format!("one of {many} kernels")],
        };
        if let Some(first) = suspects.first_mut().filter(|it| it.starts_with('`')) {
            first.insert_str(0, "kernel ");
        }
        if self.host || suspects.is_empty() {
            suspects.push("host code".to_owned());
        }
        let last = suspects.pop().unwrap_or_default();
        if suspects.is_empty() {
            return last;
        }
        format!("{} or {last}", suspects.join(", "))
    }
}

fn bytes(count: usize) -> String {
    match count {
        1 => "1 byte".to_owned(),
        _ => format!("{count} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overrun(kernels: &[&str], host: bool) -> Overrun {
        Overrun {
            base: 4096,
            bytes: 40,
            before: false,
            gap: 0,
            written: 4,
            kernels: kernels.iter().map(|&it| it.to_owned()).collect(),
            host,
        }
    }

    #[test]
    fn one_kernel_is_blamed_alone() {
        assert_eq!(
            overrun(&["set"], false).in_words(None),
            "kernel `set` wrote 4 bytes past the end of an allocation of 40 bytes"
        );
    }

    #[test]
    fn who_else_may_have_done_it_is_told() {
        let who = |kernels: &[&str], host| overrun(kernels, host).who();
        assert_eq!(who(&[], true), "host code");
        assert_eq!(who(&["a"], true), "kernel `a` or host code");
        assert_eq!(who(&["a", "b", "c"], false), "kernel `a`, `b` or `c`");
        assert_eq!(who(&["a"; 9], true), "one of 9 kernels or host code");
    }

    #[test]
    fn the_place_is_told() {
        let before = Overrun {
            before: true,
            gap: 8,
            written: 1,
            bytes: 1,
            ..overrun(&["k"], false)
        };
        assert_eq!(
            before.in_words(Some("table")),
            "kernel `k` wrote 1 byte, 8 bytes before the start of `table`, which has 1 byte"
        );
    }
}
