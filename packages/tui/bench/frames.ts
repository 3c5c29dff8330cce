/**
 * What a frame costs: CPU and bytes of a stream under a short and a long transcript, on both screens; of a long paragraph; of a
 * change of width; and of doing nothing. Run: node --conditions=@tau/source packages/tui/bench/frames.ts
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

/** One paragraph that grows to 200 KB: microseconds per frame in its first and its last quarter. */
function longParagraph(): [first: number, last: number] {
  const { tui, message } = screenOver(0, regular);
  const sentence = "Some words that go on, with `code` and *more* until the line is full. ";
  const frames = Math.floor(200_000 / sentence.length);
  const quarters: number[] = [];
  for (let quarter = 0; quarter < 4; quarter++) {
    const start = process.cpuUsage();
    for (let frame = 0; frame < frames / 4; frame++) {
      message.appendText(sentence);
      tui.renderNow();
    }
    quarters.push(cpuSince(start) / (frames / 4));
  }
  tui.stop();
  return [quarters[0] ?? 0, quarters[3] ?? 0];
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
longParagraph();
const [first, last] = longParagraph();
console.log(`a paragraph of 200 KB: ${first.toFixed(1)} us CPU/frame at its start, ${last.toFixed(1)} at its end`);
console.log(`resize of 100000 lines to 200 columns: ${(await resize(100_000)).toFixed(1)} ms CPU`);
console.log(`idle second under 100000 lines: ${await idle(100_000)} bytes`);
