// Whatever goes wrong beside a demo (a module that is not found, an error that nobody caught) is shown on the page in full.
{
  const show = (text) => {
    const box = document.createElement("pre");
    box.className = "error";
    box.setAttribute("role", "alert");
    box.textContent = text;
    document.querySelector("#loading")?.remove();
    (document.querySelector("main") ?? document.body).append(box);
  };
  addEventListener("error", (event) => {
    if (event.target instanceof HTMLScriptElement)
      show(`${event.target.getAttribute("src")} could not be loaded, or something that it imports (is the package built, in pkg/?).`);
    else if (event.message) show(event.error ? String(event.error) : event.message);
  }, true);
  addEventListener("unhandledrejection", (event) => show(String(event.reason)));
}
