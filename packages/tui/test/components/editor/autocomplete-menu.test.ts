import { expect, test, vi } from "vitest";
import { type AutocompleteProvider, Editor } from "../../../src/index.ts";
import { StillScreen } from "../../still-screen.ts";
import { editorTheme } from "../../themes.ts";

test("Enter sends what was typed where the suggestions are still those of an earlier text", async () => {
  const { editor, sent, release } = editorWithSlowCommands();
  editor.handleInput("/");
  release();
  await vi.waitFor(() => expect(editor.isShowingAutocomplete()).toBe(true));
  for (const key of "model") editor.handleInput(key);
  editor.handleInput("\r");
  expect(sent).toEqual(["/model"]);
  expect(editor.isShowingAutocomplete()).toBe(false);
});

test("Enter takes the suggestion where it belongs to what is typed", async () => {
  const { editor, sent, release } = editorWithSlowCommands();
  editor.handleInput("/");
  release();
  await vi.waitFor(() => expect(editor.isShowingAutocomplete()).toBe(true));
  editor.handleInput("\r");
  expect(sent).toEqual(["/help"]);
});

/** Answers only when released, each time anew. */
function editorWithSlowCommands() {
  let waiting = Promise.withResolvers<void>();
  const provider: AutocompleteProvider = {
    async getSuggestions() {
      await waiting.promise;
      waiting = Promise.withResolvers<void>();
      return { prefix: "/", items: [{ value: "help", label: "help" }] };
    },
    applyCompletion: (_lines, _line, _col, item) => ({
      lines: [`/${item.value}`],
      cursorLine: 0,
      cursorCol: item.value.length + 1,
    }),
  };
  const editor = new Editor(new StillScreen().tui, editorTheme);
  const sent: string[] = [];
  editor.onSubmit = (text) => sent.push(text);
  editor.setAutocompleteProvider(provider);
  return { editor, sent, release: () => waiting.resolve() };
}
