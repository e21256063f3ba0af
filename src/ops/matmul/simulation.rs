//! Runs a plan of this module without a GPU: each shader once more, in Rust, on the textures and uniforms of the plan.
//! Sums are float64; where texels lie is computed as the shaders compute it, in float32.

use crate::plan::{Blend, Domain, Form, Pass, Plan, Program, Slot, Step, Storage, Value};
use crate::shape::Packed;

type Texel = [f64; 4];

/// What unwritten memory and padding hold: it spoils every sum that it gets into.
const UNSPECIFIED: Texel = [f64::NAN; 4];

#[derive(Clone)]
struct Texture {
    width: i32,
    height: i32,
    texels: Vec<Texel>,
}

impl Texture {
    fn new(width: u32, height: u32, layers: u32) -> Texture {
        let texels = vec![UNSPECIFIED; (width * height * layers.max(1)) as usize];
        Texture { width: width as i32, height: height as i32, texels }
    }

    fn packed(packed: Packed) -> Texture {
        Texture::new(packed.width(), packed.height(), 1)
    }

    fn place(&self, [x, y, layer]: [i32; 3]) -> usize {
        assert!((0..self.width).contains(&x) && (0..self.height).contains(&y), "{x}, {y}");
        ((layer * self.height + y) * self.width + x) as usize
    }

    fn fetch(&self, x: i32, y: i32, layer: i32) -> Texel {
        self.texels[self.place([x, y, layer])]
    }

    /// texture(): the nearest texel, clamped.
    fn sample(&self, u: f32, v: f32) -> Texel {
        let texel = |at: f32, size: i32| ((at * size as f32).floor() as i32).clamp(0, size - 1);
        self.fetch(texel(u, self.width), texel(v, self.height), 0)
    }
}

struct Memory {
    arguments: Vec<Texture>,
    temporaries: Vec<Texture>,
    result: Texture,
}

impl Memory {
    fn of(&mut self, slot: Slot) -> &mut Texture {
        match slot {
            Slot::Argument(i) => &mut self.arguments[i],
            Slot::Temporary(i) => &mut self.temporaries[i],
            Slot::Result(_) => &mut self.result,
        }
    }
}

fn layout(form: Form) -> Packed {
    match form {
        Form::Packed(packed) | Form::PackedBits(packed) => packed,
        form => unreachable!("{form:?}"),
    }
}

/// Where a component of the stream lies.
fn component(packed: Packed, i: usize) -> (usize, usize) {
    let (y, x) = (i / packed.row as usize, i % packed.row as usize);
    (y * packed.width() as usize + x / 4, x % 4)
}

/// The elements of the product, given those of the factors.
pub(super) fn run(plan: &Plan<'_>, factors: [&[f32]; 2]) -> Vec<f64> {
    let argument = |(&form, numbers): (&Form, &[f32])| {
        let mut texture = Texture::packed(layout(form));
        for (i, &number) in numbers.iter().enumerate() {
            let (texel, lane) = component(layout(form), i);
            texture.texels[texel][lane] = number.into();
        }
        texture
    };
    let temporary = |storage: &Storage| match *storage {
        Storage::Texture { width, height, layers, .. } => Texture::new(width, height, layers),
        Storage::Buffer { bytes } => Texture::new(bytes / 16, 1, 1),
    };
    let mut memory = Memory {
        arguments: plan.arguments.iter().zip(factors).map(argument).collect(),
        temporaries: plan.temporaries.iter().map(temporary).collect(),
        result: Texture::packed(layout(plan.results[0].form)),
    };
    for step in &plan.steps {
        match step {
            Step::Draw(pass) => draw(pass, &mut memory),
            Step::TexelsToBuffer { from, texels, to } => {
                let texels = memory.of(*from).texels[..*texels as usize].to_vec();
                memory.of(*to).texels[..texels.len()].copy_from_slice(&texels);
            }
            Step::LayersToRows { from, to } => {
                let from = memory.of(*from).clone();
                let to = memory.of(*to);
                for (x, y) in (0..to.height).flat_map(|y| (0..to.width.min(from.width)).map(move |x| (x, y))) {
                    let place = to.place([x, y, 0]);
                    to.texels[place] = from.fetch(x, y % from.height, y / from.height);
                }
            }
            Step::Clear(_) => unreachable!(),
        }
    }
    let packed = layout(plan.results[0].form);
    let element = |i| {
        let (texel, lane) = component(packed, i);
        memory.result.texels[texel][lane]
    };
    (0..plan.results[0].shape.elements()).map(element).collect()
}

