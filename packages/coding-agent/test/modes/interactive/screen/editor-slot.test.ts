import { ProgramTerminal } from "@tau/testkit/extensions";
import { Editor, type EditorComponent, Text, TuiMainScreen } from "@tau/tui";
import { expect, test } from "vitest";
import { EditorSlot } from "../../../../src/modes/interactive/screen/editor-slot.ts";

const plain = (text: string) => text;
const theme = {
  borderColor: plain,
  selectList: { selectedPrefix: plain, selectedText: plain, description: plain, scrollInfo: plain, noMatch: plain },
};
const LONG = Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n");

function slot() {
  const tui = new TuiMainScreen(new ProgramTerminal());
  return { editor: new EditorSlot(tui, new Editor(tui, theme)), another: () => new Editor(tui, theme) };
}

test("what was pasted moves along to another editor, and back", () => {
  const { editor, another } = slot();
  editor.handleInput(`\x1b[200~${LONG}\x1b[201~`);
  editor.replace(another());
  expect(editor.getExpandedText()).toBe(LONG);
  editor.replace(undefined);
  expect(editor.getExpandedText()).toBe(LONG);
});

test("an editor that fails leaves what was typed into it, not what was typed before it came", () => {
  const { editor, another } = slot();
  editor.setText("before");
  const failing = another();
  editor.replace(failing);
  editor.setText("typed in the meantime");
  failing.render = () => {
    throw new Error("bomb");
  };
  editor.render(80);
  expect(editor.getText()).toBe("typed in the meantime");
});

test("one that cannot even say its text leaves what it said last", () => {
  const { editor } = slot();
  editor.setText("before");
  const bomb = () => {
    throw new Error("bomb");
  };
  editor.replace(Object.assign(new Text(""), { getText: bomb, setText: bomb, handleInput: bomb }) as EditorComponent);
  expect(editor.getText()).toBe("before");
});

test("an editor that comes later steps back through the same prompts, and so does the usual one after it", () => {
  const { editor, another } = slot();
  editor.addToHistory("one");
  editor.replace(another());
  editor.addToHistory("two");
  const stepBack = () => {
    editor.setText("");
    return [1, 2, 3].map(() => {
      editor.handleInput("\x1b[A");
      return editor.getText();
    });
  };
  expect(stepBack()).toEqual(["two", "one", "one"]);
  editor.replace(undefined);
  expect(stepBack()).toEqual(["two", "one", "one"]);
});
