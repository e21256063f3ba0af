// Pages are prerendered, which runs their imports on the server. The root is told only because this project lies inside another.
export default { output: "export", turbopack: { root: import.meta.dirname } };
