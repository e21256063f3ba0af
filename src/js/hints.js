// What the compiler's message leaves open for those who know GLSL from elsewhere: the way out.

const hints = [
  [
    /(operand types|cannot convert).*int'|'(?!texture)\w+' : no matching/,
    "GLSL converts no numbers: 1.0 is a float, 1 an int, 1u a uint; else write float(i), int(x)",
  ],
  [/'(attribute|varying)'/, "GLSL ES 3.00 has in and out instead"],
  [/'texture[23C]\w+'/, "GLSL ES 3.00 has texture() and texelFetch() instead"],
  [/'gl_Frag(Color|Data)'/, "GLSL ES 3.00 has outputs that you declare instead: out vec4 color;"],
  [/'gl_(\w+(InvocationI|WorkGroup)\w+|WorkGroup\w+)'/, "here these names have no gl_: globalInvocationID and so on"],
  [/vertex shader.*'gl_FragCoord'/, "vertices have gl_VertexID instead"],
  [/fragment shader.*'gl_VertexID'/, "fragments have gl_FragCoord instead"],
];

/** The message of a shader error, and below it what may help. */
export const hinted = (message) =>
  [message, ...hints.filter(([sign]) => sign.test(message)).map(([, hint]) => hint)].join("\n");
