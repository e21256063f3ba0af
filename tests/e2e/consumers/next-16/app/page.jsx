"use client";
// A page as Next.js prerenders it: imported on the server, run in the browser.

import { CreateGPGPU } from "gpgpu-wasm";
import { useEffect } from "react";

export default function Page() {
  useEffect(() => {
    import("../src/index.js");
  }, []);
  return <h1>{typeof CreateGPGPU}</h1>;
}
