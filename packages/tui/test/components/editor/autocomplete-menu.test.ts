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

test("Enter sends a command whose argument is already complete", async () => {
  const sent: string[] = [];
  const editor = new Editor(new StillScreen().tui, editorTheme);
  editor.onSubmit = (text) => sent.push(text);
  editor.setAutocompleteProvider({
    getSuggestions: async (lines) => {
      const [, prefix = ""] = /^\/goal (.*)$/.exec(lines[0] ?? "") ?? [];
      return prefix === "" ? null : { prefix, items: [{ value: "off", label: "off" }] };
    },
    applyCompletion: (_lines, cursorLine, _col, { value }) => {
      const line = `/goal ${value} `;
      return { lines: [line], cursorLine, cursorCol: line.length };
    },
  });
  const type = async (text: string) => {
    for (const key of text) editor.handleInput(key);
    await vi.waitFor(() => expect(editor.isShowingAutocomplete()).toBe(true));
    editor.handleInput("\r");
  };
  await type("/goal of");
  expect(sent).toEqual([]);
  editor.setText("");
  await type("/goal off");
  expect(sent.map((text) => text.trim())).toEqual(["/goal off"]);
});

test("R384: completion does not open on empty text, and as many suggestions are shown as is set", async () => {
  let asked = 0;
  const items = Array.from({ length: 12 }, (_, index) => ({ value: `file${index}`, label: `file${index}` }));
  const provider: AutocompleteProvider = {
    getSuggestions: async () => {
      asked++;
      return { prefix: "@", items };
    },
    applyCompletion: (lines, cursorLine, cursorCol) => ({ lines, cursorLine, cursorCol }),
  };
  const editor = new Editor(new StillScreen().tui, editorTheme, { autocompleteMaxVisible: 3 });
  editor.setAutocompleteProvider(provider);
  const shown = () => editor.render(40).filter((line) => line.includes("file")).length;
  editor.handleInput("x");
  editor.handleInput("\x7f");
  expect([asked, editor.isShowingAutocomplete()]).toEqual([0, false]);
  editor.handleInput("@");
  await vi.waitFor(() => expect(editor.isShowingAutocomplete()).toBe(true));
  expect(shown()).toBe(3);
  editor.setAutocompleteMaxVisible(7);
  expect(editor.getAutocompleteMaxVisible()).toBe(7);
  editor.handleInput("a");
  await vi.waitFor(() => expect(shown()).toBe(7));
});

test("suggestions for an earlier text that come after those for this one are dropped", async () => {
  const answers: ((label: string) => void)[] = [];
  const editor = new Editor(new StillScreen().tui, editorTheme);
  editor.setAutocompleteProvider({
    getSuggestions: () =>
      new Promise((resolve) => {
        answers.push((label) => resolve({ prefix: "@", items: [{ value: label, label }] }));
      }),
    applyCompletion: (lines, cursorLine, cursorCol) => ({ lines, cursorLine, cursorCol }),
  });
  const shown = () => editor.render(40).filter((line) => /now|before/.test(line));
  editor.handleInput("@");
  editor.handleInput("a");
  answers[1]?.("now");
  await vi.waitFor(() => expect(shown()).toHaveLength(1));
  answers[0]?.("before");
  await new Promise((resolve) => setImmediate(resolve));
  expect(shown()).toEqual([expect.stringContaining("now")]);
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
