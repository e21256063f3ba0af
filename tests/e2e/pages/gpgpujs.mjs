// Pages as they were written for gpgpu.js: they work once their script's src is changed.
import { equal } from "../assert.mjs";
import { answerOf } from "../frame.mjs";

export const forms = ["classic"];

const lines = (...parts) => parts.join("\n");
const end = "</script>";

/** Opens a whole page in a frame; resolves to what it tells, or to what went wrong there. */
function told(head, body) {
  const report = `<script>onerror = (words) => { tell(words); }; function tell(what) { parent.postMessage(what, "*"); }${end}`;
  const srcdoc = lines(
    "<html>",
    "<head>",
    report,
    `<script type="text/javascript" src="/pkg/gpgpu.js">${end}`,
    head,
    "</head>",
    body,
    "</html>",
  );
  return answerOf({ srcdoc });
}

const script = (text) => `<script type="text/javascript">\n${text}\n${end}`;
const plain = '<body onload="onBodyLoad()"></body>';

export const tests = {
  async "sums and products of vectors, told in the page's own words"() {
    const page = script(`
      function onBodyLoad() {
        // 頂点シェーダのプログラム
        var vertex_shader =
           \`// 入力変数A
            in  float A;\r
\t\tin\tfloat   B ;

            // 出力変数C
            out float C;  /* 和 */
            out float D;

            void main(void ) {
                C = A + B;   // in float E;
                D = A * B;
            }\`;
        var A = new Float32Array([ 1, 2, 3, 4, 5, 6 ]);
        var B = new Float32Array([ 10, 20, 30, 40, 50, 60 ]);
        var C = new Float32Array(6);
        var D = new Float32Array(6);
        var param = { id: "AddMulVec", vertexShader: vertex_shader, args: { "A": A, "B": B, "C": C, "D": D } };
        var gpgpu = CreateGPGPU();
        gpgpu.compute(param);
        document.body.insertAdjacentHTML("beforeend", "<p>" + C.join(' ') + "<br/>" + D.join(' ') + "</p>");
        gpgpu.clearAll();
        tell(document.body.innerText.trim());
      }`);
    equal(await told(page, plain), "11 22 33 44 55 66\n10 40 90 160 250 360");
  },

  async "uniforms: a matrix, a number, a switch, an array of vectors"() {
    const page = script(`
      function onBodyLoad() {
        var vertex_shader = \`
          in vec3 A;
          uniform mat3 B;
          uniform float k;
          uniform int n;
          uniform bool twice;
          uniform vec4 V[2];
          out vec3 C;
          void main(void) {
            C = B * A * k + V[n].xyz;
            if (twice) { C *= 2.0f; }
          }\`;
        var gpgpu = CreateGPGPU(), C = new Float32Array(6);
        var param = { id: "UniMulMat", vertexShader: vertex_shader, args: {
          "A": new Float32Array([1, 2, 3, 4, 5, 6]), "B": new Float32Array([1, 2, 3, 4, 5, 6, 7, 8, 9]),
          "k": 0.5, "n": 1, "twice": true, "V": new Float32Array([0, 0, 0, 0, 1, 2, 3, 4]), "C": C } };
        gpgpu.compute(param);
        var first = Array.from(C);
        param.args["twice"] = false; param.args["n"] = 0; param.args["k"] = 1;
        gpgpu.compute(param);
        tell([first, Array.from(C)]);
      }`);
    equal(await told(page, plain), [
      [32, 40, 48, 68, 85, 102],
      [30, 36, 42, 66, 81, 96],
    ]);
  },

  async "products of all sizes under one id, cleared in between, with a zero attribute"() {
    const page = script(`
      var gpgpu;
      function multiply(n, vec4s) {
        var A = new Float32Array(n * n).map((x, i) => i % 5), B = new Float32Array(n * n).map((x, i) => i % 7), C = new Float32Array(n * n);
        var BT = new Float32Array(n * n).map((x, i) => B[(i % n) * n + Math.floor(i / n)]);
        var param = {
          id: "MatMul",
          vertexShader: vec4s ? \`
            in float zero;
            uniform sampler2D A;
            uniform sampler2D B;
            out float C;
            void main() {
              ivec2 B_sz = textureSize(B, 0);
              int row = gl_VertexID / B_sz.y;
              int col = gl_VertexID % B_sz.y;
              float sum = 0.0f;
              for(int i = 0; i < B_sz.x; i++) { sum += dot(texelFetch(A, ivec2(i, row), 0), texelFetch(B, ivec2(i, col), 0)); }
              C = sum +zero;
            }\` : \`
            in float zero;
            uniform sampler2D A;
            uniform sampler2D B;
            out float C;
            void main() {
              ivec2 B_sz = textureSize(B, 0);
              int row = gl_VertexID / B_sz.x, col = gl_VertexID % B_sz.x;
              float sum = 0.0f;
              for(int i = 0; i < B_sz.y; i++) { vec4 a = texelFetch(A, ivec2(i, row), 0); sum += a.r * texelFetch(B, ivec2(col, i), 0).r; }
              C = sum + zero;
            }\`,
          args: {
            "zero": new Float32Array(n * n),
            "A": vec4s ? gpgpu.makeTextureInfo("vec4", [n, n / 4], A) : gpgpu.makeTextureInfo("float", [n, n], A),
            "B": vec4s ? gpgpu.makeTextureInfo("vec4", [n, n / 4], BT) : gpgpu.makeTextureInfo("float", [n, n], B),
            "C": C,
          }
        };
        for (var round = 0; round < 3; round++) { C.fill(-1); gpgpu.compute(param); }
        gpgpu.clear(param.id);
        for (var i = 0; i < n * n; i++) {
          var sum = 0;
          for (var k = 0; k < n; k++) { sum += A[Math.floor(i / n) * n + k] * B[k * n + i % n]; }
          if (sum !== C[i]) { return n + ": " + C[i] + " is not " + sum; }
        }
        return "right";
      }
      function onBodyLoad() {
        gpgpu = CreateGPGPU();
        tell([8, 16, 24, 64].map((n) => [multiply(n, true), multiply(n, false)]).flat());
      }`);
    equal(await told(page, plain), Array(8).fill("right"));
  },

  async "a layer of convolutions, its sizes written into the shader, its volume changed from call to call"() {
    const page = script(`
      var Shaders = {};
      Shaders["forward"] = \`
        precision highp sampler3D;
        uniform float weights[featureCount * filterSize * filterSize];
        uniform float biases[featureCount];
        uniform sampler3D prev;
        in float idx_f;
        out float z;
        out float activation;
        void main() {
          uint idx = uint(idx_f);
          uint batch_idx = idx / (featureCount * rowCount * colCount);
          idx -= batch_idx * (featureCount * rowCount * colCount);
          uint feature_idx = idx / (rowCount * colCount);
          idx -= feature_idx * (rowCount * colCount);
          uint r1 = idx / colCount, c1 = idx % colCount, r2, c2, at = feature_idx * filterSize * filterSize;
          float sum = 0.0f;
          for (r2 = 0u; r2 < filterSize; r2++) {
            for (c2 = 0u; c2 < filterSize; c2++) {
              vec4 txl = texelFetch(prev, ivec3(c1 + c2, r1 + r2, batch_idx), 0);
              sum += txl.r * weights[at++];
            }
          }
          z = sum + biases[feature_idx];
          activation = z > 0.0f ? z : 0.0f;
        }\`;
      function onBodyLoad() {
        var gpgpu = CreateGPGPU(), params = {}, right = [];
        var sizes = { featureCount: 2, rowCount: 3, colCount: 3, filterSize: 2 };
        var src = Shaders["forward"];
        for (var key in sizes) { src = src.replace(new RegExp(key, "g"), sizes[key].toString() + "u"); }
        for (var batch of [1, 3, 1]) {
          var id = "conv:" + batch, n = batch * 18;
          if (params[id] == undefined) {
            params[id] = { id: id, vertexShader: src, args: {
              "idx_f": new Float32Array(n).map((x, i) => i),
              "prev": gpgpu.makeTextureInfo("float", [batch, 4, 4]),
              "weights": new Float32Array([1, 2, 3, 4, -1, 0, 1, 0]), "biases": new Float32Array([10, -20]),
              "z": new Float32Array(n), "activation": new Float32Array(n) } };
          }
          var args = params[id].args, prev = new Float32Array(batch * 16).map((x, i) => (i * 7) % 11);
          args["prev"].value = prev;
          gpgpu.compute(params[id]);
          right.push(args["z"].every((z, i) => {
            var b = Math.floor(i / 18), f = Math.floor(i / 9) % 2, r = Math.floor(i / 3) % 3, c = i % 3, s = args["biases"][f];
            for (var q = 0; q < 4; q++) { s += args["weights"][4 * f + q] * prev[16 * b + 4 * (r + (q >> 1)) + c + (q & 1)]; }
            return z === s && args["activation"][i] === Math.max(0, s);
          }));
        }
        for (var key in params) { gpgpu.clear(params[key].id); }
        tell(right);
      }`);
    equal(await told(page, plain), [true, true, true]);
  },

  async "a scene of a class that waits for its image, with its own kernel in each frame"() {
    const page = script(`
      class MyDraw {
        constructor() {
          this.img = new Image();
          this.img.onload = function () {
            var canvas = document.getElementById("webgl-canvas");
            this.MyWebGL = CreateGPGPU(canvas);
            this.MyWebGL.startDraw3D(this);
          }.bind(this);
          var paint = document.createElement("canvas");
          paint.width = paint.height = 8;
          var context = paint.getContext("2d");
          context.fillStyle = "rgb(0, 250, 0)";
          context.fillRect(0, 0, 8, 8);
          this.frames = 0;
          this.img.src = paint.toDataURL();
        }
        onDraw() {
          if (! this.param) {
            this.place = { id: "Place", vertexShader: \`
              in float idx;
              uniform float size;
              out vec3 pos;
              void main() { float x = mod(idx, 2.0), y = floor(idx / 2.0); pos = vec3((2.0 * x - 1.0) * size, (2.0 * y - 1.0) * size, 0.0); }\`,
              args: { "idx": new Float32Array([0, 1, 2, 3]), "size": 0, "pos": new Float32Array(12) } };
            this.param = {
              id: "Earth",
              vertexShader: this.MyWebGL.textureSphereVertexShader,
              fragmentShader: this.MyWebGL.defaultFragmentShader
              ,
              args: {
                "VertexPosition": this.place.args["pos"],
                "VertexNormal": new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]),
                "TextureCoord": new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]),
                "TextureImage": this.MyWebGL.makeTextureInfo(null, null, this.img),
              }
              ,
              VertexIndexBuffer: new Uint16Array([0, 1, 2, 2, 1, 3])
            };
          }
          this.place.args["size"] = 9;
          this.MyWebGL.compute(this.place);
          if (this.MyWebGL.drawParam) { this.MyWebGL.drawParam.yRot += 0.01; }
          if (++this.frames === 3) {
            requestAnimationFrame(() => {
              var gl = this.MyWebGL.getGL(), pixel = new Uint8Array(4);
              this.MyWebGL.drawScene();
              gl.readPixels(32, 32, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
              tell([pixel[0], pixel[1] > 150, pixel[2], pixel[3], this.MyWebGL.drawParam.z, Array.from(this.param.args["VertexPosition"].slice(0, 3))]);
            });
          }
          return this.param;
        }
      }`);
    const body =
      '<body onload="new MyDraw()"><canvas id="webgl-canvas" style="border: none;" width="64" height="64"></canvas></body>';
    equal(await told(page, body), [0, true, 0, 255, -5, [-9, -9, 0]]);
  },

  async "drawings on two canvases, one of which the page resizes and copies, with fragment shaders of its own"() {
    const page = script(`
      function onBodyLoad() {
        var names = ["one", "two"], pixels = [];
        var libraries = names.map((name) => CreateGPGPU(document.getElementById(name)));
        libraries.forEach((gpgpu, i) => {
          var param = { id: "Triangle", VertexIndexBuffer: new Uint16Array([0, 1, 2]), args: {
            "Position": new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), "Color": new Float32Array([1, 0, 0, 1, 0, 0, 1, 0, 0]), "mat": new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]), "blue": i },
            vertexShader: \`
              in vec3 Position;
              in vec3 Color;
              uniform mat4 mat;
              out vec3 vColor;
              void main() { vColor = Color; gl_Position = mat * vec4(Position, 1.0); }\`,
            fragmentShader: \`
              in vec3 vColor;
              uniform float blue;
              out vec4 color;
              void main() { color = vec4(vColor.rg, blue, 1.0); }\` };
          gpgpu.canvas.width = 10 + i; gpgpu.canvas.height = 20;
          gpgpu.compute(param);
          var copy = document.createElement("canvas").getContext("2d");
          copy.drawImage(gpgpu.canvas, 0, 0);
          pixels.push(Array.from(copy.getImageData(9 + i, 19, 1, 1).data), [gpgpu.canvas.id, gpgpu.canvas.width]);
        });
        tell(pixels);
      }`);
    equal(await told(page, '<body onload="onBodyLoad()"><canvas id="one"></canvas><canvas id="two"></canvas></body>'), [
      [255, 0, 0, 255],
      ["one", 10],
      [255, 0, 255, 255],
      ["two", 11],
    ]);
  },

  async "a kernel with the smallest fragment shader computes; the page's own WebGL between calls harms none"() {
    const page = script(`
      function onBodyLoad() {
        var gpgpu = CreateGPGPU(document.createElement("canvas")), gl = gpgpu.getGL(), C = new Float32Array(3), all = [];
        var param = { id: "twice", elementCount: 3, vertexShader: \`
            in float A;
            uniform sampler2D T;
            out float C;
            out float unused;
            void main() { C = 2.0 * A + texelFetch(T, ivec2(gl_VertexID, 0), 0).g; unused = A; }\`,
          fragmentShader: gpgpu.minFragmentShader,
          args: { "A": new Float32Array([1, 2, 3]), "T": gpgpu.makeTextureInfo("vec2", [1, 3], new Float32Array([0, 10, 0, 20, 0, 30])), "C": C } };
        for (var i = 0; i < 3; i++) {
          gpgpu.compute(param);
          all.push(Array.from(C));
          gl.enable(gl.SCISSOR_TEST); gl.scissor(0, 0, 0, 0); gl.disable(gl.DEPTH_TEST);
          gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer()); gl.bufferData(gl.ARRAY_BUFFER, 12, gl.STATIC_DRAW);
          gl.bindTexture(gl.TEXTURE_2D, gl.createTexture()); gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true); gl.clearColor(1, 1, 1, 1);
          param.args["A"][0]++;
        }
        tell([all, gl.getError()]);
      }`);
    equal(await told(page, plain), [
      [
        [12, 24, 36],
        [14, 24, 36],
        [16, 24, 36],
      ],
      0,
    ]);
  },
};