fn draw(pass: &Pass<'_>, memory: &mut Memory) {
    let Domain::Texels { x: left, y: bottom, width, height } = pass.domain else { unreachable!() };
    for (name, slot) in &pass.samplers {
        assert!(pass.targets.iter().all(|target| target.slot != *slot), "{name} is read and written");
    }
    let textures = pass.samplers.iter().map(|&(name, slot)| (name, memory.of(slot).clone())).collect();
    let block = pass.blocks.first().map(|block| (memory.of(block.slot).texels.clone(), block.bytes as usize / 16));
    let mut shader = Shader { pass, textures, slab: Vec::new() };
    let first = pass.blocks.first().map_or(0, |block| block.offset);
    let again = pass.again.iter().map(|again| (again.x, again.y, again.offset));
    for (left, bottom, offset) in std::iter::once((left, bottom, first)).chain(again) {
        if let Some((buffer, length)) = &block {
            shader.slab = buffer[offset as usize / 16..][..*length].to_vec();
        }
        for (x, y) in (bottom..bottom + height).flat_map(|y| (left..left + width).map(move |x| (x as i32, y as i32))) {
            let Some(texels) = shader.fragment(x, y) else { continue };
            assert_eq!(texels.len(), pass.targets.len());
            for (texel, target) in texels.into_iter().zip(&pass.targets) {
                let texture = memory.of(target.slot);
                let place = texture.place([x, y, target.layer as i32]);
                let former = texture.texels[place];
                texture.texels[place] = match pass.blend {
                    Blend::Replace => texel,
                    Blend::Add => sum(former, texel),
                };
            }
        }
    }
}

fn sum(a: Texel, b: Texel) -> Texel {
    [0, 1, 2, 3].map(|lane| a[lane] + b[lane])
}

fn scaled(a: f64, b: Texel) -> Texel {
    b.map(|b| a * b)
}

struct Shader<'p> {
    pass: &'p Pass<'p>,
    textures: Vec<(&'p str, Texture)>,
    /// The uniform block.
    slab: Vec<Texel>,
}

