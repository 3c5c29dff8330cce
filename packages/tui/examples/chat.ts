/** A chat with an answer that streams in as Markdown. Run: node --conditions=@tau/source packages/tui/examples/chat.ts */
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { cyan, dim, editorTheme, markdownTheme, panel } from "../gallery/theme.ts";
import {
  CombinedAutocompleteProvider,
  Container,
  Editor,
  Loader,
  Markdown,
  matchesKey,
  ProcessTerminal,
  Text,
  TuiMainScreen,
} from "../src/index.ts";

const tui = new TuiMainScreen(new ProcessTerminal());
const chat = new Container();
const editor = new Editor(tui, editorTheme);
editor.setAutocompleteProvider(
  new CombinedAutocompleteProvider([{ name: "clear", description: "Start over" }], process.cwd()),
);

editor.onSubmit = async (prompt) => {
  if (prompt === "/clear") chat.clear();
  else await answer(prompt);
};

async function answer(prompt: string): Promise<void> {
  editor.addToHistory(prompt);
  editor.disableSubmit = true;
  chat.addChild(new Text(prompt, 1, 1, panel));
  const loader = new Loader(tui, cyan, dim, "Thinking");
  chat.addChild(loader);
  await wait(500);
  loader.dispose();
  chat.removeChild(loader);
  const message = new Markdown("", 1, 1, markdownTheme);
  chat.addChild(message);
  for (const word of `You said:\n\n> ${prompt}\n\nThat has **${prompt.length}** characters.\n`.split(/(?<= )/)) {
    message.appendText(word);
    tui.requestRender();
    await wait(20);
  }
  editor.disableSubmit = false;
}

tui.addInputListener((data) => {
  if (!matchesKey(data, "ctrl+c")) return undefined;
  tui.stop();
  process.exit(0);
});
tui.addChild(new Text("Type a message; @ completes files, /clear starts over, ctrl+c leaves.", 1, 0));
tui.addChild(chat);
tui.addChild(editor);
tui.setFocus(editor);
tui.start();
