/** A program that a test runs in a real terminal: content that tries everything, text that streams in, q to end. */
import { CURSOR_MARKER } from "../../src/component.ts";
import { Container, Editor, Markdown, ProcessTerminal, Text, TuiAltScreen, TuiMainScreen } from "../../src/index.ts";
import { editorTheme, markdownTheme } from "../themes.ts";
import { Lines } from "./lines.ts";

const HOSTILE = "evil \x1b[2J\x1b[H\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x07\x1b[?1049h\x1b[6n\x1bc\x9b2J\r日本 end";
const terminal = new ProcessTerminal();
const tui = process.env.SCREEN === "fullscreen" ? new TuiAltScreen(terminal) : new TuiMainScreen(terminal);
const chat = new Container();
const answer = new Markdown("", 1, 0, markdownTheme);
for (const child of [new Text(HOSTILE), new Lines(HOSTILE, `${HOSTILE}${CURSOR_MARKER}`), answer]) chat.addChild(child);
const editor = new Editor(tui, editorTheme);
tui.addChild(chat);
tui.addChild(editor);
tui.setFocus(editor);
tui.addInputListener((data) => {
  if (data !== "q") return undefined;
  clearInterval(stream);
  tui.stop();
  process.stdout.write("<ended>");
  return { consume: true };
});
tui.start();
let word = 0;
const stream = setInterval(() => {
  answer.appendText(`word${word++} ${word % 7 === 0 ? "\n\n- " : ""}`);
  tui.requestRender();
}, 2);
