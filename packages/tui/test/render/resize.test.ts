import fc from "fast-check";
import { expect, test } from "vitest";
import { CURSOR_MARKER, TuiMainScreen, wrapTextWithAnsi } from "../../src/index.ts";
import { Lines, numbered } from "../support/lines.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";

class Paragraph extends Lines {
  text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
  override render(width = 80): string[] {
    return wrapTextWithAnsi(this.text, width);
  }
}

async function started(columns: number, rows: number, ...children: Lines[]) {
  const terminal = new VirtualTerminal(columns, rows);
  const tui = new TuiMainScreen(terminal);
  for (const child of children) tui.addChild(child);
  tui.start();
  tui.renderNow();
  await terminal.flush();
  return { terminal, tui };
}

test("P-TUI-5 a taller and a shorter terminal keep every line once", async () => {
  const body = new Lines(...numbered("line ", 0, 40));
  const { terminal, tui } = await started(30, 10, body, new Lines(`> ${CURSOR_MARKER}`, "status"));
  for (const rows of [14, 6, 3, 20, 9]) {
    await terminal.resize(30, rows);
    tui.renderNow();
    await terminal.flush();
    expect([rows, terminal.screen.slice(-2)]).toEqual([rows, ["> ", "status"].map((line) => line.trimEnd())]);
    const lines = [...terminal.scrollback, ...terminal.screen].filter((line) => line.startsWith("line"));
    expect([rows, lines.filter((line, index) => lines.indexOf(line) === index)]).toEqual([
      rows,
      numbered("line ", 0, 40),
    ]);
  }
});

test("P-TUI-5 on Termux, where the keyboard changes the height, rows that only moved are not written again", async () => {
  const before = process.env.TERMUX_VERSION;
  process.env.TERMUX_VERSION = "0.118";
  const body = new Lines(...numbered("line ", 0, 40));
  const { terminal, tui } = await started(30, 20, body, new Lines(`> ${CURSOR_MARKER}`, "status"));
  if (before === undefined) delete process.env.TERMUX_VERSION;
  else process.env.TERMUX_VERSION = before;
  for (const rows of [10, 20, 6, 3, 15]) {
    terminal.takeWrites();
    await terminal.resize(30, rows);
    tui.renderNow();
    await terminal.flush();
    expect(terminal.screen).toEqual([...numbered("line ", 0, 40), ">", "status"].slice(-rows));
    if (rows < 20) expect(terminal.takeWrites()).not.toContain("line 39");
  }
  expect(tui.fullRedraws).toBe(0);
});

test("P-TUI-4 a narrower terminal shows the tail anew and keeps the scrollback", async () => {
  const words = Array.from({ length: 200 }, (_, index) => `word${index}`);
  const body = new Paragraph(words.join(" "));
  const { terminal, tui } = await started(60, 10, body, new Lines("> "));
  for (const columns of [40, 25, 60, 33]) {
    await terminal.resize(columns, 10);
    tui.renderNow();
    await terminal.flush();
    expect([columns, terminal.screen]).toEqual([columns, [...body.render(columns).slice(-9), ">"]]);
    const seen = new Set(`${terminal.scrollback.join(" ")} ${terminal.screen.join(" ")}`.split(/\s+/));
    expect([columns, words.filter((word) => !seen.has(word))]).toEqual([columns, []]);
  }
});

test("a terminal that does not answer is drawn after the wait", async () => {
  const body = new Lines(...numbered("line ", 0, 20));
  const { terminal, tui } = await started(30, 6, body);
  terminal.answers = false;
  await terminal.resize(30, 8);
  tui.renderNow();
  await expect.poll(() => terminal.screen).toEqual(numbered("line ", 12, 20));
});

