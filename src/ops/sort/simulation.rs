//! Runs a plan of this module without a GPU: each shader once more, in Rust, on the textures and uniforms of the plan.

use crate::plan::{Domain, Pass, Plan, Program, Slot, Step, Storage, Value};
use crate::shape::Packed;

/// Four ints.
type Texel = [i32; 4];

/// As `LARGEST` in `order.glsl`.
const LARGEST: i32 = i32::MAX;

/// What unwritten memory and padding hold: as a float −NaN, as an int the smallest but one.
const UNSPECIFIED: Texel = [i32::MIN + 1; 4];

#[derive(Clone)]
struct Texture {
    width: usize,
    height: usize,
    texels: Vec<Texel>,
}

impl Texture {
    fn new(width: u32, height: u32, layers: u32) -> Texture {
        let (width, height) = (width as usize, height as usize);
        Texture { width, height, texels: vec![UNSPECIFIED; width * height * layers.max(1) as usize] }
    }

    fn at(&mut self, x: usize, y: usize, layer: usize) -> &mut Texel {
        assert!(x < self.width && y < self.height);
        &mut self.texels[(layer * self.height + y) * self.width + x]
    }

    fn fetch(&self, x: usize, y: usize, layer: usize) -> Texel {
        assert!(x < self.width);
        if y < self.height {
            self.texels[(layer * self.height + y) * self.width + x]
        } else {
            UNSPECIFIED
        }
    }
}

struct Memory {
    arguments: Vec<Texture>,
    temporaries: Vec<Texture>,
    results: Vec<Texture>,
}

impl Memory {
    fn of(&mut self, slot: Slot) -> &mut Texture {
        match slot {
            Slot::Argument(i) => &mut self.arguments[i],
            Slot::Temporary(i) => &mut self.temporaries[i],
            Slot::Result(i) => &mut self.results[i],
        }
    }
}

/// The components of each result, given those of each argument.
pub(super) fn run(plan: &Plan<'_>, arguments: &[&[u32]]) -> Vec<Vec<u32>> {
    let fold = |bits: &&[u32]| {
        let packed = Packed::stream(bits.len());
        let mut texture = Texture::new(packed.width(), packed.height(), 0);
        for (i, &component) in bits.iter().enumerate() {
            texture.texels[i / 4][i % 4] = component as i32;
        }
        texture
    };
    let storage = |storage: &Storage| match *storage {
        Storage::Texture { width, height, layers, .. } => Texture::new(width, height, layers),
        Storage::Buffer { .. } => unreachable!(),
    };
    let components = plan.results.iter().map(|r| r.shape.elements() * r.ty.components());
    let mut memory = Memory {
        arguments: arguments.iter().map(fold).collect(),
        temporaries: plan.temporaries.iter().map(storage).collect(),
        results: components.clone().map(|n| fold(&vec![0; n].as_slice())).collect(),
    };
    for step in &plan.steps {
        let Step::Draw(pass) = step else { unreachable!() };
        draw(pass, &mut memory);
    }
    let unfold = |(texture, n): (&Texture, usize)| {
        texture.texels.iter().flatten().take(n).map(|&component| component as u32).collect()
    };
    memory.results.iter().zip(components).map(unfold).collect()
}

fn draw(pass: &Pass<'_>, memory: &mut Memory) {
    let Domain::Texels { x, y, width, height } = pass.domain else { unreachable!() };
    let sampler = |name, memory: &mut Memory| {
        let slot = pass.samplers.iter().find(|s| s.0 == name).map(|s| s.1);
        assert!(pass.targets.iter().all(|t| Some(t.slot) != slot), "{name} is read and written");
        slot.map(|slot| memory.of(slot).clone())
    };
    let shader = Shader { pass, runs: sampler("runs", memory), data: sampler("data", memory) };
    for y in y..y + height {
        for x in x..x + width {
            let place = (x | y << shader.uniform("shift")) as i32;
            let texels = shader.fragment(place);
            assert_eq!(texels.len(), pass.targets.len());
            for (texel, target) in texels.into_iter().zip(&pass.targets) {
                *memory.of(target.slot).at(x as usize, y as usize, target.layer as usize) = texel;
            }
        }
    }
}

