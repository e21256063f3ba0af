//! Runs plans.

use std::rc::Rc;

use glow::HasContext;

use super::array::{Held, Storage};
use super::context::Device;
use super::pass::{Bound, Draw, Drawing, Ranged, Walked};
use super::program::Captures;
use super::resource::{Buffer, Dimension, Texture, TextureKey};
use crate::error::{Error, Result};
use crate::plan::{Domain, Form, Format, Pass, Plan, ResultArray, Slot, Step};
use crate::shape::{bytes, extent, Scalar, Shape};
use crate::texture::Modes;

/// What the caller hands over for an argument.
pub(crate) enum Operand<'a> {
    /// An array on the GPU.
    Array { storage: &'a Storage, shape: &'a Shape, modes: Modes },
    /// Something already in the form that the plan asks for.
    Ready { held: Held, modes: Modes },
}

struct Slots {
    arguments: Vec<(Held, Modes)>,
    temporaries: Vec<Held>,
    results: Vec<Held>,
    /// What each result's last component is before the run.
    marks: Vec<Option<u32>>,
}

impl Slots {
    fn held(&self, slot: Slot) -> Result<&Held> {
        match slot {
            Slot::Argument(i) => self.arguments.get(i).map(|a| &a.0),
            Slot::Temporary(i) => self.temporaries.get(i),
            Slot::Result(i) => self.results.get(i),
        }
        .ok_or_else(Error::misplanned)
    }

    fn texture(&self, slot: Slot) -> Result<&Texture> {
        match self.held(slot)? {
            Held::Texture(texture) => Ok(texture),
            Held::Buffer(_) => Err(Error::misplanned()),
        }
    }

    fn buffer(&self, slot: Slot) -> Result<&Buffer> {
        match self.held(slot)? {
            Held::Buffer(buffer) => Ok(buffer),
            Held::Texture(_) => Err(Error::misplanned()),
        }
    }

    fn bound<'a>(&'a self, pass: &'a Pass<'_>) -> Result<Vec<Bound<'a>>> {
        let mut list = Vec::with_capacity(pass.samplers.len());
        for &(name, slot) in &pass.samplers {
            list.push(Bound { name, texture: self.texture(slot)?, modes: self.modes(slot) });
        }
        Ok(list)
    }

    fn walked<'a>(&'a self, pass: &'a Pass<'_>) -> Result<Vec<Walked<'a>>> {
        let mut list = Vec::with_capacity(pass.attributes.len());
        for a in &pass.attributes {
            list.push(Walked { name: a.name, buffer: self.buffer(a.slot)?, offset: a.offset, stride: a.stride });
        }
        Ok(list)
    }

    fn modes(&self, slot: Slot) -> Modes {
        match slot {
            Slot::Argument(i) => self.arguments.get(i).map(|a| a.1).unwrap_or_default(),
            _ => Modes::default(),
        }
    }
}

