/** Shows the current step; on a terminal also the elapsed time, so that a slow network does not look like a hang. */
export async function withProgress(text, work) {
  const out = process.stderr;
  if (!out.isTTY) {
    out.write(`tau: ${text}…\n`);
    return await work;
  }
  const started = Date.now();
  const draw = () => out.write(`\rtau: ${text}… ${Math.round((Date.now() - started) / 1000)} s`);
  draw();
  const ticking = setInterval(draw, 1000);
  try {
    return await work;
  } finally {
    clearInterval(ticking);
    out.write("\n");
  }
}
