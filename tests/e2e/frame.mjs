// Pages of their own inside a test's page.

/** Opens a page in a frame, by its address (`src`) or its text (`srcdoc`); resolves to the first message that it sends. */
export async function answerOf(page) {
  const frame = Object.assign(document.createElement("iframe"), page);
  let hear;
  const answer = new Promise((resolve) => {
    hear = ({ source, data }) => source === frame.contentWindow && resolve(data);
  });
  addEventListener("message", hear);
  document.body.append(frame);
  try {
    return await answer;
  } finally {
    removeEventListener("message", hear);
    frame.remove();
  }
}
