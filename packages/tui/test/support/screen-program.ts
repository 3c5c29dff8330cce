/** A program that a test runs in a real terminal: a few lines, Ctrl+Z to suspend, q to end, x to crash. */
import { CURSOR_MARKER } from "../../src/component.ts";
import { TuiMainScreen } from "../../src/render/tui-main-screen.ts";
import { ProcessTerminal } from "../../src/terminal/process-terminal.ts";
import { Lines, numbered } from "./lines.ts";

const tui = new TuiMainScreen(new ProcessTerminal());
tui.addChild(new Lines(...numbered("line ", 0, 3), `> ${CURSOR_MARKER}`, "status"));
tui.addInputListener((data) => {
  if (data === "\x1a" || data === "\x1b[122;5u") tui.suspend();
  if (data === "x") throw new Error("crash on purpose");
  if (data === "q") {
    tui.stop();
    process.stdout.write("<ended>");
  }
  return undefined;
});
tui.start();
