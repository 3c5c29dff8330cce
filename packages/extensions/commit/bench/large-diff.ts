import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import {
  builtCli,
  createWorkspace,
  type ModelRequest,
  SCRIPTED_MODEL,
  startModelServer,
  useScriptedModel,
} from "@tau/testkit";
import { ProcessMeter } from "../../../../bench/meter/measure-process.ts";

const FILES = 10_000;
const BYTES = 5 * 1024 * 1024;
const MOST_REQUESTS = 30;
/** More than a change of one line needs. */
const MOST_MORE_MB = 150;

/** Measures `tau commit --dry-run` of the built program: 10,000 new files with 5 MB together, beside a change of one line. */
const small = await measure(async (write) => await write("a.txt", "two\n"));
const large = await measure(async (write) => {
  const line = `${"x".repeat(63)}\n`;
  const text = line.repeat(Math.ceil(BYTES / FILES / line.length));
  for (let index = 0; index < FILES; index++) await write(`src/folder${index % 100}/file${index}.ts`, text);
});
const more = large.peakRssMb - small.peakRssMb;
process.stdout.write(
  [
    `  one line: ${small.peakRssMb.toFixed(0)} MB, ${small.requests} request, ${(small.wallMs / 1000).toFixed(1)} s`,
    `  ${FILES} files, ${BYTES / 1024 / 1024} MB: ${large.peakRssMb.toFixed(0)} MB (at most ${MOST_MORE_MB} more), ${large.requests} requests (at most ${MOST_REQUESTS}), ${(large.wallMs / 1000).toFixed(1)} s\n`,
  ].join("\n"),
);
if (more > MOST_MORE_MB || large.requests > MOST_REQUESTS) process.exitCode = 1;

async function measure(change: (write: (file: string, text: string) => Promise<void>) => Promise<void>) {
  await using workspace = await createWorkspace({ files: { "a.txt": "one\n" }, git: true });
  await using server = await startModelServer({ script: answer });
  await using meter = await ProcessMeter.create();
  // A small window: the larger one is, the fewer requests are needed.
  await useScriptedModel(workspace, server, undefined, { model: { contextWindow: 32_000 } });
  await change(async (file, text) => {
    await mkdir(dirname(workspace.path(file)), { recursive: true });
    await writeFile(workspace.path(file), text);
  });
  const command = [process.execPath, builtCli, "commit", "--dry-run", "--model", SCRIPTED_MODEL];
  const {
    exitCode,
    outputTail,
    peakRssMb = Number.NaN,
    wallMs,
  } = await meter.measure({
    ...{ command, cwd: workspace.cwd, env: workspace.env, timeoutMs: 600_000 },
  });
  if (exitCode !== 0) throw new Error(`tau commit ended with code ${exitCode}: ${outputTail}`);
  return { peakRssMb, wallMs, requests: server.requests.length };
}

/** Sums up each file of a piece; proposes one commit with everything. */
function answer({ body }: ModelRequest) {
  const text = JSON.stringify(body);
  if (!text.includes("You read a part")) return { text: '{"commits":[{"subject":"Add values","changes":[]}]}' };
  const ids = [...text.matchAll(/\\n(F\d+) A/g)].map(([, id]) => `${id}: adds values`);
  return { text: ids.join("\n") || "Adds values." };
}