test("behind a last line as wide as the terminal the cursor is still in its row: what follows a resize loses no line", async () => {
  const body = new Lines(...numbered("line ", 0, 20), "x".repeat(30));
  const { terminal, tui } = await started(30, 10, body);
  for (const rows of [6, 12, 4]) {
    await terminal.resize(30, rows);
    tui.renderNow();
    await terminal.flush();
    await terminal.flush();
    expect([rows, terminal.screen]).toEqual([rows, body.lines.slice(-rows)]);
    body.lines = [...body.lines, ...numbered(`${rows} rows `, 0, 5), "x".repeat(30)];
    tui.renderNow();
    await terminal.flush();
    expect([rows, [...terminal.scrollback, ...terminal.screen]]).toEqual([rows, body.lines]);
  }
});

test("a size that is back before the next frame leaves no trace of the one between", async () => {
  const body = new Lines(...numbered("a rather long line ", 0, 20));
  const { terminal, tui } = await started(30, 6, body, new Lines("─".repeat(30)));
  const whole = terminal.screen;
  await terminal.resize(12, 3);
  await terminal.resize(30, 6);
  tui.renderNow();
  await terminal.flush();
  await terminal.flush();
  expect(terminal.screen).toEqual(whole);
});

test("1x1 shows the last cell of the last line", async () => {
  const { terminal, tui } = await started(10, 4, new Lines("abc", "def", `x${CURSOR_MARKER}`));
  await terminal.resize(1, 1);
  tui.renderNow();
  await terminal.flush();
  expect(terminal.screen).toEqual(["x"]);
});

test("any growth and any change of height leaves the document whole and in order", async () => {
  const step = fc.oneof(
    fc.record({ add: fc.integer({ min: 0, max: 15 }) }),
    fc.record({ rows: fc.integer({ min: 1, max: 15 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.integer({ min: 1, max: 12 }), async (steps, rows) => {
      const body = new Lines();
      const { terminal, tui } = await started(20, rows, body);
      let count = 0;
      for (const change of steps) {
        if ("add" in change) {
          count += change.add;
          body.lines = numbered("line ", 0, count);
        } else {
          await terminal.resize(20, change.rows);
        }
        tui.renderNow();
        await terminal.flush();
        await terminal.flush();
        const expected = numbered("line ", 0, count);
        expect(terminal.screen.filter((line) => line !== "")).toEqual(expected.slice(-terminal.rows));
        const all = [...terminal.scrollback, ...terminal.screen].filter((line) => line !== "");
        expect(all.filter((line, index) => all.indexOf(line) === index)).toEqual(expected);
      }
    }),
    { numRuns: 60 },
  );
});

test("no word is lost, whatever the sizes while text streams in", async () => {
  const step = fc.oneof(
    fc.record({ words: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ columns: fc.integer({ min: 8, max: 60 }), rows: fc.integer({ min: 3, max: 15 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const body = new Paragraph("");
      const { terminal, tui } = await started(40, 8, body, new Lines("---", `> ${CURSOR_MARKER}`, "status"));
      let count = 0;
      for (const change of steps) {
        if ("words" in change) {
          const words = Array.from({ length: change.words }, () => `w${count++}`);
          body.text = `${body.text} ${words.join(" ")}`.trim();
        } else {
          await terminal.resize(change.columns, change.rows);
        }
        tui.renderNow();
        await terminal.flush();
        await terminal.flush();
      }
      const document = tui.render(terminal.columns).map((line) => line.replace(CURSOR_MARKER, "").trimEnd());
      expect(terminal.screen.slice(0, document.length)).toEqual(document.slice(-terminal.rows));
      // Where a terminal wraps a line that was cut off at the top, a word may stand there in two pieces.
      const seen = [...terminal.scrollback, ...terminal.screen].join(" ");
      const found = new Set(seen.match(/w\d+/g));
      const missing = Array.from({ length: count }, (_, index) => `w${index}`).filter((word) => !found.has(word));
      expect(missing).toEqual([]);
      tui.stop();
      terminal.emulator[Symbol.dispose]();
    }),
    { numRuns: 100 },
  );
}, 60_000);
