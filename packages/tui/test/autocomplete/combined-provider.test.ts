import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type AutocompleteProvider,
  CombinedAutocompleteProvider,
  Editor,
  type SlashCommand,
  stripTerminalSequences,
} from "../../src/index.ts";
import { StillScreen } from "../still-screen.ts";
import { editorTheme } from "../themes.ts";

let root = "";
let provider: CombinedAutocompleteProvider;

const commands: SlashCommand[] = [
  { name: "model", description: "Choose a model", getArgumentCompletions: (typed) => argumentsFor(typed) },
  { name: "help", argumentHint: "<topic>" },
];

function argumentsFor(typed: string) {
  return ["opus", "sonnet"].filter((name) => name.startsWith(typed)).map((name) => ({ value: name, label: name }));
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "tau-complete-"));
  await mkdir(join(root, "src/deep"), { recursive: true });
  await mkdir(join(root, "node_modules/x"), { recursive: true });
  for (const path of ["src/editor.ts", "src/deep/editing.ts", "read me.md", ".hidden", "node_modules/x/editor.ts"]) {
    await writeFile(join(root, path), "");
  }
  provider = new CombinedAutocompleteProvider(commands, root);
});
afterAll(() => rm(root, { recursive: true }));

async function suggest(text: string, force = false) {
  const found = await provider.getSuggestions([text], 0, text.length, { signal: new AbortController().signal, force });
  return found && { prefix: found.prefix, values: found.items.map((item) => item.value) };
}

describe("suggestions", () => {
  test("commands by name, then their arguments", async () => {
    expect(await suggest("/")).toEqual({ prefix: "/", values: ["model", "help"] });
    expect(await suggest("/mo")).toEqual({ prefix: "/mo", values: ["model"] });
    expect(await suggest("/model o")).toEqual({ prefix: "o", values: ["opus"] });
    expect(await suggest("/help x")).toBeNull();
    expect(await suggest("/zzz")).toBeNull();
  });

  test("paths when forced or when what is typed looks like one", async () => {
    expect(await suggest("", true)).toEqual({ prefix: "", values: ["node_modules/", "src/", "read me.md"] });
    expect(await suggest("see src/e", true)).toEqual({ prefix: "src/e", values: ["src/editor.ts"] });
    expect(await suggest("see ./s")).toEqual({ prefix: "./s", values: ["./src/"] });
    expect(await suggest(".h", true)).toEqual({ prefix: ".h", values: [".hidden"] });
    expect(await suggest("word")).toBeNull();
    expect(await suggest("no/such/folder/")).toBeNull();
  });

  test("mentioned files are searched everywhere but in what is skipped", async () => {
    expect(await suggest("look at @edit")).toEqual({
      prefix: "@edit",
      values: ["@src/editor.ts", "@src/deep/editing.ts"],
    });
    expect(await suggest("@read")).toEqual({ prefix: "@read", values: ['@"read me.md"'] });
    expect(await suggest('@"read m')).toEqual({ prefix: '@"read m', values: ['@"read me.md"'] });
    expect(await suggest("mail@example")).toBeNull();
  });

  test("the lister may be replaced", async () => {
    const own = new CombinedAutocompleteProvider([], root, null, async () => ["virtual/file.ts"]);
    const found = await own.getSuggestions(["@vf"], 0, 3, { signal: new AbortController().signal });
    expect(found?.items.map((item) => item.value)).toEqual(["@virtual/file.ts"]);
  });
});

test("what a completion makes of the text", () => {
  const apply = (line: string, value: string, prefix: string) => {
    const done = provider.applyCompletion([line], 0, line.length, { value, label: value }, prefix);
    return [done.lines[0], done.cursorCol];
  };
  expect(apply("/mo", "model", "/mo")).toEqual(["/model ", 7]);
  expect(apply("see @ed", "@src/editor.ts", "@ed")).toEqual(["see @src/editor.ts ", 19]);
  expect(apply("see @sr", "@src/", "@sr")).toEqual(["see @src/", 9]);
  expect(apply("/model o", "opus", "o")).toEqual(["/model opus", 11]);
  expect(apply("cat src/e", "src/editor.ts", "src/e")).toEqual(["cat src/editor.ts", 17]);
});

