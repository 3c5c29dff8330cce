import fc from "fast-check";
import { expect, test } from "vitest";
import { type Component, type OverlayHandle, TuiAltScreen, TuiMainScreen, visibleWidth } from "../../src/index.ts";
import { screenLine } from "../../src/render/lines/screen-line.ts";
import { content, type Growth, growth, makers } from "../support/random-tree.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";

const SIZES = [1, 2, 3, 7, 20, 41, 80] as const;
/** What a component may put between its text: styles, links, prompt marks, and our own markers. */
const ALLOWED = /\x1b\[[\d;:]*m|\x1b\]8;[^\x00-\x1f\x7f-\x9f]*?(?:\x07|\x1b\\)|\x1b\]133;[A-D]\x07|\x1b_pi:c\x07/g;

test.each(Object.keys(makers))("%s: whatever it is given, its lines fit and hold nothing that acts", (name) => {
  const tui = new TuiMainScreen(new VirtualTerminal(80, 24));
  fc.assert(
    fc.property(fc.array(content, { minLength: 4, maxLength: 4 }), (texts) => {
      const component = makers[name]?.(tui, (index) => texts[index % 4] ?? "") as Component;
      for (const width of SIZES) {
        const lines = component.render(width);
        expect(lines.filter((line) => visibleWidth(line) > width)).toEqual([]);
        expect(lines.filter((line) => /[\x00-\x1f\x7f-\x9f\u202e\u2028]/.test(line.replace(ALLOWED, "")))).toEqual([]);
      }
    }),
    { numRuns: 40 },
  );
});

type Step =
  | { do: "add" | "insert" | "overlay"; what: Growth; at: number }
  | { do: "remove" | "focus"; at: number }
  | { do: "type"; text: string }
  | { do: "resize"; columns: number; rows: number }
  | { do: "close" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom("add", "insert", "overlay"), what: growth, at: fc.nat(9) }),
  fc.record({ do: fc.constantFrom("remove", "focus"), at: fc.nat(9) }),
  fc.record({
    do: fc.constant("type" as const),
    text: fc.oneof(
      fc.constantFrom(
        "x",
        "\r",
        "\x1b[A",
        "\x1b[B",
        "\x7f",
        "\t",
        "\x1b[200~two\nlines\x1b[201~",
        "\x1b[6~",
        "\x1b[<65;1;1M",
      ),
      content.map((text) => `\x1b[200~${text.replaceAll("\x1b[201~", "")}\x1b[201~`),
    ),
  }),
  fc.record({
    do: fc.constant("resize" as const),
    columns: fc.constantFrom(1, 2, 9, 30),
    rows: fc.constantFrom(1, 2, 6, 12),
  }),
  fc.constant({ do: "close" as const }),
);

class Stage {
  readonly terminal = new VirtualTerminal(30, 8);
  readonly tui: TuiMainScreen | TuiAltScreen;
  private readonly overlays: OverlayHandle[] = [];

  constructor(screen: "regular" | "fullscreen") {
    this.tui =
      screen === "regular"
        ? new TuiMainScreen(this.terminal)
        : new TuiAltScreen(this.terminal, false, undefined, { exitOutput: "none" });
    this.tui.start();
  }

  async perform(action: Step): Promise<void> {
    const { tui, terminal } = this;
    const { children } = tui;
    if (action.do === "add") tui.addChild(action.what.create(tui));
    else if (action.do === "insert") children.splice(action.at % (children.length + 1), 0, action.what.create(tui));
    else if (action.do === "overlay") this.overlays.push(tui.showOverlay(action.what.create(tui), { width: "60%" }));
    else if (action.do === "close") this.overlays.pop()?.hide();
    else if (action.do === "type") terminal.send(action.text);
    else if (action.do === "resize") await terminal.resize(action.columns, action.rows);
    else if (children.length > 0) {
      const child = children[action.at % children.length] as Component;
      if (action.do === "remove") tui.removeChild(child);
      else tui.setFocus(child);
    }
    tui.requestRender();
    tui.renderNow();
    await terminal.flush();
  }

  /** Every cell with its style, and where the cursor is. */
  get picture() {
    const { emulator } = this.terminal;
    const rows = Array.from({ length: emulator.rows }, (_, row) =>
      emulator.row(row).map(({ text, foreground, background, styles }) => {
        // A cell that was never written and one that holds a blank look alike.
        return JSON.stringify([text === "" ? " " : text, foreground, background, styles]);
      }),
    );
    return rows.map((cells) => cells.join(""));
  }

  /** What a terminal shows that was never anything else than the lines of the last frame. */
  async fresh(): Promise<string[]> {
    const { columns, rows } = this.terminal;
    const stage = new Stage("regular");
    await stage.terminal.resize(columns, rows);
    const lines = this.tui instanceof TuiMainScreen ? this.tui.captureRenderState().previousLines : [];
    for (const [row, line] of lines.entries())
      stage.terminal.write(`\x1b[${row + 1}H${screenLine(line, columns).text}`);
    await stage.terminal.flush();
    const { picture } = stage;
    stage.tui.stop();
    stage.terminal.emulator[Symbol.dispose]();
    return picture;
  }

  async redraw(): Promise<void> {
    this.tui.requestRender(true);
    this.tui.renderNow();
    await this.terminal.flush();
  }
}

test.each(["regular", "fullscreen"] as const)(
  "%s: whatever is shown and done, the screen is what drawing all of it anew would show, and nothing acts on the terminal",
  async (screen) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const stage = new Stage(screen);
        const { terminal, tui } = stage;
        const replies: string[] = [];
        terminal.emulator.onReply((data) => replies.push(data));
        for (const action of steps) await stage.perform(action);
        const seen = stage.picture;
        await stage.redraw();
        expect(stage.picture).toEqual(seen);
        // A change of size lets the terminal move what is above our rows.
        const isComparable = screen === "regular" && steps.every((action) => action.do !== "resize");
        if (isComparable) expect(await stage.fresh()).toEqual(seen);
        expect(replies.filter((reply) => !/^\x1b\[\d+;\d+R$/.test(reply))).toEqual([]);
        expect([terminal.title, terminal.emulator.isAlternateScreen]).toEqual(["", screen === "fullscreen"]);
        expect(terminal.writes.join("")).not.toMatch(/\x1b\]52|\x1b\][012];|\x1bc|[\x80-\x9f]|\x1b\[3J/);
        tui.stop();
        terminal.emulator[Symbol.dispose]();
      }),
      { numRuns: 80 },
    );
  },
  120_000,
);
