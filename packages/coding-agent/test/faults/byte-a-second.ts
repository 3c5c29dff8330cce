import { setTimeout } from "node:timers/promises";
import { withScriptedModel } from "../e2e/scripted-model.ts";
import { findBadEnd } from "./fault-cases.ts";
import type { FaultReport } from "./fault-report.ts";
import { findLosses, isResumed, RESUMED, saidIn } from "./find-losses.ts";
import { MODES } from "./run-in-mode.ts";
import { startSlowServer } from "./slow-server.ts";

const BYTE_MS = 1000;
/** Stopping must not wait for the server. */
const STOPPED_WITHIN_MS = 10_000;
/** What the screen shows after a run was stopped. */
const STOPPED = /abort|stopped|cancel|interrupt/i;

/** Asks a server that sends a byte a second, for a while, in every mode at once, and stops the run. */
export async function runByteASecond(seconds: number): Promise<FaultReport> {
  const modes = Object.keys(MODES);
  const results = await Promise.all(modes.map(async (mode) => await stopSlowRun(mode, seconds)));
  const failures = results.flatMap(({ problems }, index) =>
    problems.map((problem) => `${modes[index]} mode: ${problem}`),
  );
  const slowest = Math.round(Math.max(...results.map(({ stopMs }) => stopMs)));
  return { name: "a byte a second", cases: modes.length, failures, facts: { "slowest stop, ms": slowest } };
}

async function stopSlowRun(mode: string, seconds: number) {
  const script = ({ body }: { readonly body: unknown }) => (isResumed(body) ? RESUMED : { text: "said-0-end" });
  await using setup = await withScriptedModel(script);
  const { workspace, server } = setup;
  await using slow = await startSlowServer(server.url, BYTE_MS);
  const direct = await workspace.read("../home/.tau/models.json");
  await workspace.write("../home/.tau/models.json", direct.replaceAll(server.url, slow.url));
  let stoppedAt = Number.NaN;
  const stopped = server.waitForRequest().then(async () => {
    await setTimeout(seconds * BYTE_MS);
    stoppedAt = performance.now();
  });
  const timeoutMs = seconds * BYTE_MS + 60_000;
  const run = await MODES[mode]?.({ workspace, prompt: "go", isOver: STOPPED, stopped, timeoutMs });
  const stopMs = performance.now() - stoppedAt;
  await workspace.write("../home/.tau/models.json", direct);
  const isBad = run === undefined ? [] : findBadEnd(run);
  const isLate = stopMs > STOPPED_WITHIN_MS ? [`took ${Math.round(stopMs)} ms to stop`] : [];
  const isSilent = slow.sent < seconds / 2 ? [`only ${slow.sent} bytes were sent`] : [];
  const losses = await findLosses(setup, saidIn(run?.shown ?? ""));
  return { problems: [...isBad, ...isLate, ...isSilent, ...losses], stopMs };
}
