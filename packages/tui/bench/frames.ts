/**
 * What a frame costs: CPU and bytes of a stream under a short and a long transcript, on both screens; of a paced stream as a
 * model sends it; of a change of width; and of doing nothing.
 * Run: node --conditions=@tau/source packages/tui/bench/frames.ts
 */
import {
  Container,
  Markdown,
  type MarkdownTheme,
  type Terminal,
  Text,
  TuiAltScreen,
  TuiMainScreen,
} from "../src/index.ts";

const DELTAS = 20_000;
const LINES_PER_MESSAGE = 10;
const PACED_DELTAS_PER_SECOND = 200;
const PACED_SECONDS = Number(process.env.PACED_SECONDS ?? 20);

type Screen = TuiMainScreen | TuiAltScreen;

class SilentTerminal implements Terminal {
  columns = 100;
  rows = 40;
  bytes = 0;
  kittyProtocolActive = false;
  stop = nothing;
  drainInput = async () => undefined;
  moveBy = nothing;
  hideCursor = nothing;
  showCursor = nothing;
  clearLine = nothing;
  clearFromCursor = nothing;
  clearScreen = nothing;
  setTitle = nothing;
  setProgress = nothing;
  private resized: () => void = nothing;
  private input: (data: string) => void = nothing;

  start(onInput: (data: string) => void, onResize: () => void): void {
    this.input = onInput;
    this.resized = onResize;
  }

  write(data: string): void {
    this.bytes += data.length;
    if (data.includes("\x1b[6n")) queueMicrotask(() => this.input(`\x1b[${this.rows};1R`));
  }

  resize(columns: number): void {
    this.columns = columns;
    this.resized();
  }
}

function nothing(): undefined {
  return undefined;
}

const style = (on: number, off: number) => (text: string) => `\x1b[${on}m${text}\x1b[${off}m`;
const theme: MarkdownTheme = {
  heading: style(33, 39),
  link: style(34, 39),
  linkUrl: style(90, 39),
  code: style(36, 39),
  codeBlock: style(32, 39),
  codeBlockBorder: style(90, 39),
  quote: style(35, 39),
  quoteBorder: style(90, 39),
  hr: style(90, 39),
  listBullet: style(36, 39),
  bold: style(1, 22),
  italic: style(3, 23),
  strikethrough: style(9, 29),
  underline: style(4, 24),
};

/** Two deltas a line or so: headings, lists, code, a table and prose. */
const DOCUMENT = `## A heading

Some prose with **bold** words, \`code\` and a [link](https://example.org) that goes on for a while until it wraps.

- first item of a list
- second item, a little longer than the first one

\`\`\`ts
export function add(a: number, b: number): number {
  return a + b;
}
\`\`\`

| name | value |
| ---- | ----- |
| one  | 1     |
| two  | 2     |

`;
const DELTA = 5;

function* deltas(): Generator<string> {
  for (let at = 0; ; at = (at + DELTA) % DOCUMENT.length) yield DOCUMENT.slice(at, at + DELTA);
}

function screenOver(lines: number, create: (terminal: Terminal) => Screen) {
  const terminal = new SilentTerminal();
  const tui = create(terminal);
  const chat = new Container();
  for (let line = 0; line < lines; line += LINES_PER_MESSAGE) {
    const text = Array.from({ length: LINES_PER_MESSAGE }, (_, index) => `Line ${line + index} of the transcript.`);
    chat.addChild(new Text(text.join("\n"), 1, 0));
  }
  tui.addChild(chat);
  tui.addChild(new Text("> ", 1, 0));
  tui.start();
  tui.renderNow();
  terminal.bytes = 0;
  const message = new Markdown("", 1, 0, theme);
  chat.addChild(message);
  return { terminal, tui, message };
}

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

/** Share of a core in the first and in the last quarter. */
async function paced(): Promise<[number, number]> {
  const { tui, message } = screenOver(10_000, regular);
  const source = deltas();
  const quarter = (PACED_DELTAS_PER_SECOND * PACED_SECONDS) / 4;
  const shares: number[] = [];
  for (let part = 0; part < 4; part++) {
    const cpu = process.cpuUsage();
    const began = performance.now();
    for (let delta = 1; delta <= quarter; delta++) {
      message.appendText(source.next().value ?? "");
      tui.requestRender();
      const due = began + (delta * 1000) / PACED_DELTAS_PER_SECOND;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    }
    shares.push(cpuSince(cpu) / 1000 / (performance.now() - began));
  }
  tui.stop();
  return [shares[0] ?? 0, shares[3] ?? 0];
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

function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function regular(terminal: Terminal): TuiMainScreen {
  return new TuiMainScreen(terminal);
}

function fullscreen(terminal: Terminal): TuiAltScreen {
  return new TuiAltScreen(terminal, false, undefined, { exitOutput: "none" });
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
const [first, last] = await paced();
const shares = `${(first * 100).toFixed(1)} % of a core at the start, ${(last * 100).toFixed(1)} % at the end`;
console.log(`paced, ${PACED_DELTAS_PER_SECOND} deltas/s for ${PACED_SECONDS} s: ${shares}`);
