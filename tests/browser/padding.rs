//! What lies between a texture's numbers is nobody's: plans are run with the worst there.

use gpgpu_wasm::kernel::Kernel;
use gpgpu_wasm::plan::{Domain, Form, Pass, Plan, Program, Slot, Step, Storage};
use gpgpu_wasm::shape::Scalar;

/// Copies components, and fills what lies after each row's end and after the last component.
const POISON: &str = "
uniform sampler2D source;
uniform int row, count;
out vec4 copy;
void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  ivec4 column = 4 * texel.x + ivec4(0, 1, 2, 3);
  ivec4 place = texel.y * row + column;
  bvec4 padding = greaterThanEqual(max(column + count - row, place), ivec4(count));
  copy = mix(texelFetch(source, texel, 0), vec4(uintBitsToFloat(0x7fc00000u)), padding);
}";

/// The kernel behind [`poisoned`].
pub(crate) fn kernel() -> Kernel {
    Kernel::new(u64::MAX, None, Some(POISON.to_string()))
}

/// The plan, with NaN in the padding of its packed float arguments, which have this many components.
pub(crate) fn poisoned<'a>(plan: &Plan<'a>, counts: &[usize], kernel: &'a Kernel) -> Plan<'a> {
    let mut result = plan.clone();
    let mut poisons = Vec::new();
    for (argument, (&form, &count)) in plan.arguments.iter().zip(counts).enumerate() {
        let Form::Packed(packed) = form else { continue };
        let copy = result.temporary(Storage::packed(Scalar::Float, packed));
        for step in &mut result.steps {
            let Step::Draw(pass) = step else { continue };
            for (_, slot) in &mut pass.samplers {
                if *slot == Slot::Argument(argument) {
                    *slot = copy;
                }
            }
        }
        let domain = Domain::texels(packed.width(), packed.height());
        let pass = Pass::fragment(Program::Kernel(kernel), domain, vec![copy.into()])
            .sampler("source", Slot::Argument(argument))
            .uniform("row", packed.row)
            .uniform("count", count as u32);
        poisons.push(Step::Draw(pass));
    }
    result.steps.splice(0..0, poisons);
    result
}
