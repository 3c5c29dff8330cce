/** The documented ways of using the package, tried one by one, where no other test does. */
import { describe, expect, test } from "vitest";
import {
  Box,
  CombinedAutocompleteProvider,
  type Component,
  Editor,
  Input,
  Key,
  Markdown,
  matchesKey,
  type OverlayHandle,
  type OverlayOptions,
  SelectList,
  type SettingItem,
  SettingsList,
  stripTerminalSequences,
  Text,
  TruncatedText,
  TuiAltScreen,
  TuiMainScreen,
  truncateToWidth,
  visibleWidth,
  wrapTextWithAnsi,
} from "../src/index.ts";
import { Lines, numbered } from "./support/lines.ts";
import { VirtualTerminal } from "./support/virtual-terminal.ts";
import { editorTheme, plainMarkdownTheme, selectListTheme } from "./themes.ts";

const plain = (lines: readonly string[]) => lines.map((line) => stripTerminalSequences(line).trimEnd());

function screen(columns = 100, rows = 30) {
  const terminal = new VirtualTerminal(columns, rows);
  const tui = new TuiMainScreen(terminal);
  tui.start();
  const frame = async () => {
    tui.renderNow();
    await terminal.flush();
    return terminal.screen.map((line) => line.trimEnd());
  };
  return { terminal, tui, frame };
}

test("text is measured, cut and wrapped", () => {
  expect(visibleWidth("\x1b[31mHello\x1b[0m")).toBe(5);
  expect(truncateToWidth("Hello World", 8)).toBe("Hello...");
  expect(truncateToWidth("Hello World", 8, "")).toBe("Hello Wo");
  expect(wrapTextWithAnsi("This is a long line that needs wrapping", 20)).toEqual([
    "This is a long line",
    "that needs wrapping",
  ]);
  const styled = truncateToWidth("\x1b[31mHello\x1b[39m \x1b[34mWorld\x1b[39m", 8);
  expect([stripTerminalSequences(styled), visibleWidth(styled)]).toEqual(["Hello...", 8]);
});

test("keys go by their names", () => {
  expect(matchesKey("\x03", Key.ctrl("c"))).toBe(true);
  expect(matchesKey("\x1b[Z", Key.shift("tab"))).toBe(true);
  expect(matchesKey("\x1b[1;3D", Key.alt("left"))).toBe(true);
  expect(matchesKey("\x1b[112;6u", Key.ctrlShift("p"))).toBe(true);
  expect(matchesKey("\r", Key.enter) && matchesKey("\x1b", Key.escape) && matchesKey("\x1b[A", Key.up)).toBe(true);
});

describe("components by their defaults", () => {
  test("text and boxes are padded by one, truncated text is not", () => {
    expect(new Text("Hello").render(10)).toEqual(["          ", " Hello    ", "          "]);
    const box = new Box();
    box.addChild(new Text("In", 0, 0));
    expect(plain(box.render(10))).toEqual(["", " In", ""]);
    box.setBgFn((text) => `<${text}>`);
    expect(box.render(6)).toEqual(["<      >", "< In   >", "<      >"]);
    expect(new TruncatedText("a long line of text").render(10)).toEqual([expect.stringMatching(/^a long \.\.\./)]);
  });
});

