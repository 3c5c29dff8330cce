/**
 * What a frame costs: CPU and bytes of a stream under a short and a long transcript, on both screens; of a change of width;
 * and of doing nothing. Run: node --conditions=@tau/source packages/tui/bench/frames.ts
 */
import type { Terminal } from "../src/index.ts";
import { cpuSince } from "./support/cpu-since.ts";
import { deltas } from "./support/markdown-stream.ts";
import { fullscreen, regular, type Screen, screenOver } from "./support/screen-over.ts";

const DELTAS = 20_000;

function stream(lines: number, create: (terminal: Terminal) => Screen) {
  const { terminal, tui, message } = screenOver(lines, create);
  const source = deltas();
  const start = process.cpuUsage();
  for (let delta = 0; delta < DELTAS; delta++) {
    message.appendText(source.next().value ?? "");
    tui.renderNow();
  }
  const microseconds = cpuSince(start) / DELTAS;
  const bytes = terminal.bytes / DELTAS;
  tui.stop();
  return { microseconds, bytes };
}

async function resize(lines: number): Promise<number> {
  const { terminal, tui } = screenOver(lines, regular);
  const before = tui.fullRedraws;
  const start = process.cpuUsage();
  terminal.resize(200);
  while (tui.fullRedraws === before) await new Promise((resolve) => setTimeout(resolve, 1));
  const milliseconds = cpuSince(start) / 1000;
  tui.stop();
  return milliseconds;
}

async function idle(lines: number): Promise<number> {
  const { terminal, tui } = screenOver(lines, regular);
  tui.renderNow();
  terminal.bytes = 0;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const { bytes } = terminal;
  tui.stop();
  return bytes;
}

for (const [name, create] of Object.entries({ regular, fullscreen })) {
  stream(0, create);
  let base: number | undefined;
  for (const lines of [0, 1_000, 100_000]) {
    const runs = [stream(lines, create), stream(lines, create), stream(lines, create)];
    const best = runs.reduce((a, b) => (b.microseconds < a.microseconds ? b : a));
    base ??= best.microseconds;
    const ratio = (best.microseconds / base).toFixed(2);
    const cost = `${best.microseconds.toFixed(1)} us CPU/frame (${ratio}x), ${best.bytes.toFixed(0)} bytes/frame`;
    console.log(`${name}: stream under ${lines} lines: ${cost}`);
  }
}
console.log(`resize of 100000 lines to 200 columns: ${(await resize(100_000)).toFixed(1)} ms CPU`);
console.log(`idle second under 100000 lines: ${await idle(100_000)} bytes`);
