/**
 * Waits until a page of the gallery has spoken every verdict (the index: made its claim) or shows an error. Runs inside a page
 * that knows nothing of this module, so it uses nothing from outside.
 */
export async function settled(time, page = document) {
  const end = Date.now() + time;
  const found = (selector) => [...page.querySelectorAll(selector)];
  const open = () => found("#loading").length > 0 || found(":is(.verdict, .claim):not(.good, .bad)").length > 0;
  do {
    await new Promise((resolve) => setTimeout(resolve, 100));
  } while (open() && found(".error").length === 0 && Date.now() < end);
  return {
    verdicts: found(".verdict, .claim").map((box) => ({
      good: box.classList.contains("good"),
      words: box.textContent,
    })),
    shown: found(".error").map((box) => box.textContent),
  };
}
