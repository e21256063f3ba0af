// Pages of their own inside a test's page.

/** Opens a page in a frame; resolves to the first message that it sends. */
export async function answerOf(src) {
  const frame = Object.assign(document.createElement("iframe"), { src });
  const answer = new Promise((resolve) => {
    addEventListener("message", ({ data }) => resolve(data), { once: true });
  });
  document.body.append(frame);
  try {
    return await answer;
  } finally {
    frame.remove();
  }
}
