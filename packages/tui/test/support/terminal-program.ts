/** A program that a test runs in a real terminal: echoes what it reads, and ends as it is told. */
import { ProcessTerminal } from "../../src/terminal/process-terminal.ts";

const terminal = new ProcessTerminal({ onClose: () => process.exit(7) });
terminal.undoAtExit(() => "<undone>");
terminal.start(
  (data) => {
    terminal.write(`<${JSON.stringify(data)}>`);
    if (data === "q") {
      terminal.stop();
      terminal.write("<stopped>");
      process.exitCode = 0;
    } else if (data === "x") {
      throw new Error("crash on purpose");
    } else if (data === "k") {
      terminal.write(`<kitty ${terminal.kittyProtocolActive}, other ${terminal.modifyOtherKeysActive}>`);
    } else if (data === "d") {
      void terminal.drainInput(5000, 1000).then(() => terminal.write("<drained>"));
    } else if (data === "t") {
      terminal.setTitle("a\x07\x1b]52;c;evil\x07b");
      terminal.setProgress(true);
    }
  },
  () => terminal.write(`<resize ${terminal.columns}x${terminal.rows}>`),
);
terminal.write("<ready>");