describe("the menu of the editor", () => {
  function editorWith(own: AutocompleteProvider): Editor {
    const editor = new Editor(new StillScreen().tui, editorTheme);
    editor.setAutocompleteProvider(own);
    return editor;
  }

  async function type(editor: Editor, text: string): Promise<void> {
    for (const key of text) editor.handleInput(key);
    await vi.waitFor(() => expect(editor.isShowingAutocomplete()).toBe(true));
  }

  test("a slash opens it, typing narrows it, tab accepts", async () => {
    const editor = editorWith(provider);
    await type(editor, "/mo");
    expect(editor.render(60).map(stripTerminalSequences).slice(3)).toEqual(["→ model  Choose a model"]);
    editor.handleInput("\t");
    expect([editor.getText(), editor.isShowingAutocomplete()]).toEqual(["/model ", false]);
  });

  test("after a completed command its arguments are offered, after a folder its entries", async () => {
    const editor = editorWith(provider);
    await type(editor, "/mo");
    editor.handleInput("\t");
    await vi.waitFor(() => expect(editor.isShowingAutocomplete()).toBe(true));
    expect(editor.render(60).map(stripTerminalSequences).slice(3)).toEqual(["→ opus", "  sonnet"]);
    editor.setText("");
    await type(editor, "@sr");
    editor.handleInput("\t");
    await vi.waitFor(() => expect(editor.render(60).join("")).toContain("editor.ts"));
    expect(editor.getText()).toBe("@src/");
  });

  test("enter on a command runs it", async () => {
    const editor = editorWith(provider);
    const submitted: string[] = [];
    editor.onSubmit = (text) => submitted.push(text);
    await type(editor, "/hel");
    editor.handleInput("\r");
    expect([submitted, editor.getText()]).toEqual([["/help"], ""]);
  });

  test("enter on a file inserts it, escape closes the menu, a space ends it", async () => {
    const editor = editorWith(provider);
    await type(editor, "see @edit");
    editor.handleInput("\r");
    expect(editor.getText()).toBe("see @src/editor.ts ");
    await type(editor, "@ed");
    editor.handleInput("\x1b");
    expect(editor.isShowingAutocomplete()).toBe(false);
  });

  test("tab completes the only path at once", async () => {
    const editor = editorWith(provider);
    editor.setText("cat src/edi");
    editor.handleInput("\t");
    await vi.waitFor(() => expect(editor.getText()).toBe("cat src/editor.ts"));
  });

  test("undo takes a completion back", async () => {
    const editor = editorWith(provider);
    await type(editor, "@edit");
    editor.handleInput("\t");
    editor.handleInput("\x1f");
    expect(editor.getText()).toBe("@edit");
  });

  test("a custom provider has its own triggers, and its failure does not disturb typing", async () => {
    const asked: string[] = [];
    const own: AutocompleteProvider = {
      triggerCharacters: ["#"],
      getSuggestions: async ([line = ""]) => {
        asked.push(line);
        if (line.includes("!")) throw new Error("provider broke");
        return { items: [{ value: "#12", label: "issue 12" }], prefix: line };
      },
      applyCompletion: (_lines, cursorLine, _col, item) => ({ lines: [item.value], cursorLine, cursorCol: 3 }),
    };
    const editor = editorWith(own);
    await type(editor, "#1");
    editor.handleInput("!");
    await vi.waitFor(() => expect(editor.isShowingAutocomplete()).toBe(false));
    expect([editor.getText(), asked]).toEqual(["#1!", ["#", "#1", "#1!"]]);
  });
});
