// The list of the demos, in the order of the gallery. A page is found by its name: add-vec is add-vec.html, run by add-vec.js.
export const groups = [
  {
    title: "Kernels",
    text: "Your own GLSL, called like a function. Edit it, edit the numbers, run it.",
    demos: [
      ["add-vec", "AddVec", "C = A + B: one vertex an element."],
      ["add-mul-vec", "AddMulVec", "Two outputs from one call: A + B and A · B."],
      ["add-dot-vec", "AddDotVec", "vec3 in; a vec3 and a float out."],
      ["uni-mul", "UniMul", "C = k · A, with k a uniform."],
      ["uni-mul-mat", "UniMulMat", "C = M · A, with M a mat3 uniform."],
      ["tex-mul-mat", "TexMulMat", "The product of two matrices that live in textures."],
      ["tex-mul-mat-vec4", "TexMulMatVec4", "The same with four components a texel."],
    ],
  },
  {
    title: "Resident data",
    text: "Arrays that stay on the GPU from call to call, read and written in the same call.",
    demos: [
      ["life", "Game of Life", "A grid that is its own next state."],
      ["reaction", "Reaction and diffusion", "Gray and Scott's two chemicals grow spots and stripes."],
      ["bodies", "Gravity", "Thousands of bodies moved by transform feedback."],
    ],
  },
  {
    title: "Textures",
    text: "CUDA's texture references: address modes, filters, images.",
    demos: [
      ["filters", "Image filters", "Blur, sharpen, edges: on a picture of yours."],
      ["addressing", "Texture addressing", "Clamp, wrap and mirror, point and linear, side by side."],
    ],
  },
  {
    title: "Work groups",
    text: "For people who think in compute shaders.",
    demos: [
      ["group-index", "Global index", "Who am I? Every invocation writes its number."],
      ["group-gray", "Grey scale", "An image in groups of 16 x 16."],
      ["group-sums", "Partial sums", "Groups of 64 add up their part."],
    ],
  },
  {
    title: "Operations",
    text: "The library's own: matrices, sorting, inversion.",
    demos: [
      ["matmul", "Matrix product", "Sizes, GFLOP/s and the check."],
      ["sort", "Sort, step by step", "A bitonic network at work, dark to light."],
      ["inverse", "Inverse, step by step", "Pivots found, L and U filling, A · A⁻¹."],
    ],
  },
  {
    title: "Learning",
    text: "Networks that are trained in the page, with nothing but the operations and a kernel.",
    demos: [
      ["digits", "Handwritten digits", "A network learns to read, on ten thousand digits."],
      ["spirals", "Two spirals", "A small network tells them apart, while you watch."],
    ],
  },
  {
    title: "Drawing",
    text: "What the GPU computed, drawn by the GPU.",
    demos: [
      ["earth", "Earth", "A sphere with a texture: turn it, zoom it."],
      ["plane", "Waves on a plane", "A height field bends a grid of triangles."],
    ],
  },
  {
    title: "Speed",
    text: "Measured on the machine that you are looking at.",
    demos: [["bench", "Bench", "This library beside raw WebGL2, plain JS and others."]],
  },
];

export const demos = groups.flatMap((group) =>
  group.demos.map(([name, title, text]) => ({ name, title, text, group: group.title })),
);
