//! `CreateGPGPU`, and the class of what it makes.

use std::rc::Rc;

use js_sys::Object;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;
use web_sys::WebGl2RenderingContext;

use super::array::host_view;
use super::instance::{check_listener, create, Instance};
use super::{choice, compute, drawing, params, texture};
use crate::error::{Code, Error, Result};
use crate::gl::Storage;
use crate::plan::FloatTargets;
use crate::shape::Shape;
use crate::texture::ReadMode;

/// Refuses an array of more elements than a texture of this device has texels.
fn refuse_oversize(shape: &Shape, largest: u32) -> Result<()> {
    let most = u64::from(largest) * u64::from(largest);
    let asked = shape.elements();
    if asked as u64 > most {
        return Err(Error::of(
            Code::LimitExceeded,
            format_args!("shape {shape} has {asked} elements; a texture of this device holds {most}"),
        ));
    }
    Ok(())
}

/// Makes an instance: on the caller's canvas, on the caller's context (`{ gl }`), or on a canvas of its own.
///
/// Throws NO_WEBGL2 with the reason where there is none.
#[wasm_bindgen(js_name = CreateGPGPU, skip_typescript)]
#[allow(unreachable_pub, reason = "what is exported to JavaScript must be public")]
pub fn create_gpgpu(canvas: JsValue, options: JsValue) -> std::result::Result<Gpgpu, JsValue> {
    Ok(Gpgpu { inner: create(&canvas, &options)? })
}

/// An instance: one WebGL2 context, its kernels and its arrays.
#[wasm_bindgen(js_name = GPGPU, skip_typescript)]
pub struct Gpgpu {
    pub(crate) inner: Rc<Instance>,
}

type Thrown<T> = std::result::Result<T, JsValue>;

#[wasm_bindgen(js_class = GPGPU)]
impl Gpgpu {
    /// Runs a kernel and waits for its results.
    pub fn compute(&self, param: JsValue) -> Thrown<()> {
        Ok(compute::compute(&self.inner, &param)?)
    }

    /// Runs a kernel; resolves when its outputs are filled. Inputs are taken at the call.
    #[wasm_bindgen(js_name = computeAsync)]
    pub fn compute_async(&self, param: JsValue) -> js_sys::Promise {
        compute::compute_async(&self.inner, &param)
    }

    /// Host data with a shape: a plain object.
    #[wasm_bindgen(js_name = makeTextureInfo)]
    pub fn make_texture_info(&self, ty: JsValue, shape: JsValue, value: JsValue, options: JsValue) -> Thrown<JsValue> {
        texture::make(&ty, &shape, &value, &options).map_err(|e| e.in_kernel("makeTextureInfo").into())
    }

    /// A resident array; without a value, zeros.
    #[wasm_bindgen(js_name = makeArray)]
    pub fn make_array(&self, ty: JsValue, shape: JsValue, value: JsValue, options: JsValue) -> Thrown<JsValue> {
        let make = || {
            let device = self.inner.device()?;
            let ty = params::type_of(&ty)?;
            let shape = params::shape_of(&shape)?;
            let (modes, flip) = params::modes_of(&options, true)?;
            if modes.read == ReadMode::NormalizedFloat || flip.is_some() {
                let what = "readMode \"normalizedFloat\" and flipY are options of makeTextureInfo; an array takes 32-bit numbers";
                return Err(Error::new(Code::BadArgument, what));
            }
            modes.check(ty)?;
            let components = shape.elements() * ty.components();
            refuse_oversize(&shape, device.limits().texture_size)?;
            let given = !value.is_undefined() && !value.is_null();
            let view = if given { Some(host_view(&value, ty, components, &shape)?) } else { None };
            device.check()?; // reading shape, value and options may have run the caller's code
            let storage = match view {
                Some(view) => Storage::from_host(&device, ty, components, &view)?,
                None => Storage::zeros(&device, ty, components)?,
            };
            Ok(self.inner.array(storage, shape, modes))
        };
        make().map_err(|e: Error| e.in_kernel("makeArray").into())
    }

    /// Forgets the kernel of this id.
    pub fn clear(&self, id: JsValue) {
        if let Some(id) = id.as_string() {
            self.inner.clear(&id);
        }
    }

    /// Forgets every kernel and gives back what waits to be used again. Arrays stay.
    #[wasm_bindgen(js_name = clearAll)]
    pub fn clear_all(&self) {
        self.inner.clear_all();
    }

    /// Gives everything up: kernels, arrays, and the context if it is the library's own.
    pub fn dispose(&self) {
        self.inner.dispose();
    }

