//! What an input asks for.

/// What an input asks its source to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Done,
    /// Go on; the input failed and the user knows.
    Failed,
    /// Stop reading.
    Quit,
}
