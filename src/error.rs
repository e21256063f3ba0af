//! What can go wrong, told so that the reader can mend it.
//!
//! Every refusal is one [`Error`]: a [`Code`] for programs, and a sentence for people that names the kernel, the
//! argument, what was expected and what was given. Errors are made before the first GL call wherever that is possible.

use std::fmt;

/// The machine-readable kind of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// The browser gives no WebGL2 context.
    NoWebgl2,
    /// The GPU context was lost; what lived on it is gone.
    ContextLost,
    /// The instance or array was disposed before.
    Disposed,
    /// The shader compiler refused the source.
    ShaderCompile,
    /// The stages do not fit together, or exceed what the device links.
    ProgramLink,
    /// A declared variable got no argument.
    MissingArgument,
    /// No shader declares the argument.
    UnknownArgument,
    /// An argument is of the wrong kind.
    BadArgument,
    /// A shape is impossible or does not fit the others.
    BadShape,
    /// The number of values does not fit the number of elements.
    LengthMismatch,
    /// More than the device allows.
    LimitExceeded,
    /// The device has no memory left.
    OutOfMemory,
    /// A matrix without an inverse.
    SingularMatrix,
    /// The device or the library cannot do this.
    Unsupported,
    /// The GPU abandoned the work; its result cannot be trusted.
    GpuReset,
}

impl Code {
    /// The code as JavaScript sees it: `error.code`.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::NoWebgl2 => "NO_WEBGL2",
            Code::ContextLost => "CONTEXT_LOST",
            Code::Disposed => "DISPOSED",
            Code::ShaderCompile => "SHADER_COMPILE",
            Code::ProgramLink => "PROGRAM_LINK",
            Code::MissingArgument => "MISSING_ARGUMENT",
            Code::UnknownArgument => "UNKNOWN_ARGUMENT",
            Code::BadArgument => "BAD_ARGUMENT",
            Code::BadShape => "BAD_SHAPE",
            Code::LengthMismatch => "LENGTH_MISMATCH",
            Code::LimitExceeded => "LIMIT_EXCEEDED",
            Code::OutOfMemory => "OUT_OF_MEMORY",
            Code::SingularMatrix => "SINGULAR_MATRIX",
            Code::Unsupported => "UNSUPPORTED",
            Code::GpuReset => "GPU_RESET",
        }
    }
}

/// A refusal: its code, where it happened, and a sentence that says what was expected and what was given.
///
/// Boxed: nearly every function returns one, and a pointer keeps them small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    code: Code,
    kernel: Option<String>,
    argument: Option<String>,
    detail: String,
}

/// The result of everything that can refuse.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error with its sentence; [`Error::kernel`] and [`Error::argument`] say where.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Error::told(code, detail.into())
    }

    /// The same with a format string: smaller code where it is called.
    #[cold]
    #[inline(never)]
    pub fn of(code: Code, detail: fmt::Arguments<'_>) -> Self {
        Error::told(code, detail.to_string())
    }

    #[cold]
    #[inline(never)]
    fn told(code: Code, detail: String) -> Self {
        Error(Box::new(Inner { code, kernel: None, argument: None, detail }))
    }

    /// Of a plan that does not fit its call: the library's own fault, which its tests find.
    #[cold]
    #[inline(never)]
    pub fn misplanned() -> Self {
        Error::new(Code::Unsupported, "the plan does not fit the call")
    }

    /// Names the kernel or operation, unless an inner call already did.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn in_kernel(mut self, kernel: &str) -> Self {
        self.0.kernel.get_or_insert_with(|| kernel.to_string());
        self
    }

    /// Names the argument, unless an inner call already did.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn at_argument(mut self, argument: &str) -> Self {
        self.0.argument.get_or_insert_with(|| argument.to_string());
        self
    }

    /// The machine-readable kind.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// The kernel or operation that was called.
    pub fn kernel(&self) -> Option<&str> {
        self.0.kernel.as_deref()
    }

    /// The argument at fault.
    pub fn argument(&self) -> Option<&str> {
        self.0.argument.as_deref()
    }
}

impl fmt::Display for Error {
    /// `kernel "AddVec": argument "B" has 5 floats; 6 elements of float need 6`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = |what: &str, name: &Option<String>, after: &str| match name {
            Some(name) => [what, " \"", name, "\"", after].into_iter().try_for_each(|part| f.write_str(part)),
            None => Ok(()),
        };
        name("kernel", &self.0.kernel, ": ")?;
        // Most sentences go on from the argument: `argument "B" has 5 floats`. Those with a subject of their own follow
        // a colon: `argument "B": the GPU context was lost`.
        let own_subject = self.0.detail.starts_with("the ") || self.0.detail.starts_with("this ");
        name("argument", &self.0.argument, if own_subject { ": " } else { " " })?;
        f.write_str(&self.0.detail)
    }
}

impl std::error::Error for Error {}

/// A number as messages show it, to twelve decimal places. (Rust's own printing of floats is a large piece of code.)
pub fn decimal(value: f64) -> String {
    let sign = if value < 0.0 { "-" } else { "" };
    let (whole, fraction) = (value.abs().trunc(), value.abs().fract());
    if whole.is_nan() {
        return "NaN".to_string();
    }
    if whole >= 1e18 {
        return format!("{sign}{}", if whole.is_infinite() { "Infinity" } else { "a number above 1e18" });
    }
    let places = (fraction * 1e12).round() as u64;
    let (whole, places) = (whole as u64 + places / 1_000_000_000_000, places % 1_000_000_000_000);
    let places = format!("{places:012}");
    let places = places.trim_end_matches('0');
    format!("{sign}{whole}{}{places}", if places.is_empty() { "" } else { "." })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_kernel_and_argument_before_what_was_expected() {
        let error = Error::new(Code::LengthMismatch, "has 5 floats; 6 elements of float need 6")
            .at_argument("B")
            .in_kernel("AddVec");
        assert_eq!(error.to_string(), "kernel \"AddVec\": argument \"B\" has 5 floats; 6 elements of float need 6");
        assert_eq!(error.code().as_str(), "LENGTH_MISMATCH");
        let error = Error::new(Code::ContextLost, "the GPU context was lost").at_argument("B");
        assert_eq!(error.to_string(), "argument \"B\": the GPU context was lost");
    }

    #[test]
    fn numbers_are_shown_as_javascript_writes_them() {
        for (value, text) in [(0.0, "0"), (-1.5, "-1.5"), (2.3, "2.3"), (1e10, "10000000000"), (f64::NAN, "NaN")] {
            assert_eq!(decimal(value), text);
        }
        assert_eq!(decimal(0.999_999_999_999_9), "1");
        assert_eq!(decimal(f64::NEG_INFINITY), "-Infinity");
    }

    #[test]
    fn the_innermost_name_stays() {
        let error = Error::new(Code::BadShape, "is empty").at_argument("inner").at_argument("outer");
        assert_eq!(error.argument(), Some("inner"));
    }
}