impl Shader<'_> {
    fn value(&self, name: &str) -> &Value {
        self.pass.uniforms.iter().find(|u| u.0 == name).map_or_else(|| unreachable!("{name}"), |u| &u.1)
    }

    fn ints<const N: usize>(&self, name: &str) -> [i32; N] {
        match self.value(name) {
            Value::Ints(_, ints) => ints[..].try_into().unwrap(),
            other => unreachable!("{name}: {other:?}"),
        }
    }

    fn int(&self, name: &str) -> i32 {
        let [int] = self.ints(name);
        int
    }

    fn floats<const N: usize>(&self, name: &str) -> [f32; N] {
        match self.value(name) {
            Value::Floats(_, floats) => floats[..].try_into().unwrap(),
            other => unreachable!("{name}: {other:?}"),
        }
    }

    fn define(&self, name: &str) -> i32 {
        let Program::BuiltIn { defines, .. } = &self.pass.program else { unreachable!() };
        defines.iter().find(|d| d.0 == name).map_or_else(|| unreachable!("{name}"), |d| d.1)
    }

    fn texture(&self, name: &str) -> &Texture {
        self.textures.iter().find(|t| t.0 == name).map_or_else(|| unreachable!("{name}"), |t| &t.1)
    }

    /// What a fragment writes, unless it is discarded.
    fn fragment(&self, x: i32, y: i32) -> Option<Vec<Texel>> {
        let Program::BuiltIn { fragment: Some(source), .. } = &self.pass.program else { unreachable!() };
        match source.name {
            "matmul/pack.frag" => Some(vec![self.pack(x, y)]),
            "matmul/stack.frag" => Some(vec![self.stack(x, y)]),
            "matmul/tile.frag" => Some(self.tile(x, y)),
            "matmul/gather.frag" => self.gather(x, y).map(|texel| vec![texel]),
            "matmul/dots.frag" => Some(vec![self.dots(x, y)]),
            "matmul/sum.frag" => Some(vec![self.sum(x, y)]),
            "matmul/slabs.frag" => Some(vec![self.slabs(x, y)]),
            "matmul/block.frag" => Some(self.block(x, y)),
            "matmul/collect.frag" => Some(vec![self.collect(x, y)]),
            name => unreachable!("{name}"),
        }
    }

    fn pack(&self, x: i32, y: i32) -> Texel {
        let (matrix, cut, origin, size) =
            (self.texture("M"), self.ints("cutM"), self.ints::<2>("origin"), self.ints::<2>("size"));
        [0, 1, 2, 3].map(|lane| {
            let place = [(origin[0] + y).min(size[0] - 1), (origin[1] + 4 * x + lane).min(size[1] - 1)];
            let [row, at] = if self.define("TRANSPOSED") == 1 { [place[1], place[0]] } else { place };
            component_at(matrix, cut, row, at)
        })
    }

    fn stack(&self, x: i32, y: i32) -> Texel {
        let a = self.texture("A");
        a.fetch(x >> 3, (y + (x & 7) * self.int("height")).min(a.height - 1), 0)
    }

    fn tile(&self, x: i32, y: i32) -> Vec<Texel> {
        let (a, b) = (self.texture("A"), self.texture("B"));
        let ([step_k, step_row, texel_x, texel_y], [slab]) = (self.floats("texels"), self.floats("slab"));
        let ([width, height, across, layer], [origin_a, origin_b]) = (self.ints("tile"), self.ints::<2>("origin"));
        let [first, depth, end, tail] = self.ints("range");
        let split = [x / width, y / height];
        let from = first + (split[1] * across + split[0]) * depth;
        let column = ((x - split[0] * width) as f32 + 0.5) * texel_x;
        let row = ((y - split[1] * height) as f32 + 0.5) * step_row;
        let stacked = self.define("STACKED") == 1;
        let four = |k: i32, r: i32| {
            let u = ((origin_a + k) as f32 + if stacked { 0.0625 } else { 0.5 }) * step_k;
            let further = r as f32 * slab;
            if stacked {
                a.sample(u + further, row)
            } else {
                a.sample(u, row + further)
            }
        };
        let one = |k: i32, t: i32| b.sample(column, ((origin_b + 4 * k + t) as f32 + 0.5) * texel_y);
        (0..self.define("ROWS"))
            .map(|r| {
                let mut all = [0.0; 4];
                for k in from..(from + depth).min(end) {
                    let a = four(k, r);
                    all = (0..4).fold(all, |all, t| sum(all, scaled(a[t as usize], one(k, t))));
                }
                if tail > 0 && (from..from + depth).contains(&end) {
                    let a = four(end, r);
                    all = (0..tail).fold(all, |all, t| sum(all, scaled(a[t as usize], one(end, t))));
                }
                if self.define("CARRY") == 1 {
                    all = sum(all, self.texture("former").fetch(x, y, layer + r));
                }
                all
            })
            .collect()
    }

    fn gather(&self, x: i32, y: i32) -> Option<Texel> {
        let (tiles, [width, height], splits) =
            (self.texture("tiles"), self.ints::<2>("tile"), self.ints::<2>("splits"));
        let (cut, [first, last, columns]) = (self.ints::<2>("cutC"), self.ints("size"));
        let times = |number: i32, tile: i32| ((number as f32 + 0.5) / tile as f32) as i32;
        let four = |row: i32, group: i32| {
            let row = row - first;
            let slab = times(row, height);
            let band = if self.define("BANDS") == 1 { times(group, width) } else { 0 };
            let place = [group - band * width, row - slab * height, slab + band * self.define("ROWS")];
            let [across, down] = if self.define("SPLIT") == 1 { splits } else { [1, 1] };
            let parts = (0..down).flat_map(|y| (0..across).map(move |x| (x, y)));
            parts.fold([0.0; 4], |all, (x, y)| {
                sum(all, tiles.fetch(place[0] + x * width, place[1] + y * height, place[2]))
            })
        };
        let place = |lane: i32| {
            if self.define("FOLDED") == 1 {
                let place = 4 * (y * cut[1] + x) + lane;
                [place / cut[0], place % cut[0]]
            } else {
                [y, 4 * x + lane]
            }
        };
        let [row, at] = place(0);
        if self.define("FOLDED") == 1 && !(first..last).contains(&row) {
            return None;
        }
        if self.define("WHOLE") == 1 {
            return Some(four(row, at >> 2));
        }
        Some([0, 1, 2, 3].map(|lane| {
            let [row, at] = place(lane);
            let (row, at) = (row.min(last - 1), at.min(columns - 1));
            four(row, at >> 2)[(at & 3) as usize]
        }))
    }

    fn dots(&self, x: i32, y: i32) -> Texel {
        let (matrix, cut, vector) = (self.texture("M"), self.ints("cutM"), self.texture("x"));
        let (rows, k, depth) = (self.int("rows"), self.int("k"), self.int("depth"));
        let index = y * self.int("width") + x;
        let (split, group) = (index / self.int("groups"), index % self.int("groups"));
        let width = self.int("widthX");
        [0, 1, 2, 3].map(|lane| {
            let row = 4 * group + lane;
            // Past the last row and the last split nothing is summed.
            let terms = if row < rows { 4 * split * depth..(4 * (split + 1) * depth).min(k) } else { 0..0 };
            let term = |at: i32| {
                component_at(matrix, cut, row, at)
                    * vector.fetch((at >> 2) % width, (at >> 2) / width, 0)[(at & 3) as usize]
            };
            terms.map(term).sum()
        })
    }

    fn sum(&self, x: i32, y: i32) -> Texel {
        let (groups, width) = (self.int("groups"), self.int("widthPartials"));
        let group = (y * self.int("width") + x).min(groups - 1);
        (0..self.int("splits"))
            .map(|split| split * groups + group)
            .fold([0.0; 4], |all, index| sum(all, self.texture("partials").fetch(index % width, index / width, 0)))
    }

    fn slabs(&self, x: i32, y: i32) -> Texel {
        let (a, groups) = (self.texture("A"), self.int("groups"));
        let index = y * self.int("width") + x;
        let (slab, group) = ((index >> 3) / groups, (index >> 3) % groups);
        a.fetch(group.min(a.width - 1), (8 * slab + (index & 7)).min(a.height - 1), 0)
    }

    fn block(&self, x: i32, y: i32) -> Vec<Texel> {
        let (b, [texel_x, texel_y], [width, height]) =
            (self.texture("B"), self.floats("texelB"), self.ints("rectangle"));
        let (end, tail) = (self.int("end"), self.int("tail"));
        let column = ((y % height * width + x % width) as f32 + 0.5) * texel_x;
        let one = |k: i32| b.sample(column, (k as f32 + 0.5) * texel_y);
        (0..8)
            .map(|r| {
                let a = |k: i32| self.slab[(8 * (k / 4) + r) as usize][(k % 4) as usize];
                (0..4 * end + tail).fold([0.0; 4], |all, k| sum(all, scaled(a(k), one(k))))
            })
            .collect()
    }

    fn collect(&self, x: i32, y: i32) -> Texel {
        let ([width, height], across) = (self.ints("rectangle"), self.int("across"));
        let slab = y >> 3;
        let corner = [slab % across * width, slab / across * height];
        self.texture("tiles").fetch(corner[0] + x % width, corner[1] + x / width, y & 7)
    }
}

fn component_at(matrix: &Texture, cut: [i32; 2], row: i32, at: i32) -> f64 {
    let place = row * cut[0] + at;
    matrix.fetch((place >> 2) % cut[1], (place >> 2) / cut[1], 0)[(place & 3) as usize]
}
