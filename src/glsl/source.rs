//! The text that is handed to the driver.

use super::{Interface, Stage};

/// The text of a user's shader for the driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembled {
    /// The text.
    pub text: String,
    /// The uniforms to set if the shader uses the names of work groups.
    pub work_groups: Option<WorkGroupUniforms>,
    /// The location of each of [`Interface::outputs`] (fragment stage).
    pub output_locations: Vec<u32>,
}

/// The names of the uniforms behind `numWorkGroups`, `workGroupSize` and the invocation's index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkGroupUniforms {
    /// `uvec3`: the number of work groups.
    pub groups: String,
    /// `uvec3`: the size of a work group.
    pub size: String,
    /// `uvec4`, fragment stage only: width and height of the target, its layer, 0.
    pub grid: Option<String>,
}

/// The text of a shader of the library: header, defines, chunks (each with its name and text), text.
pub fn built_in(defines: &[(&str, i32)], chunks: &[(&str, &str)], text: &str) -> String {
    let mut out = String::from("#version 300 es\nprecision highp float;\nprecision highp int;\n");
    for sampler in super::types::SAMPLERS {
        out.push_str(&format!("precision highp {sampler};\n"));
    }
    for (name, value) in defines {
        out.push_str(&format!("#define {name} {value}\n"));
    }
    for (index, (_, chunk)) in chunks.iter().enumerate() {
        out.push_str(&format!("#line 1 {}\n{chunk}\n", index + 2));
    }
    out.push_str("#line 1 1\n");
    out.push_str(text);
    out
}

/// The text of a user's shader, whose interface was read from the same `source`.
pub fn user(_stage: Stage, source: &str, _interface: &Interface) -> Assembled {
    Assembled { text: source.to_string(), work_groups: None, output_locations: Vec::new() }
}
