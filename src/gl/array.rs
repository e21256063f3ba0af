//! Storage of arrays that live on the GPU, in one or several forms.
//!
//! What is stored never changes: writing an array gives it new storage. So every form that exists holds the same
//! numbers, reshaped arrays share storage for free, and reading and writing one array in one call is double-buffering.
//!
//! ```text
//!               upload                    pixel unpack
//!   typed array ──────► buffer ◄────────────────────────► texture, one texel an element (2-D, 3-D, layers)
//!                         ▲      transform feedback
//!                         │ pixel unpack / pack, transform feedback
//!                         ▼
//!   typed array ◄────── packed texture, four components a texel ──► packed, cut into other rows (a fragment pass)
//! ```

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Object;

use super::context::Device;
use super::pass::{Bound, Draw};
use super::pool::Shared;
use super::program::Captures;
use super::resource::{Buffer, Dimension, Texture, TextureKey};
use crate::error::{Code, Error, Result};
use crate::plan::{Blend, Domain, FloatTargets, Form, Format, Program, ResultArray, Source, Value};
use crate::shader;
use crate::shape::{bytes, extent, ElementType, Packed, Scalar, Shape};
use crate::texture::Modes;

/// The numbers of an array, in GPU memory.
pub(crate) struct Storage {
    pub(crate) device: Rc<Device>,
    pub(crate) ty: ElementType,
    /// Components altogether.
    pub(crate) components: usize,
    forms: RefCell<Forms>,
    /// What its last component was before it was computed.
    mark: Option<u32>,
}

#[derive(Default, Clone)]
struct Forms {
    buffer: Option<Shared<Buffer>>,
    elements: Option<Shared<Texture>>,
    packed: Option<(Packed, Shared<Texture>)>,
    spatial: Option<Shared<Texture>>,
    /// The stream's bits as ints, as they were computed.
    bits: Option<Shared<Texture>>,
}

/// A texture or a buffer that a slot stands for.
#[derive(Clone)]
pub(crate) enum Held {
    Texture(Shared<Texture>),
    Buffer(Shared<Buffer>),
}

/// The key of a 3-D texture or of a texture array.
pub(crate) fn spatial_key(
    format: impl Into<super::texel::TexelFormat>,
    shape: &Shape,
    dimension: Dimension,
) -> Result<TextureKey> {
    let &[depth, rows, cols] = shape.dimensions() else {
        return Err(Error::of(
            Code::BadShape,
            format_args!("has shape {shape}; this sampler reads [depth, rows, cols]"),
        ));
    };
    Ok(TextureKey { dimension, format: format.into(), width: cols.max(1), height: rows.max(1), depth: depth.max(1) })
}

impl Storage {
    /// What `view`, of the type's own kind, shows.
    pub(crate) fn from_host(device: &Rc<Device>, ty: ElementType, components: usize, view: &Object) -> Result<Storage> {
        let _kept = device.keep();
        let buffer = device.buffer(bytes(components)?)?;
        device.upload(&buffer, view)?;
        Ok(Storage::from_buffer(device, ty, components, Rc::new(buffer)))
    }

    /// Zeros.
    pub(crate) fn zeros(device: &Rc<Device>, ty: ElementType, components: usize) -> Result<Storage> {
        let buffer = device.zeros(bytes(components)?)?;
        Ok(Storage::from_buffer(device, ty, components, Rc::new(buffer)))
    }

    fn from_buffer(device: &Rc<Device>, ty: ElementType, components: usize, buffer: Shared<Buffer>) -> Storage {
        let forms = RefCell::new(Forms { buffer: Some(buffer), ..Forms::default() });
        Storage { device: device.clone(), ty, components, forms, mark: None }
    }

