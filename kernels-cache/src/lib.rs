//! Content-addressed store of code objects.