struct Shader<'p> {
    pass: &'p Pass<'p>,
    runs: Option<Texture>,
    data: Option<Texture>,
}

impl Shader<'_> {
    fn uniform(&self, name: &str) -> i32 {
        match self.pass.uniforms.iter().find(|u| u.0 == name) {
            Some((_, Value::Ints(1, ints))) => ints[0],
            other => unreachable!("{name}: {other:?}"),
        }
    }

    fn define(&self, name: &str) -> i32 {
        let Program::BuiltIn { defines, .. } = &self.pass.program else { unreachable!() };
        defines.iter().find(|d| d.0 == name).unwrap().1
    }

    fn pairs(&self) -> bool {
        self.define("PAIRS") != 0
    }

    fn fragment(&self, place: i32) -> Vec<Texel> {
        let Program::BuiltIn { fragment: Some(source), .. } = &self.pass.program else { unreachable!() };
        match source.name {
            "sort/local.frag" => self.local(place),
            "sort/merge.frag" => self.merge(place),
            "sort/keys.frag" => vec![self.run_texel(place).map(|key| self.bits_of(key ^ self.uniform("flip")))],
            "sort/indices.frag" => {
                let (a, b) = (self.run_texel(2 * place), self.run_texel(2 * place + 1));
                vec![[a[1], a[3], b[1], b[3]]]
            }
            "sort/gather.frag" => vec![[0, 1, 2, 3].map(|lane| self.gathered(4 * place + lane))],
            name => unreachable!("{name}"),
        }
    }

    fn run_texel(&self, t: i32) -> Texel {
        let (layers, shift) = (self.define("LAYERS"), self.uniform("runsShift"));
        let place = t / layers;
        let (x, y, layer) = (place & ((1 << shift) - 1), place >> shift, t % layers);
        self.runs.as_ref().unwrap().fetch(x as usize, y as usize, layer as usize)
    }

    fn data_texel(&self, t: i32) -> Texel {
        let shift = self.uniform("dataShift");
        self.data.as_ref().unwrap().fetch((t & ((1 << shift) - 1)) as usize, (t >> shift) as usize, 0)
    }

    fn data_component(&self, c: i32) -> i32 {
        self.data_texel(c >> 2)[(c & 3) as usize]
    }

    fn key_of(&self, bits: i32) -> i32 {
        match self.define("SCALAR") {
            0 if bits & 0x7fff_ffff > 0x7f80_0000 => 0x7fc0_0000,
            _ => self.bits_of(bits),
        }
    }

    fn bits_of(&self, key: i32) -> i32 {
        match self.define("SCALAR") {
            0 => key ^ ((key >> 31) & 0x7fff_ffff),
            1 => key,
            _ => key ^ i32::MIN,
        }
    }

    fn local(&self, place: i32) -> Vec<Texel> {
        let (layers, pairs) = (self.define("LAYERS"), self.pairs());
        let (count, flip) = (self.uniform("count"), self.uniform("flip"));
        let (width, component) = (self.define("WIDTH"), self.uniform("component"));
        let key = |element: i32| self.key_of(self.data_component(element * width + component)) ^ flip;
        let pair = |element: i32| {
            if element < count {
                [key(element), element]
            } else {
                [LARGEST; 2]
            }
        };
        let texel =
            |t: i32| {
                if pairs {
                    let (a, b) = (pair(2 * t), pair(2 * t + 1));
                    [a[0], a[1], b[0], b[1]]
                } else {
                    let texel = self.data_texel(t);
                    [0, 1, 2, 3].map(|lane| {
                        if 4 * t + lane < count {
                            self.key_of(texel[lane as usize]) ^ flip
                        } else {
                            LARGEST
                        }
                    })
                }
            };
        let mut r: Vec<Texel> = (0..layers).map(|i| sorted(texel(place * layers + i), pairs)).collect();
        let mut run = 2;
        while run <= r.len() {
            for run in r.chunks_mut(run) {
                let last = run.len() - 1;
                for i in 0..run.len() / 2 {
                    run[last - i] = turned(run[last - i], pairs);
                    order(run, i, last - i, pairs);
                }
                for half in run.chunks_mut(last / 2 + 1) {
                    sort_bitonic(half, pairs);
                }
            }
            run *= 2;
        }
        r
    }

    fn merge(&self, place: i32) -> Vec<Texel> {
        let (layers, pairs) = (self.define("LAYERS"), self.pairs());
        let (run, total) = (self.uniform("run"), self.uniform("total"));
        let first = place * layers;
        let a = first & !(2 * run - 1);
        let b = a + run;
        let (a_texels, b_texels) = (run.min(total - a), (total - b).clamp(0, run));
        let before = first - a;
        let (mut split, mut end) = (0.max(before - b_texels), before.min(a_texels));
        while split < end {
            let middle = (split + end) >> 1;
            let (a, b) = (self.run_texel(a + middle), self.run_texel(b + before - 1 - middle));
            let (last, first) = if pairs { ((a[2], a[3]), (b[0], b[1])) } else { ((a[3], 0), (b[0], 0)) };
            if last > first {
                end = middle;
            } else {
                split = middle + 1;
            }
        }
        let texel = |start, texels, i| if i < texels { self.run_texel(start + i) } else { [LARGEST; 4] };
        let window_a = |i| texel(a, a_texels, split + i);
        let window_b = |i| turned(texel(b, b_texels, before - split + layers - 1 - i), pairs);
        let mut r: Vec<Texel> = (0..layers)
            .map(|i| {
                let (mut a, mut b) = (window_a(i), window_b(i));
                if i == 0 && split < before {
                    let b_edge = window_b(layers);
                    let taken = after(a, b_edge, pairs).map(|lane| !lane);
                    a = select(a, window_a(layers), taken);
                    b = select(b, b_edge, taken);
                }
                select(a, b, after(a, b, pairs))
            })
            .collect();
        sort_bitonic(&mut r, pairs);
        r
    }

    fn gathered(&self, c: i32) -> i32 {
        let width = self.define("WIDTH");
        let element = c / width;
        if element >= self.uniform("count") {
            return 0;
        }
        let pairs = self.run_texel(element >> 1);
        let from = if element & 1 == 0 { pairs[1] } else { pairs[3] };
        self.data_component(from * width + c % width)
    }
}