impl Device {
    /// Runs a plan and gives its results. Refuses before the first draw what can be refused; a run that fails half-way
    /// has touched nothing of the caller's.
    pub(crate) fn run(self: &Rc<Device>, plan: &Plan<'_>, operands: &[Operand<'_>]) -> Result<Vec<Storage>> {
        self.check()?;
        let _running = self.begin()?;
        self.execute(plan, operands)
    }

    /// Runs a plan within [`Device::begin`].
    pub(crate) fn execute(self: &Rc<Device>, plan: &Plan<'_>, operands: &[Operand<'_>]) -> Result<Vec<Storage>> {
        let slots = self.allocate(plan, operands)?;
        for (index, step) in plan.steps.iter().enumerate() {
            self.step(step, &slots)?;
            if index % 16 == 15 {
                // Hands over what was asked for, so that the GPU is busy while the rest of a long plan is asked.
                // SAFETY: takes no handle.
                unsafe { self.glow.flush() };
            }
        }
        for (result, held) in plan.results.iter().zip(&slots.results) {
            if let (Form::Elements, 3, Held::Texture(texture)) = (result.form, result.ty.width, held) {
                self.make_opaque(texture)?; // targets of three components have four
            }
        }
        let stored =
            |((result, held), mark): ((&ResultArray, Held), Option<u32>)| Storage::from_held(self, result, held, mark);
        Ok(plan.results.iter().zip(slots.results).zip(slots.marks).map(stored).collect())
    }

    /// Draws a plan's one pass on the canvas, within [`Device::begin`].
    pub(crate) fn execute_drawing(
        self: &Rc<Device>,
        plan: &Plan<'_>,
        operands: &[Operand<'_>],
        drawing: &Drawing<'_>,
    ) -> Result<()> {
        let slots = self.allocate(plan, operands)?;
        for step in &plan.steps {
            let Step::Draw(pass) = step else { continue };
            let program = self.program(&pass.program, Captures::NONE)?;
            self.draw_canvas(&program, &slots.bound(pass)?, &slots.walked(pass)?, &pass.uniforms, drawing)?;
        }
        Ok(())
    }

    fn allocate(self: &Rc<Device>, plan: &Plan<'_>, operands: &[Operand<'_>]) -> Result<Slots> {
        let mut arguments = Vec::with_capacity(operands.len());
        for (operand, form) in operands.iter().zip(&plan.arguments) {
            arguments.push(match operand {
                Operand::Array { storage, shape, modes } => (storage.form(*form, shape)?, *modes),
                Operand::Ready { held, modes } => (held.clone(), *modes),
            });
        }
        let mut temporaries = Vec::with_capacity(plan.temporaries.len());
        for storage in &plan.temporaries {
            temporaries.push(self.temporary(storage)?);
        }
        let mut results = Vec::with_capacity(plan.results.len());
        for result in &plan.results {
            let components = result.shape.elements() * result.ty.components();
            results.push(match result.form {
                Form::Buffer => Held::Buffer(Rc::new(self.buffer(bytes(components)?.next_multiple_of(16))?)),
                Form::Packed(packed) => {
                    self.plane(Format::packed(result.ty.scalar), packed.width(), packed.height())?
                }
                Form::PackedBits(packed) => self.plane(Format::packed(Scalar::Int), packed.width(), packed.height())?,
                Form::Elements | Form::Volume | Form::Layers => {
                    let (width, height) = extent(&result.shape, self.limits().texture_size)?;
                    self.plane(Format::renderable(result.ty), width, height)?
                }
            });
        }
        let mut marks = Vec::with_capacity(results.len());
        for (held, result) in results.iter().zip(&plan.results) {
            let components = result.shape.elements() * result.ty.components();
            marks.push(self.mark(held, result.form, result.ty, components)?);
        }
        Ok(Slots { arguments, temporaries, results, marks })
    }

    fn temporary(self: &Rc<Device>, storage: &crate::plan::Storage) -> Result<Held> {
        Ok(match *storage {
            crate::plan::Storage::Texture { format, width, height, layers: 0 } => self.plane(format, width, height)?,
            crate::plan::Storage::Texture { format, width, height, layers } => {
                let key =
                    TextureKey { dimension: Dimension::Layers, format: format.into(), width, height, depth: layers };
                Held::Texture(Rc::new(self.texture(key)?))
            }
            crate::plan::Storage::Buffer { bytes } => Held::Buffer(Rc::new(self.buffer(bytes as usize)?)),
        })
    }

    fn plane(self: &Rc<Device>, format: Format, width: u32, height: u32) -> Result<Held> {
        Ok(Held::Texture(Rc::new(self.texture(TextureKey::plane(format, width.max(1), height.max(1)))?)))
    }

    fn step(self: &Rc<Device>, step: &Step<'_>, slots: &Slots) -> Result<()> {
        match step {
            Step::Draw(pass) => self.pass(pass, slots),
            Step::TexelsToBuffer { from, texels, to } => {
                self.texels_to_buffer(slots.texture(*from)?, *texels as usize, slots.buffer(*to)?)
            }
            Step::LayersToRows { from, to } => self.layers_to_rows(slots.texture(*from)?, slots.texture(*to)?),
            Step::Clear(slot) => self.clear_texture(slots.texture(*slot)?),
        }
    }

    fn pass(self: &Rc<Device>, pass: &Pass<'_>, slots: &Slots) -> Result<()> {
        match pass.domain {
            Domain::Vertices(0) | Domain::Texels { width: 0, .. } | Domain::Texels { height: 0, .. } => return Ok(()),
            _ => {}
        }
        let mut names: Vec<&str> = Vec::with_capacity(pass.captures.len());
        let mut captures: Vec<&Buffer> = Vec::with_capacity(pass.captures.len());
        let mut last = None;
        for (name, slot) in &pass.captures {
            names.push(name);
            if last != Some(*slot) {
                captures.push(slots.buffer(*slot)?);
            }
            last = Some(*slot);
        }
        // Into one buffer, outputs may be wider than into buffers of their own, even if there is one output only.
        let interleaved = captures.len() == 1;
        let program = self.program(&pass.program, Captures { names: &names, interleaved })?;
        let (textures, attributes) = (slots.bound(pass)?, slots.walked(pass)?);
        let mut blocks = Vec::with_capacity(pass.blocks.len());
        for b in &pass.blocks {
            let buffer = slots.buffer(b.slot)?;
            blocks.push(Ranged { name: b.name, buffer, offset: b.offset, bytes: b.bytes });
        }
        let mut targets = Vec::with_capacity(pass.targets.len());
        let mut locations = Vec::new();
        for (index, target) in pass.targets.iter().enumerate() {
            let texture = slots.texture(target.slot)?;
            let location = pass.locations.get(index).copied().unwrap_or(index as u32);
            if program.outputs & (1 << location) == 0 {
                // The compiler saw that nothing is written. ANGLE would refuse to draw.
                self.clear_texture(texture)?;
                continue;
            }
            targets.push((texture, target.layer));
            // The library's own shaders write all that they declare.
            if program.outputs != u32::MAX {
                locations.push(location);
            }
        }
        if targets.is_empty() && !pass.targets.is_empty() {
            return Ok(());
        }
        self.draw(&Draw {
            program: &program,
            domain: pass.domain,
            textures,
            attributes,
            uniforms: &pass.uniforms,
            blocks,
            targets,
            locations: &locations,
            captures,
            blend: pass.blend,
            again: &pass.again,
        })
    }
}
