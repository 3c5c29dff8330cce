import { expect, test } from "vitest";
import { Box, type Component, Container, TuiAltScreen, TuiMainScreen } from "../../src/index.ts";
import { Lines } from "../support/lines.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";

class Broken implements Component {
  message = "no\nluck \x1b]0;title\x07here";

  render(): string[] {
    throw new Error(this.message);
  }

  invalidate(): void {
    this.message = "still none";
  }
}

test.each([TuiMainScreen, TuiAltScreen])(
  "a component that throws is one line on %o, and the rest is drawn",
  async (Screen) => {
    const terminal = new VirtualTerminal(60, 8);
    const tui = new Screen(terminal);
    const broken = new Broken();
    const reported: unknown[] = [];
    tui.onRenderError = (error, component) => reported.push([(error as Error).message, component]);
    const box = new Box(1, 0);
    box.addChild(broken);
    const inner = new Container();
    inner.addChild(broken);
    for (const child of [new Lines("above"), broken, box, inner, new Lines("below")]) tui.addChild(child);
    tui.start();
    tui.renderNow();
    tui.renderNow(true);
    await terminal.flush();
    const failure = "[Broken could not be drawn: no luck here]";
    expect(terminal.screen.slice(0, 5)).toEqual(["above", failure, ` ${failure}`, failure, "below"]);
    expect(reported).toEqual([["no\nluck \x1b]0;title\x07here", broken]]);

    tui.showOverlay(broken, { anchor: "bottom-left", width: 50 });
    tui.invalidate();
    tui.renderNow();
    await terminal.flush();
    expect(terminal.screen.at(-1)).toBe("[Broken could not be drawn: still none]");
    expect(reported).toHaveLength(2);
    tui.stop();
  },
);
