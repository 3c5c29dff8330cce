/**
 * What a frame costs: CPU and bytes of streaming under a short and a long transcript, of a change of width, and of doing nothing.
 * Run: node --conditions=@tau/source packages/tui/bench/frames.ts
 */
import { type Component, Container, type Terminal, TuiMainScreen, wrapTextWithAnsi } from "../src/index.ts";

const DELTAS = 20_000;
const LINES_PER_MESSAGE = 10;

class SilentTerminal implements Terminal {
  columns = 100;
  rows = 40;
  bytes = 0;
  kittyProtocolActive = false;
  private resized: () => void = () => undefined;
  private input: (data: string) => void = () => undefined;

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
}

function nothing(): undefined {
  return undefined;
}

class Paragraph implements Component {
  private text: string;
  private drawn: { width: number; text: string; lines: string[] } | undefined;

  constructor(text = "") {
    this.text = text;
  }

  append(delta: string): void {
    this.text += delta;
  }

  render(width: number): string[] {
    if (this.drawn?.width !== width || this.drawn.text !== this.text) {
      this.drawn = { width, text: this.text, lines: wrapTextWithAnsi(this.text, width) };
    }
    return this.drawn.lines;
  }

  invalidate(): void {
    this.drawn = undefined;
  }
}

function transcript(lines: number): Container {
  const chat = new Container();
  for (let line = 0; line < lines; line += LINES_PER_MESSAGE) {
    const count = Math.min(LINES_PER_MESSAGE, lines - line);
    chat.addChild(new Paragraph(Array.from({ length: count }, (_, index) => sentence(line + index)).join("\n")));
  }
  return chat;
}

function sentence(index: number): string {
  return `Line ${index} of the transcript, with a few \x1b[1mbold\x1b[22m words in it and some more text.`;
}

function screenOver(lines: number) {
  const terminal = new SilentTerminal();
  const tui = new TuiMainScreen(terminal);
  const chat = transcript(lines);
  tui.addChild(chat);
  tui.addChild(new Paragraph("> "));
  tui.start();
  tui.renderNow();
  terminal.bytes = 0;
  return { terminal, tui, chat };
}

/** Streams into a fresh message every 200 deltas, as a conversation does. */
function stream(lines: number) {
  const { terminal, tui, chat } = screenOver(lines);
  let message = new Paragraph();
  const start = process.cpuUsage();
  for (let delta = 0; delta < DELTAS; delta++) {
    if (delta % 200 === 0) {
      message = new Paragraph();
      chat.addChild(message);
    }
    message.append(`word${delta % 97} `);
    tui.renderNow();
  }
  const microseconds = cpuSince(start) / DELTAS;
  tui.stop();
  return { microseconds, bytes: terminal.bytes / DELTAS };
}

async function resize(lines: number): Promise<number> {
  const { terminal, tui } = screenOver(lines);
  const start = process.cpuUsage();
  const before = tui.fullRedraws;
  terminal.resize(200);
  while (tui.fullRedraws === before) await new Promise((resolve) => setTimeout(resolve, 1));
  const milliseconds = cpuSince(start) / 1000;
  tui.stop();
  return milliseconds;
}

async function idle(lines: number): Promise<number> {
  const { terminal, tui } = screenOver(lines);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const { bytes } = terminal;
  tui.stop();
  return bytes;
}

function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

stream(0);
const base = stream(0);
for (const lines of [0, 1_000, 100_000]) {
  const runs = [stream(lines), stream(lines), stream(lines)].sort((a, b) => a.microseconds - b.microseconds);
  const { microseconds, bytes } = runs[0] ?? base;
  const ratio = (microseconds / base.microseconds).toFixed(2);
  console.log(
    `stream under ${lines} lines: ${microseconds.toFixed(1)} us CPU/frame (${ratio}x), ${bytes.toFixed(0)} bytes/frame`,
  );
}
console.log(`resize of 100000 lines to 200 columns: ${(await resize(100_000)).toFixed(1)} ms CPU`);
console.log(`idle second under 100000 lines: ${await idle(100_000)} bytes`);