fn turned(a: Texel, pairs: bool) -> Texel {
    if pairs {
        [a[2], a[3], a[0], a[1]]
    } else {
        [a[3], a[2], a[1], a[0]]
    }
}

fn after(a: Texel, b: Texel, pairs: bool) -> [bool; 4] {
    if pairs {
        let (first, second) = ((a[0], a[1]) > (b[0], b[1]), (a[2], a[3]) > (b[2], b[3]));
        [first, first, second, second]
    } else {
        [0, 1, 2, 3].map(|lane| a[lane] > b[lane])
    }
}

fn select(a: Texel, b: Texel, second: [bool; 4]) -> Texel {
    [0, 1, 2, 3].map(|lane| if second[lane] { b[lane] } else { a[lane] })
}

fn order(r: &mut [Texel], i: usize, j: usize, pairs: bool) {
    let (a, b) = (r[i], r[j]);
    let exchange = after(a, b, pairs);
    r[i] = select(a, b, exchange);
    r[j] = select(b, a, exchange);
}

fn exchange(a: &mut Texel, i: usize, j: usize) {
    if a[i] > a[j] {
        a.swap(i, j);
    }
}

fn sorted_bitonic(mut a: Texel, pairs: bool) -> Texel {
    if pairs {
        return if (a[0], a[1]) > (a[2], a[3]) { turned(a, true) } else { a };
    }
    for (i, j) in [(0, 2), (1, 3), (0, 1), (2, 3)] {
        exchange(&mut a, i, j);
    }
    a
}

fn sorted(mut a: Texel, pairs: bool) -> Texel {
    if !pairs {
        exchange(&mut a, 0, 1);
        exchange(&mut a, 2, 3);
        a.swap(2, 3);
    }
    sorted_bitonic(a, pairs)
}

/// Sorts texels that are a bitonic sequence: halves of distance n/2 … 1, then each texel.
fn sort_bitonic(r: &mut [Texel], pairs: bool) {
    let mut distance = r.len() / 2;
    while distance > 0 {
        for i in (0..r.len()).filter(|i| i & distance == 0) {
            order(r, i, i + distance, pairs);
        }
        distance /= 2;
    }
    for texel in r {
        *texel = sorted_bitonic(*texel, pairs);
    }
}