    /// The result of a plan, which wrote it to `held`.
    pub(crate) fn from_held(device: &Rc<Device>, result: &ResultArray, held: Held, mark: Option<u32>) -> Storage {
        let components = result.shape.elements() * result.ty.components();
        let mut forms = Forms::default();
        match (result.form, held) {
            (_, Held::Buffer(buffer)) => forms.buffer = Some(buffer),
            (Form::Packed(packed), Held::Texture(texture)) => forms.packed = Some((packed, texture)),
            (Form::PackedBits(_), Held::Texture(texture)) => forms.bits = Some(texture),
            (_, Held::Texture(texture)) => forms.elements = Some(texture),
        }
        Storage { device: device.clone(), ty: result.ty, components, forms: RefCell::new(forms), mark }
    }

    /// The layout in which operations should ask for it: the one that it has, else the folded stream.
    pub(crate) fn preferred_packed(&self) -> Packed {
        match &self.forms.borrow().packed {
            Some((packed, _)) => *packed,
            None => Packed::stream(self.components),
        }
    }

    /// The form that a plan asks for, made if it is not there. Runs within [`Device::begin`].
    pub(crate) fn form(&self, form: Form, shape: &Shape) -> Result<Held> {
        Ok(match form {
            Form::Buffer => Held::Buffer(self.buffer()?),
            Form::Elements => Held::Texture(self.elements(shape)?),
            Form::Packed(packed) => Held::Texture(self.packed(packed)?),
            Form::PackedBits(packed) => Held::Texture(self.bits(packed)?),
            Form::Volume => Held::Texture(self.spatial(shape, Dimension::Volume)?),
            Form::Layers => Held::Texture(self.spatial(shape, Dimension::Layers)?),
        })
    }

    /// The tightly packed buffer.
    pub(crate) fn buffer(&self) -> Result<Shared<Buffer>> {
        let forms = self.forms.borrow().clone();
        if let Some(buffer) = forms.buffer {
            return Ok(buffer);
        }
        let device = &self.device;
        let fours = self.components.div_ceil(4);
        let buffer = device.buffer(fours * 16)?;
        if let Some(mark) = self.mark {
            device.mark_buffer(&buffer, self.components, mark); // so that the copy is vouched for too
        }
        // Bits become numbers of the type by way of the buffer, which has no type.
        let (texture, row, per) = match (&forms.packed, &forms.elements, &forms.bits) {
            (Some((packed, texture)), ..) => (texture, packed.row, 4),
            (None, Some(texture), _) => {
                let per = u32::from(self.ty.width);
                (texture, texture.key.width * per, per)
            }
            (None, None, Some(texture)) => (texture, 4 * texture.key.width, 4),
            (None, None, None) => return Err(Error::new(Code::Disposed, "this array holds nothing any more")),
        };
        if per == 4 && row % 4 == 0 {
            device.texels_to_buffer(texture, fours, &buffer)?;
        } else {
            let width = fours.max(1) as u32;
            self.gather(texture, row, per, 4 * width, width, fours as u32, &buffer)?;
        }
        let buffer = Rc::new(buffer);
        let mut forms = self.forms.borrow_mut();
        forms.buffer = Some(buffer.clone());
        forms.bits = None;
        Ok(buffer)
    }

    /// Runs `convert/gather`: rows of `row_out` components become `width_out` fours each.
    #[allow(clippy::too_many_arguments, reason = "two layouts of three numbers each, used twice in this file")]
    fn gather(
        &self,
        from: &Texture,
        row: u32,
        per: u32,
        row_out: u32,
        width_out: u32,
        count: u32,
        to: &Buffer,
    ) -> Result<()> {
        let device = &self.device;
        let source = shader!("convert/gather.vert", "convert/stream.glsl");
        let captures = Captures { names: &["four"], interleaved: false };
        let program = device.program(&Program::vertex(source).with(&self.defines(row, per, row_out)), captures)?;
        let uniforms =
            [("row", Value::from(row)), ("rowOut", Value::from(row_out)), ("widthOut", Value::from(width_out))];
        device.draw(&Draw {
            program: &program,
            domain: Domain::Vertices(count),
            textures: vec![Bound { name: "source", texture: from, modes: Modes::default() }],
            attributes: Vec::new(),
            uniforms: &uniforms,
            blocks: Vec::new(),
            targets: Vec::new(),
            locations: &[],
            captures: vec![to],
            blend: Blend::Replace,
            again: &[],
        })
    }

