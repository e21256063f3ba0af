import("../src/kernels.mjs").then(function (kernels) {
  document.documentElement.dataset.answer = JSON.stringify({
    page: Array.from(kernels.multiplyInTextures(CreateGPGPU())),
  });
});
