//! Golden sessions.
