// Whatever goes wrong beside a demo (a module that is not found, an error that nobody caught) is shown on the page in full. A demo that
// could not even begin keeps its heading, its description, its source and the way to the others; controls that would do nothing are hidden.
{
  const show = (text, error) => {
    const box = document.createElement("pre");
    box.className = "error";
    box.setAttribute("role", "alert");
    box.textContent = text;
    const main = document.querySelector("main") ?? document.body;
    const loading = document.querySelector("#loading");
    if (loading) main.classList.add("unbegun");
    loading?.remove();
    main.append(box);
    // What is shown already is shown without these, too.
    Promise.all([import("./page.js"), import("./stage.js")])
      .then(([{ page }, { told }]) => {
        if (error) box.textContent = told(error);
        if (loading && !document.querySelector("header.bar")) page(document.querySelector("script[type=module]").src);
      })
      .catch(() => {});
  };
  addEventListener(
    "error",
    (event) => {
      if (event.target instanceof HTMLScriptElement) {
        const source = event.target.getAttribute("src");
        show(`${source} could not be loaded, or something that it imports (is the package built, in pkg/?).`);
      } else if (event.message) show(event.error ? String(event.error) : event.message, event.error);
    },
    true,
  );
  addEventListener("unhandledrejection", (event) => show(String(event.reason), event.reason));
}