describe("an input", () => {
  test.each<[string, string, string]>([
    ["Ctrl+A", "\x01X", "Xone two"],
    ["Ctrl+E", "\x01\x05X", "one twoX"],
    ["Home and End", "\x1b[HX\x1b[FY", "Xone twoY"],
    ["Ctrl+W", "\x17", "one "],
    ["Alt+Backspace", "\x1b\x7f", "one "],
    ["Ctrl+U", "\x15", ""],
    ["Ctrl+K", "\x01\x0b", ""],
    ["Ctrl+Left", "\x1b[1;5DX", "one Xtwo"],
    ["Alt+Left and Ctrl+Right", "\x1b[1;3D\x1b[1;5CX", "one twoX"],
    ["Backspace", "\x7f", "one tw"],
    ["Delete", "\x01\x1b[3~", "ne two"],
    ["Ctrl+Y after Ctrl+W", "\x17\x19\x19", "one twotwo"],
  ])("takes %s", (_name, keys, value) => {
    const input = new Input();
    for (const key of "one two") input.handleInput(key);
    for (const key of keys.match(/\x1b\[[\d;]*[A-Za-z~]|\x1b.|[\s\S]/g) ?? []) input.handleInput(key);
    expect(input.getValue()).toBe(value);
  });
});

describe("an editor", () => {
  test.each([
    ["Shift+Enter", "\x1b[13;2u"],
    ["Ctrl+Enter", "\x1b[13;5u"],
    ["Alt+Enter", "\x1b\r"],
    ["Alt+Enter of a Kitty keyboard", "\x1b[13;3u"],
    ["Ctrl+J", "\n"],
  ])("makes a new line by %s", (_name, key) => {
    const { tui } = screen();
    const editor = new Editor(tui, editorTheme);
    const sent: string[] = [];
    editor.onSubmit = (text) => sent.push(text);
    for (const input of ["a", key, "b"]) editor.handleInput(input);
    expect([editor.getText(), sent]).toEqual(["a\nb", []]);
    tui.stop();
  });

  test("has a padding and a border that can be changed", () => {
    const { tui } = screen();
    const editor = new Editor(tui, editorTheme, { paddingX: 2 });
    expect(editor.getPaddingX()).toBe(2);
    editor.setPaddingX(1);
    editor.borderColor = (text) => `<${text}>`;
    editor.setText("x");
    const lines = editor.render(10);
    expect([lines[0], stripTerminalSequences(lines[1] ?? "").trimEnd()]).toEqual([`<${"─".repeat(10)}>`, " x"]);
    tui.stop();
  });
});

describe("a list", () => {
  const items = numbered("item ", 0, 4).map((label) => ({ value: label, label, description: `about ${label}` }));

  test("tells what is highlighted, and goes where it is told to", () => {
    const list = new SelectList(items, 3, selectListTheme);
    const seen: string[] = [];
    list.onSelectionChange = (item) => seen.push(item.value);
    list.handleInput("\x1b[B");
    list.handleInput("\x1b[B");
    list.setSelectedIndex(0);
    expect(seen.slice(0, 2)).toEqual(["item 1", "item 2"]);
    expect(list.getSelectedItem()).toEqual(items[0]);
    list.setFilter("item 3");
    expect(list.getSelectedItem()).toEqual(items[3]);
    list.setFilter("nothing like it");
    expect(list.getSelectedItem()).toBeNull();
  });

  test("keeps its first column within bounds, and lets others cut it", () => {
    const long = [{ value: "x", label: "a label that is rather long", description: "about" }];
    const cut = new SelectList(long, 3, selectListTheme, {
      minPrimaryColumnWidth: 8,
      maxPrimaryColumnWidth: 12,
      truncatePrimary: ({ text, maxWidth, isSelected }) => `${isSelected ? "!" : ""}${text.slice(0, maxWidth - 1)}`,
    });
    const [row = ""] = plain(cut.render(60));
    expect(row).toMatch(/^→ !a label/);
    expect(row.indexOf("about")).toBeLessThanOrEqual(2 + 12 + 2);
  });
});

describe("settings", () => {
  const theme = { label: String, value: String, description: String, cursor: "> ", hint: String };

  test("open a submenu, take its value and go on to the item it names", () => {
    const changes: string[] = [];
    let finish: (value?: string, options?: { navigateTo?: string }) => void = () => undefined;
    const items: SettingItem[] = [
      {
        id: "model",
        label: "Model",
        currentValue: "a",
        submenu: (value, done) => {
          finish = done;
          return new Text(`choose instead of ${value}`, 0, 0);
        },
      },
      { id: "theme", label: "Theme", currentValue: "dark", values: ["dark", "light"] },
    ];
    const list = new SettingsList(
      items,
      5,
      theme,
      (id, value) => changes.push(`${id}=${value}`),
      () => undefined,
    );
    list.handleInput("\r");
    expect(plain(list.render(40))).toContain("choose instead of a");
    finish("b", { navigateTo: "theme" });
    list.handleInput(" ");
    list.updateValue("theme", "dark");
    expect(changes).toEqual(["model=b", "theme=light"]);
    const shown = plain(list.render(40));
    expect(shown[0]).toMatch(/^ {2}Model +b$/);
    expect(shown[1]).toMatch(/^> Theme +dark$/);
    list.selectItem("model");
    expect(plain(list.render(40))[0]).toMatch(/^> Model/);
    list.selectItem("nothing");
    expect(plain(list.render(40))[0]).toMatch(/^> Model/);
  });
});

test("Markdown keeps list markers and backslashes, leaves formulas and indents code as it is told", () => {
  const source = "3) three\n4) four\n\n\\*kept\\* $x^2$\n\n```\ncode\n```";
  const widths: number[] = [];
  const markdown = new Markdown(
    source,
    2,
    0,
    { ...plainMarkdownTheme, codeBlockIndent: ">>" },
    {},
    {
      preserveOrderedListMarkers: true,
      preserveBackslashEscapes: true,
      renderLatex: false,
      transform: (text, width) => {
        widths.push(width);
        return text.replace("four", "FOUR");
      },
    },
  );
  expect(markdown.render(30)).toEqual(
    ["3) three", "4) FOUR", "", "\\*kept\\* $x^2$", "", "──", ">>code", "──"].map((line) => line && `  ${line}`),
  );
  expect(widths).toEqual([26]);
});

describe("an overlay", () => {
  async function shown(options?: OverlayOptions) {
    const { tui, frame } = screen();
    const handle = tui.showOverlay(new Lines("x".repeat(200)), options);
    await frame();
    const bounds = handle.getBounds();
    tui.stop();
    return bounds;
  }

  test.each<[string, OverlayOptions | undefined, object]>([
    ["is centered, at most 80 columns", undefined, { row: 14, col: 10, width: 80, height: 1 }],
    ["has a share of the width", { width: "50%" }, { row: 14, col: 25, width: 50 }],
    ["has a least width", { width: 10, minWidth: 40 }, { col: 30, width: 40 }],
    ["is moved from its anchor", { width: 20, anchor: "bottom-right", offsetX: -2, offsetY: -1 }, { row: 28, col: 78 }],
    ["stands at a share of the room", { width: 20, row: "0%", col: "100%" }, { row: 0, col: 80 }],
    [
      "stands where it is put, whatever its anchor",
      { width: 20, row: 5, col: 10, anchor: "top-left" },
      { row: 5, col: 10 },
    ],
    ["keeps a margin", { width: 20, anchor: "top-left", margin: { top: 1, left: 2 } }, { row: 1, col: 2 }],
    ["is kept inside the margin", { width: 20, row: 99, col: 99, margin: 2 }, { row: 27, col: 78 }],
  ])("%s", async (_name, options, expected) => {
    expect(await shown(options)).toMatchObject(expected);
  });

  test("is only there while its condition holds", async () => {
    const { terminal, tui, frame } = screen(120, 10);
    const handle = tui.showOverlay(new Lines("here"), { visible: (columns) => columns >= 100 });
    expect((await frame()).join("")).toContain("here");
    await terminal.resize(80, 10);
    expect((await frame()).join("")).not.toContain("here");
    expect([tui.hasOverlay(), handle.getBounds()]).toEqual([false, undefined]);
    tui.stop();
  });

  test("gives the keyboard to whom it is told to", async () => {
    const { terminal, tui, frame } = screen();
    const typed: string[] = [];
    const typist = (name: string): Component => ({
      render: () => [name],
      invalidate: () => undefined,
      handleInput: (data) => typed.push(`${name}:${data}`),
    });
    const [base, first, second] = [typist("base"), typist("first"), typist("second")] as const;
    tui.addChild(base);
    tui.setFocus(base);
    const one: OverlayHandle = tui.showOverlay(first);
    const two = tui.showOverlay(second);
    await frame();
    const type = (key: string) => terminal.send(key);
    type("a");
    two.unfocus();
    type("b");
    one.unfocus({ target: null });
    type("c");
    two.focus();
    type("d");
    expect([one.isFocused(), two.isFocused()]).toEqual([false, true]);
    two.unfocus({ target: base });
    type("e");
    one.setHidden(true);
    two.hide();
    expect([one.isHidden(), tui.hasOverlay()]).toEqual([true, false]);
    type("f");
    expect(typed).toEqual(["second:a", "first:b", "second:d", "base:e", "base:f"]);
    tui.stop();
  });

  test("in front goes first when one is to go", async () => {
    const { tui, frame } = screen();
    tui.showOverlay(new Lines("lower"), { anchor: "top-left", width: 10 });
    tui.showOverlay(new Lines("upper"), { anchor: "bottom-left", width: 10 });
    tui.hideOverlay();
    const rows = (await frame()).join("\n");
    expect([rows.includes("lower"), rows.includes("upper")]).toEqual([true, false]);
    tui.stop();
  });
});

describe("a screen", () => {
  test("lets listeners swallow and change input, and has a key of its own for debugging", async () => {
    const { terminal, tui } = screen();
    const input = new Input();
    tui.addChild(input);
    tui.setFocus(input);
    let debugged = 0;
    tui.onDebug = () => debugged++;
    const remove = tui.addInputListener((data) =>
      data === "x" ? { consume: true } : { data: data.replace(/^[ab]$/, (letter) => letter.toUpperCase()) },
    );
    for (const key of ["a", "x", "b", "\x1b[100;6u"]) terminal.send(key);
    remove();
    terminal.send("x");
    expect([input.getValue(), debugged]).toEqual(["ABx", 1]);
    tui.stop();
  });

  test("a fullscreen one leaves its whole document behind", async () => {
    const terminal = new VirtualTerminal(20, 4);
    const tui = new TuiAltScreen(terminal);
    tui.addChild(new Lines(...numbered("line ", 0, 9)));
    tui.start();
    tui.renderNow();
    await terminal.flush();
    expect(terminal.emulator.isAlternateScreen).toBe(true);
    tui.stop();
    await terminal.flush();
    expect(terminal.emulator.isAlternateScreen).toBe(false);
    expect([...terminal.scrollback, ...terminal.screen].filter(Boolean)).toEqual(numbered("line ", 0, 9));
  });

  test("P-TUI-49 the virtual terminal tells text, style and cursor without a TTY", async () => {
    const { terminal, tui, frame } = screen(20, 4);
    tui.setShowHardwareCursor(true);
    const input = new Input();
    tui.addChild(new Lines("\x1b[1;31mred\x1b[0m"));
    tui.addChild(input);
    tui.setFocus(input);
    terminal.send("ab");
    expect((await frame()).slice(0, 2)).toEqual(["red", "> ab"]);
    expect(terminal.cell(0, 0)).toMatchObject({ text: "r", foreground: { palette: 1 }, styles: ["bold"] });
    expect(terminal.cursor).toEqual({ row: 1, column: 4, isVisible: true });
    tui.stop();
  });
});

test("completion by slash, by path and by mention is one provider", async () => {
  const commands = [{ name: "help", description: "Show help" }, { name: "clear" }];
  const provider = new CombinedAutocompleteProvider(commands, import.meta.dirname);
  const { signal } = new AbortController();
  const ask = async (text: string, force = false) => {
    const found = await provider.getSuggestions([text], 0, text.length, { signal, force });
    return found?.items.map(({ label }) => label) ?? null;
  };
  expect(await ask("/he")).toEqual(["help"]);
  expect(await ask("./supp", true)).toEqual([expect.stringContaining("support")]);
  expect(await ask("see @documented")).toEqual([expect.stringContaining("documented.test.ts")]);
  expect(await ask("plain words")).toBeNull();
});
