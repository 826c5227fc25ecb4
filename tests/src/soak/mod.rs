//! A soak: thousands of random operations on one session, each checked against a model that knows nothing of Chevron.

mod live;
mod model;
mod operation;
mod trial;

pub use trial::{Figures, SoakTrial};
