// Real browsers for the tests, the bench and the screenshots; both draw in software unless the real GPU is asked for.

async function launchChromium(graphics, environment = {}) {
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath: program("CHROMIUM"),
    chromiumSandbox: false,
    env: { ...process.env, ...environment },
    args: [
      ...graphics,
      "--disable-background-timer-throttling",
      "--disable-renderer-backgrounding",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-quic",
      "--disable-sync",
    ],
  });
}

const drivers = {
  chromium: {
    renderer: /SwiftShader/,
    launch: (gpu) =>
      launchChromium(gpu ? ["--ignore-gpu-blocklist"] : ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]),
  },
  // The same browser on another driver, Mesa's; needs no display. Only when asked for by its name.
  "chromium-mesa": {
    renderer: /llvmpipe/,
    onDemand: true,
    launch: () => launchChromium(["--use-angle=gl-egl", "--ignore-gpu-blocklist"], { LIBGL_ALWAYS_SOFTWARE: "1" }),
  },
  firefox: {
    renderer: /llvmpipe/,
    async launch(gpu) {
      const { default: puppeteer } = await import("puppeteer-core");
      return puppeteer.launch({
        browser: "firefox",
        executablePath: program("FIREFOX"),
        protocolTimeout: 30 * 60_000,
        env: { ...process.env, ...(gpu ? {} : { LIBGL_ALWAYS_SOFTWARE: "1" }) },
        extraPrefsFirefox: {
          "webgl.force-enabled": true,
          "webgl.disabled": false,
          "webgl.max-contexts": 32,
          "dom.max_script_run_time": 0,
          "dom.ipc.processHang.hangs": false,
          "app.normandy.enabled": false,
          "browser.region.update.enabled": false,
          "datareporting.policy.dataSubmissionEnabled": false,
          "network.captive-portal-service.enabled": false,
          "network.connectivity-service.enabled": false,
          "toolkit.telemetry.enabled": false,
        },
      });
    },
  },
};

export const browserNames = Object.keys(drivers).filter((name) => !drivers[name].onDemand);

/** The browsers that `--browser NAME` in the arguments picks; all of them without. */
export function pickedBrowsers(args) {
  const at = args.indexOf("--browser");
  if (at < 0) return browserNames;
  if (!drivers[args[at + 1]]) throw new Error(`--browser takes ${Object.keys(drivers).join(" or ")}`);
  return [args[at + 1]];
}

/**
 * Starts a browser, and makes sure that its WebGL2 is the one that the tests are made for: `about` is any page's URL.
 * Playwright's and Puppeteer's pages agree in what is used here: goto, on, close, and evaluate with one argument.
 */
export async function launch(name, about, { gpu = false } = {}) {
  const browser = await drivers[name].launch(gpu);
  const page = await browser.newPage();
  await page.goto(about);
  const renderer = await page.evaluate(() => {
    const gl = document.createElement("canvas").getContext("webgl2");
    if (!gl) return "no WebGL2";
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    return gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  });
  await page.close();
  if (gpu ? renderer === "no WebGL2" : !drivers[name].renderer.test(renderer)) {
    await browser.close();
    throw new Error(`${name} draws with ${renderer}; expected ${gpu ? "a GPU" : drivers[name].renderer}`);
  }
  return { browser, renderer };
}

function program(variable) {
  const path = process.env[variable];
  if (!path)
    throw new Error(
      `${variable} is not set: run this through npm, or source target/env.sh after scripts/setup.sh test`,
    );
  return path;
}
