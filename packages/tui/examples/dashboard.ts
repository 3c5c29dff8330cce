/** A component of one's own beside ready ones, updated by a timer. Run: node --conditions=@tau/source packages/tui/examples/dashboard.ts */
import process from "node:process";
import { bold, cyan, progressBarTheme, tableTheme } from "../gallery/theme.ts";
import {
  type Component,
  matchesKey,
  ProcessTerminal,
  ProgressBar,
  Table,
  Text,
  TuiMainScreen,
  truncateToWidth,
} from "../src/index.ts";

/** Draws only when the minute's load changed; otherwise it returns the very same array, and the screen skips it. */
class Sparkline implements Component {
  private readonly values: number[] = [];
  private drawn: { width: number; lines: string[] } | undefined;

  push(value: number): void {
    this.values.push(value);
    this.drawn = undefined;
  }

  invalidate(): void {
    this.drawn = undefined;
  }

  render(width: number): string[] {
    if (this.drawn?.width !== width) this.drawn = { width, lines: [this.draw(width)] };
    return this.drawn.lines;
  }

  private draw(width: number): string {
    const bars = this.values.slice(-width).map((value) => "▁▂▃▄▅▆▇█".charAt(Math.min(7, Math.floor(value * 8))));
    return truncateToWidth(cyan(bars.join("")), width, "");
  }
}

const tui = new TuiMainScreen(new ProcessTerminal());
const memory = new ProgressBar(progressBarTheme, "heap");
const history = new Sparkline();
const table = new Table([{ title: "what" }, { title: "value", align: "right" }], [], tableTheme);
for (const component of [new Text(bold("This process"), 0, 0), memory, history, table]) tui.addChild(component);

function measure(): void {
  const { heapUsed, heapTotal } = process.memoryUsage();
  memory.setProgress(heapUsed / heapTotal);
  history.push(heapUsed / heapTotal);
  table.setRows([
    ["uptime", `${process.uptime().toFixed(0)} s`],
    ["heap", `${(heapUsed / 1e6).toFixed(1)} MB`],
  ]);
  tui.requestRender();
}

const timer = setInterval(measure, 250);
tui.addInputListener((data) => {
  if (!matchesKey(data, "ctrl+c") && !matchesKey(data, "q")) return undefined;
  clearInterval(timer);
  tui.stop();
  process.exit(0);
});
tui.start();
measure();
