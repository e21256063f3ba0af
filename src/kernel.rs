//! A kernel of the user's: its sources, what they declare, and the text that goes to the driver.

/// One stage of a kernel.
#[derive(Debug, PartialEq)]
pub struct KernelStage {
    /// The user's own text.
    pub source: String,
    /// The text for the driver.
    pub text: String,
}

/// A kernel: sources and interface.
#[derive(Debug, PartialEq)]
pub struct Kernel {
    /// Tells it apart from every other kernel.
    pub id: u64,
    /// The vertex stage.
    pub vertex: Option<KernelStage>,
    /// The fragment stage.
    pub fragment: Option<KernelStage>,
}
