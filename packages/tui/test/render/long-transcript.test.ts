import fc from "fast-check";
import { expect, test } from "vitest";
import { Container, type OverlayHandle, Spacer, TUI } from "../../src/index.ts";
import { Lines, numbered } from "../support/lines.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";

function conversation(columns: number, rows: number, { hasGap = false } = {}) {
  const terminal = new VirtualTerminal(columns, rows);
  const tui = new TUI(terminal);
  const chat = new Container();
  const editor = new Lines("> ", "status");
  tui.addChild(new Lines("welcome"));
  tui.addChild(chat);
  if (hasGap) {
    const gap = new Spacer(1);
    tui.addChild(gap);
    tui.setGap(gap, 1, [editor]);
  }
  tui.addChild(editor);
  tui.start();
  return { terminal, tui, chat, editor };
}

test("streaming under 100,000 lines never writes to the scrollback again and renders only what is in sight", async () => {
  const { terminal, tui, chat } = conversation(80, 24);
  const old = Array.from({ length: 10_000 }, (_, index) => new Lines(...numbered(`${index}.`, 0, 10)));
  for (const message of old) chat.addChild(message);
  tui.renderNow();
  await terminal.flush();
  const scrollback = terminal.scrollback;
  expect(scrollback).toHaveLength(100_000 + 3 - 24);
  const renders = old.map((message) => message.renders);
  terminal.takeWrites();

  const stream = new Lines();
  chat.addChild(stream);
  let bytes = 0;
  for (let count = 1; count <= 200; count++) {
    stream.lines = numbered("stream ", 0, count);
    tui.renderNow();
    bytes += terminal.takeWrites().length;
  }
  await terminal.flush();
  expect(terminal.scrollback.slice(0, scrollback.length)).toEqual(scrollback);
  expect(terminal.scrollback.slice(scrollback.length + 22)).toEqual(numbered("stream ", 0, 178));
  expect(bytes / 200).toBeLessThan(120);
  const rendered = old.filter((message, index) => message.renders > (renders[index] ?? 0));
  expect(rendered.length).toBeLessThanOrEqual(5);
}, 60_000);

test("P-TUI-6 a spinner above the screen costs no byte", async () => {
  const { terminal, tui, chat } = conversation(40, 10);
  const spinner = new Lines("|");
  chat.addChild(spinner);
  chat.addChild(new Lines(...numbered("line ", 0, 50)));
  tui.renderNow();
  await terminal.flush();
  terminal.takeWrites();
  for (const frame of ["/", "-", "\\", "|"]) {
    spinner.lines = [frame];
    tui.renderNow();
  }
  expect(terminal.takeWrites()).toBe("");
});

test.each([
  ["without", false],
  ["with", true],
])(
  "whatever a conversation %s a gap does, the screen shows its end and the scrollback each finished line once",
  async (_, hasGap) => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
        const talk = new Talk(hasGap);
        const { terminal, tui } = talk;
        for (const [name, size] of [...actions, ["closeOverlay", 0] as const]) {
          talk[name](size);
          tui.renderNow();
          await terminal.flush();
        }
        const document = tui.render(30).map((line) => line.trimEnd());
        expect(terminal.screen.slice(0, document.length)).toEqual(document.slice(-8));
        const expected = ["welcome", ...numbered("line ", 0, talk.written)];
        const { scrollback, screen } = terminal;
        expect(scrollback).toEqual(expected.slice(0, scrollback.length));
        const shown = screen.filter((line) => expected.includes(line));
        expect(scrollback.length + shown.length).toBeGreaterThanOrEqual(expected.length);
        tui.stop();
        terminal.emulator[Symbol.dispose]();
      }),
      { numRuns: 150 },
    );
  },
  60_000,
);

const action = fc.tuple(
  fc.constantFrom("message", "grow", "rebuild", "editor", "openOverlay", "closeOverlay", "force"),
  fc.integer({ min: 0, max: 9 }),
);

class Talk {
  readonly terminal;
  readonly tui;
  written = 0;
  private readonly chat;
  private readonly input;
  private open = new Container();
  private overlay: OverlayHandle | undefined;

  constructor(hasGap: boolean) {
    const { terminal, tui, chat, editor } = conversation(30, 8, { hasGap });
    this.terminal = terminal;
    this.tui = tui;
    this.chat = chat;
    this.input = editor;
    this.message(0);
  }

  message(size: number): void {
    this.open = new Container();
    this.chat.addChild(this.open);
    this.grow(size);
  }

  grow(size: number): void {
    this.open.addChild(new Lines(...numbered("line ", this.written, this.written + size)));
    this.written += size;
  }

  rebuild(size: number): void {
    const lines = this.open.render(30);
    this.open.clear();
    this.open.addChild(new Lines(...lines.slice(0, size)));
    this.open.addChild(new Lines(...lines.slice(size)));
  }

  editor(size: number): void {
    this.input.lines = [...numbered("> ", 0, Math.min(size, 5)), "status"];
  }

  openOverlay(): void {
    this.overlay ??= this.tui.showOverlay(new Lines("[box]"), { width: 5, anchor: "top-left" });
  }

  closeOverlay(): void {
    this.overlay?.hide();
    this.overlay = undefined;
  }

  force(): void {
    this.tui.requestRender(true);
  }
}