    /// The context.
    #[wasm_bindgen(js_name = getGL)]
    pub fn get_gl(&self) -> WebGl2RenderingContext {
        self.inner.expose();
        self.inner.raw.clone()
    }

    /// The canvas.
    #[wasm_bindgen(getter)]
    pub fn canvas(&self) -> JsValue {
        self.inner.expose();
        self.inner.canvas.clone()
    }

    /// What the device is and allows.
    pub fn capabilities(&self) -> Thrown<JsValue> {
        let device = self.inner.device()?;
        let l = device.limits();
        let limits = Object::new();
        for (name, value) in [
            ("textureSize", l.texture_size),
            ("textureSize3D", l.texture_size_3d),
            ("textureLayers", l.array_layers),
            ("drawBuffers", l.draw_buffers),
            ("vertexAttributes", l.vertex_attributes),
            ("vertexTextures", l.vertex_textures),
            ("fragmentTextures", l.fragment_textures),
            ("separateCaptures", l.separate_captures),
            ("interleavedComponents", l.interleaved_components),
            ("uniformBlockBytes", l.uniform_block_bytes),
        ] {
            params::set(&limits, name, value);
        }
        let all = Object::new();
        params::set(&all, "renderer", device.renderer());
        params::set(&all, "limits", limits);
        let targets = match l.float_targets {
            FloatTargets::Full => "full",
            FloatTargets::Half => "half",
            FloatTargets::None => "none",
        };
        params::set(&all, "floatTargets", targets);
        params::set(&all, "floatBlend", l.float_blend);
        params::set(&all, "floatLinear", l.float_linear);
        params::set(&all, "matmul", choice::name(&device));
        Ok(all.into())
    }

    /// What lives on the GPU: numbers of objects, bytes in use, and bytes that wait to be used again.
    pub fn memory(&self) -> JsValue {
        let counts = self.inner.device.borrow().as_ref().map(|device| device.pool.counts()).unwrap_or_default();
        let all = Object::new();
        params::set(&all, "arrays", self.inner.live.get());
        params::set(&all, "textures", counts.textures);
        params::set(&all, "buffers", counts.buffers);
        params::set(&all, "programs", counts.programs);
        params::set(&all, "bytes", counts.bytes as f64);
        params::set(&all, "pooledBytes", counts.idle as f64);
        all.into()
    }

    /// Calls `listener` at "contextlost" or "contextrestored"; with `{ once: true }` at the first one.
    #[wasm_bindgen(js_name = addEventListener)]
    pub fn add_event_listener(&self, name: JsValue, listener: JsValue, options: JsValue) -> Thrown<()> {
        let once = options.is_object() && params::property(&options, "once")?.is_truthy();
        check_listener("addEventListener", &name, &listener)?;
        self.inner.listeners.add(&name, &listener, once);
        Ok(())
    }

    /// Takes a listener away.
    #[wasm_bindgen(js_name = removeEventListener)]
    pub fn remove_event_listener(&self, name: JsValue, listener: JsValue) -> Thrown<()> {
        check_listener("removeEventListener", &name, &listener)?;
        self.inner.listeners.remove(&name, &listener);
        Ok(())
    }

    /// Draws `drawObj.onDraw()`'s kernel each frame; mouse, touch and wheel turn and move it.
    #[wasm_bindgen(js_name = startDraw3D)]
    pub fn start_draw_3d(&self, draw_obj: JsValue) -> Thrown<()> {
        Ok(drawing::start(&self.inner, draw_obj)?)
    }

    /// Draws one frame, and asks for the next.
    #[wasm_bindgen(js_name = drawScene)]
    pub fn draw_scene(&self) -> Thrown<()> {
        Ok(drawing::scene(&self.inner)?)
    }

    /// `{ xRot, yRot, z }`: how far the scene is turned and away.
    #[wasm_bindgen(getter, js_name = drawParam)]
    pub fn draw_param(&self) -> JsValue {
        drawing::draw_param(&self.inner)
    }

    /// A vertex shader for textured, lit surfaces.
    #[wasm_bindgen(getter, js_name = textureSphereVertexShader)]
    pub fn texture_sphere_vertex_shader(&self) -> String {
        drawing::TEXTURE_SPHERE.to_string()
    }

    /// Its fragment shader.
    #[wasm_bindgen(getter, js_name = defaultFragmentShader)]
    pub fn default_fragment_shader(&self) -> String {
        drawing::DEFAULT_FRAGMENT.to_string()
    }

    /// The smallest fragment shader.
    #[wasm_bindgen(getter, js_name = minFragmentShader)]
    pub fn min_fragment_shader(&self) -> String {
        drawing::MIN_FRAGMENT.to_string()
    }
}
