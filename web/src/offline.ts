/** Has the browser keep the shell of the page, so that it opens without a network. Only the built page does. */

/** After the page is there, so that nothing of it waits. */
export function keepShell(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) {
    return; // also on a page in a home network without TLS, where browsers have none
  }
  const register = () => {
    // Relative to the page: it works, and only works, below the path where the page is.
    navigator.serviceWorker
      .register("./sw.js", { scope: "./", updateViaCache: "none" })
      .catch(() => undefined);
  };
  if (document.readyState === "complete") {
    register();
  } else {
    window.addEventListener("load", register, { once: true });
  }
}
