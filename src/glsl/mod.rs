//! What a shader's text says.
