//! A kernel of the user's: its name, its sources, and what they declare.

/// A kernel: sources and interface. (Filled in with the binder.)
#[derive(Debug, PartialEq)]
pub struct Kernel {
    /// Names the kernel in messages.
    pub name: String,
}