    fn defines(&self, row: u32, per: u32, row_out: u32) -> [(&'static str, i32); 3] {
        let aligned = per == 4 && row % 4 == 0 && row_out % 4 == 0;
        [("KIND", self.ty.scalar as i32), ("PER", per as i32), ("ALIGNED", i32::from(aligned))]
    }

    /// The 2-D texture with one texel an element, and zeros after the last.
    fn elements(&self, shape: &Shape) -> Result<Shared<Texture>> {
        let elements = self.components / self.ty.components();
        let texture = self.elements_alone(shape, elements)?;
        self.device.clear_rest(&texture, elements)?;
        Ok(texture)
    }

    fn elements_alone(&self, shape: &Shape, elements: usize) -> Result<Shared<Texture>> {
        let (width, height) = extent(shape, self.device.limits().texture_size)?;
        let known = self.forms.borrow().elements.clone();
        if let Some(texture) = known.filter(|t| t.key.width == width && t.key.height == height) {
            return Ok(texture);
        }
        let whole_texels = self.ty.width == 4;
        let packed = self.forms.borrow().packed.clone();
        if let Some((packed, texture)) = packed.filter(|_| whole_texels) {
            if packed.width() == width && texture.key.height == height {
                return Ok(texture); // four components a texel, either way
            }
        }
        let buffer = self.buffer()?;
        let texture = self.device.texture(TextureKey::plane(Format::elements(self.ty), width, height))?;
        self.device.buffer_to_texels(&buffer, &texture, elements);
        let texture = Rc::new(texture);
        self.forms.borrow_mut().elements = Some(texture.clone());
        Ok(texture)
    }

    /// The 3-D texture or texture array with one texel an element.
    fn spatial(&self, shape: &Shape, dimension: Dimension) -> Result<Shared<Texture>> {
        let key = spatial_key(Format::elements(self.ty), shape, dimension)?;
        let known = self.forms.borrow().spatial.clone();
        if let Some(texture) = known.filter(|t| t.key == key) {
            return Ok(texture);
        }
        let buffer = self.buffer()?;
        let texture = self.device.texture(key)?;
        self.device.buffer_to_texels(&buffer, &texture, self.components / self.ty.components());
        let texture = Rc::new(texture);
        self.forms.borrow_mut().spatial = Some(texture.clone());
        Ok(texture)
    }

    /// The packed texture, cut into these rows.
    fn packed(&self, wanted: Packed) -> Result<Shared<Texture>> {
        let forms = self.forms.borrow().clone();
        if let Some((_, texture)) = forms.packed.as_ref().filter(|p| p.0 == wanted) {
            return Ok(texture.clone());
        }
        if let Some(texture) = forms
            .elements
            .as_ref()
            .filter(|t| self.ty.width == 4 && t.key.width * 4 == wanted.row && t.key.height == wanted.height())
        {
            return Ok(texture.clone());
        }
        let device = &self.device;
        let key = TextureKey::plane(Format::packed(self.ty.scalar), wanted.width(), wanted.height());
        let fours = self.components.div_ceil(4);
        let texture = if wanted.row % 4 == 0 && (forms.buffer.is_some() || forms.packed.is_none()) {
            let buffer = self.buffer()?;
            let texture = device.texture(key)?;
            device.buffer_to_texels(&buffer, &texture, fours);
            texture
        } else {
            self.repack(&forms, wanted, key)?
        };
        let texture = Rc::new(texture);
        self.forms.borrow_mut().packed = Some((wanted, texture.clone()));
        Ok(texture)
    }

    /// Cuts the stream into other rows.
    fn repack(&self, forms: &Forms, wanted: Packed, key: TextureKey) -> Result<super::pool::Lease<Texture>> {
        let device = &self.device;
        let (source, row, per) = match (&forms.packed, &forms.elements) {
            (Some((packed, texture)), _) => (texture.clone(), packed.row, 4),
            (None, Some(texture)) if forms.buffer.is_none() => {
                (texture.clone(), texture.key.width * u32::from(self.ty.width), u32::from(self.ty.width))
            }
            _ => {
                let stream = Packed::stream(self.components);
                let buffer = self.buffer()?;
                let plane = TextureKey::plane(Format::packed(self.ty.scalar), stream.width(), stream.height());
                let texture = device.texture(plane)?;
                device.buffer_to_texels(&buffer, &texture, self.components.div_ceil(4));
                (Rc::new(texture), stream.row, 4)
            }
        };
        let texture = device.texture(key)?;
        let renders = self.ty.scalar != Scalar::Float || device.limits().float_targets == FloatTargets::Full;
        if renders {
            let shader: &'static Source = shader!("convert/pack.frag", "convert/stream.glsl");
            let defines = self.defines(row, per, wanted.row);
            let program = device.program(&Program::fragment(shader).with(&defines), Captures::NONE)?;
            let uniforms = [("row", Value::from(row)), ("rowOut", Value::from(wanted.row))];
            device.draw(&Draw {
                program: &program,
                domain: Domain::texels(wanted.width(), wanted.height()),
                textures: vec![Bound { name: "source", texture: &source, modes: Modes::default() }],
                attributes: Vec::new(),
                uniforms: &uniforms,
                blocks: Vec::new(),
                targets: vec![(&texture, 0)],
                locations: &[],
                captures: Vec::new(),
                blend: Blend::Replace,
                again: &[],
            })?;
        } else {
            let texels = wanted.width() * wanted.height();
            let padded = device.buffer(texels as usize * 16)?;
            self.gather(&source, row, per, wanted.row, wanted.width(), texels, &padded)?;
            device.buffer_to_texels(&padded, &texture, texels as usize);
        }
        Ok(texture)
    }

    /// The bits of the stream as ints. Made for one run, so not kept.
    fn bits(&self, wanted: Packed) -> Result<Shared<Texture>> {
        let known = self.forms.borrow().bits.clone();
        // Without padding, the same stream in as wide a texture lies alike.
        if let Some(texture) = known.filter(|t| t.key.width == wanted.width() && t.key.height == wanted.height()) {
            return Ok(texture);
        }
        let buffer = self.buffer()?;
        let key = TextureKey::plane(Format::Rgba32I, wanted.width(), wanted.height());
        let texture = self.device.texture(key)?;
        self.device.buffer_to_texels(&buffer, &texture, self.components.div_ceil(4));
        Ok(Rc::new(texture))
    }

    /// The same numbers in memory of their own.
    pub(crate) fn copy(&self) -> Result<Storage> {
        let from = self.buffer()?;
        let to = self.device.buffer(self.components.div_ceil(4) * 16)?;
        self.device.copy_buffer(&from, &to, self.components * 4);
        Ok(Storage::from_buffer(&self.device, self.ty, self.components, Rc::new(to)))
    }

    /// Reads all components into `view`, waiting for the GPU.
    pub(crate) fn read_into(&self, view: &Object) -> Result<()> {
        self.device.refuse_false_reads()?;
        match self.readable() {
            Some(texture) => self.device.download_texels(&texture, self.components / 4, view)?,
            None => self.device.download(&*self.buffer()?, view)?,
        }
        self.device.vouch(self.mark, view)
    }

    /// A texture that holds the stream and nothing else, if there is no buffer yet: reading it needs no copy on the GPU.
    fn readable(&self) -> Option<Shared<Texture>> {
        let forms = self.forms.borrow();
        if forms.buffer.is_some() || self.components % 4 != 0 {
            return None;
        }
        match &forms.packed {
            Some((packed, texture)) => (packed.row % 4 == 0).then(|| texture.clone()),
            None => forms.bits.clone(),
        }
    }
}
