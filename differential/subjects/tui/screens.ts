import * as fc from "fast-check";
import type { Library } from "../../library.ts";
import { subject } from "../../subject.ts";
import { HeadlessTerminal } from "./headless-terminal.ts";

const anchors = [
  "center",
  "top-left",
  "top-right",
  "bottom-left",
  "bottom-right",
  "top-center",
  "bottom-center",
  "left-center",
  "right-center",
] as const;
const sizeValue = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.constantFrom("50%" as const, "100%" as const, "10%" as const),
);
const overlay = fc.record(
  {
    width: sizeValue,
    minWidth: fc.integer({ min: 1, max: 30 }),
    maxHeight: sizeValue,
    anchor: fc.constantFrom(...anchors),
    offsetX: fc.integer({ min: -3, max: 3 }),
    offsetY: fc.integer({ min: -3, max: 3 }),
    row: sizeValue,
    col: sizeValue,
    margin: fc.oneof(
      fc.integer({ min: 0, max: 3 }),
      fc.record({ top: fc.integer({ min: 0, max: 2 }), left: fc.integer({ min: 0, max: 2 }) }),
    ),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  fc.record({ do: fc.constant("append" as const), lines: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ do: fc.constant("change" as const), line: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ do: fc.constant("remove" as const), lines: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant("key" as const), key: fc.constantFrom("a", "\x1b[A", "\r") }),
);

export const screenSubjects = [
  subject({
    name: "tui/main-screen",
    inputs: fc.record({
      steps: fc.array(step, { maxLength: 6 }),
      columns: fc.integer({ min: 20, max: 80 }),
      rows: fc.integer({ min: 5, max: 20 }),
    }),
    runs: 100,
    run: async ({ tui }, { steps, columns, rows }) => {
      const terminal = new HeadlessTerminal(columns, rows);
      const screen = new tui.TuiMainScreen(terminal);
      const frames = await play(tui, terminal, screen, steps);
      screen.stop();
      return { mode: screen.mode, frames };
    },
  }),
  subject({
    name: "tui/alt-screen",
    inputs: fc.record({
      steps: fc.array(step, { maxLength: 6 }),
      columns: fc.integer({ min: 20, max: 80 }),
      rows: fc.integer({ min: 8, max: 20 }),
    }),
    runs: 100,
    run: async ({ tui }, { steps, columns, rows }) => {
      const terminal = new HeadlessTerminal(columns, rows);
      const screen = new tui.TuiAltScreen(terminal, false, undefined, { mouse: false });
      const frames = await play(tui, terminal, screen, steps);
      screen.stop();
      return { mode: screen.mode, frames };
    },
  }),
  subject({
    name: "tui/overlay",
    inputs: fc.record({ options: overlay, lines: fc.integer({ min: 1, max: 12 }), fullscreen: fc.boolean() }),
    runs: 150,
    run: async ({ tui }, { options, lines, fullscreen }) => {
      const terminal = new HeadlessTerminal(60, 16);
      const screen = fullscreen
        ? new tui.TuiAltScreen(terminal, false, undefined, { mouse: false })
        : new tui.TuiMainScreen(terminal);
      screen.addChild(new tui.Text(text(16, "base"), 0, 0));
      screen.start();
      const handle = screen.showOverlay(new tui.Text(text(lines, "over"), 0, 0), options as never);
      screen.renderNow();
      await terminal.screen.settled();
      const frame = trimmed(terminal);
      const state = {
        bounds: handle.getBounds(),
        hidden: handle.isHidden(),
        focused: handle.isFocused(),
        has: screen.hasOverlay(),
      };
      handle.setHidden(true);
      const hidden = { hidden: handle.isHidden(), focused: handle.isFocused(), has: screen.hasOverlay() };
      handle.hide();
      const after = { has: screen.hasOverlay(), bounds: handle.getBounds() };
      screen.stop();
      return { frame, state, hidden, after };
    },
  }),
  subject({
    name: "tui/focus",
    inputs: fc.array(
      fc.constantFrom(
        "first",
        "second",
        "none",
        "overlay",
        "silent-overlay",
        "hide",
        "key",
        "listener",
        "consume",
        "unfocus",
        "focus-overlay",
      ),
      { maxLength: 8 },
    ),
    run: ({ tui }, steps) => {
      const terminal = new HeadlessTerminal(60, 16);
      const screen = new tui.TuiMainScreen(terminal);
      const got: string[] = [];
      const field = (name: string) => ({
        focused: false,
        render: () => [name],
        invalidate: () => undefined,
        handleInput: (data: string) => got.push(`${name}:${data}`),
      });
      const [first, second, over] = [field("first"), field("second"), field("over")];
      screen.addChild(first as never);
      screen.addChild(second as never);
      screen.start();
      let handle: ReturnType<typeof screen.showOverlay> | undefined;
      const actions: Record<string, () => void> = {
        first: () => screen.setFocus(first as never),
        second: () => screen.setFocus(second as never),
        none: () => screen.setFocus(null),
        overlay: () => {
          handle = screen.showOverlay(over as never);
        },
        "silent-overlay": () => {
          handle = screen.showOverlay(over as never, { nonCapturing: true });
        },
        hide: () => screen.hideOverlay(),
        key: () => terminal.press("k"),
        listener: () => void screen.addInputListener((data) => ({ data: `${data}!` })),
        consume: () => void screen.addInputListener(() => ({ consume: true })),
        unfocus: () => handle?.unfocus(),
        "focus-overlay": () => handle?.focus(),
      };
      const states = steps.map((step) => {
        actions[step]?.();
        return [first.focused, second.focused, over.focused, screen.hasOverlay()];
      });
      screen.stop();
      return { got, states };
    },
  }),
];

interface Step {
  readonly do: string;
  readonly lines?: number;
  readonly line?: number;
  readonly key?: string;
}

type Screen = InstanceType<Library["tui"]["TuiMainScreen"]> | InstanceType<Library["tui"]["TuiAltScreen"]>;

async function play(
  tui: Library["tui"],
  terminal: HeadlessTerminal,
  screen: Screen,
  steps: readonly Step[],
): Promise<unknown[]> {
  const lines = ["first", "second"];
  const body = new tui.Text(lines.join("\n"), 0, 0);
  const input = new tui.Input();
  screen.addChild(body);
  screen.addChild(input);
  screen.setFocus(input);
  screen.start();
  const frames: unknown[] = [];
  for (const step of steps) {
    if (step.do === "key") terminal.press(step.key ?? "");
    else changeLines(lines, step);
    body.setText(lines.join("\n"));
    screen.requestRender();
    screen.renderNow();
    await terminal.screen.settled();
    frames.push({ text: trimmed(terminal), scrollback: terminal.screen.scrollback().length });
  }
  return frames;
}

function changeLines(lines: string[], step: Step): void {
  if (step.do === "append") for (let count = step.lines ?? 0; count > 0; count--) lines.push(`line ${lines.length}`);
  if (step.do === "remove") lines.splice(-(step.lines ?? 1));
  if (step.do === "change") lines[(step.line ?? 0) % Math.max(lines.length, 1)] = `changed ${step.line}`;
}

function trimmed(terminal: HeadlessTerminal): string[] {
  return terminal.screen.screen().map((row) => row.trimEnd());
}

function text(lines: number, word: string): string {
  return Array.from({ length: lines }, (_, index) => `${word} ${index} ${"x".repeat(index)}`).join("\n");
}
