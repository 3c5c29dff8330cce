import { createExtensionHarness } from "@tau/testkit/extensions";
import { manifest } from "../manifest.ts";
import { LARGE_READS, makeLargeFiles, measured } from "../test/large-files.ts";

const MOST_MB = 150;
const MOST_FIRST_SECONDS = 2;
const MOST_ABORT_SECONDS = 0.5;

/**
 * Reads a 1 GB archive, a 500 MB database and a PDF of 2,000 pages with the tool `read`: the memory above idle, the time until the first
 * answer (the result, or progress), and the time until an abort ends the call.
 */
await using harness = await createExtensionHarness({ extensions: [manifest] });
const { tool } = harness.session.core.tools.get("read") ?? {};
if (!tool) throw new Error("There is no tool read.");
const read = async (path: string, signal?: AbortSignal, report?: () => void) =>
  (await tool.execute("1", { path }, signal, report)).content
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("");

await makeLargeFiles(harness.workspace.cwd);
// The first call loads the battery.
await read("a.zip");
for (const [path, expected] of LARGE_READS) {
  const { result, megabytes, firstSeconds, seconds } = await measured(
    async (report) => await read(path, undefined, report),
  );
  if (!result.includes(expected)) throw new Error(`${path}: the answer has no ${expected}.`);
  const isKept = megabytes <= MOST_MB && firstSeconds <= MOST_FIRST_SECONDS;
  if (!isKept) process.exitCode = 1;
  const figures = `${megabytes.toFixed(0)} MB above idle, first answer after ${firstSeconds.toFixed(2)} s, all after ${seconds.toFixed(2)} s`;
  process.stdout.write(
    `  ${path.padEnd(18)} ${figures} (at most ${MOST_MB} MB and ${MOST_FIRST_SECONDS} s: ${isKept ? "ok" : "NOT KEPT"})\n`,
  );
}
for (const path of ["a.zip", "a.db?q=SELECT sum(length(a.text)) FROM rows a, rows b", "a.pdf"]) {
  const seconds = await abortTime(path);
  if (seconds > MOST_ABORT_SECONDS) process.exitCode = 1;
  process.stdout.write(
    `  ${path.slice(0, 16).padEnd(18)} ended ${seconds.toFixed(3)} s after an abort (at most ${MOST_ABORT_SECONDS} s)\n`,
  );
}

async function abortTime(path: string): Promise<number> {
  const stop = new AbortController();
  let stopped = 0;
  setTimeout(() => {
    stopped = performance.now();
    stop.abort();
  }, 150);
  await read(path, stop.signal).catch(() => undefined);
  return stopped === 0 ? 0 : (performance.now() - stopped) / 1000;
}
