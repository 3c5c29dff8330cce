import { Container, Markdown, type Terminal, Text, TuiAltScreen, TuiMainScreen } from "../../src/index.ts";
import { theme } from "./markdown-stream.ts";
import { SilentTerminal } from "./silent-terminal.ts";

const LINES_PER_MESSAGE = 10;

export type Screen = TuiMainScreen | TuiAltScreen;

export function regular(terminal: Terminal): TuiMainScreen {
  return new TuiMainScreen(terminal);
}

export function fullscreen(terminal: Terminal): TuiAltScreen {
  return new TuiAltScreen(terminal, false, undefined, { exitOutput: "none" });
}

/** A screen under a transcript of so many lines, with an empty message at its end. */
export function screenOver(lines: number, create: (terminal: Terminal) => Screen) {
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
