import { stripTerminalSequences } from "@tau/tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tokenLines } from "../../../../src/core/highlight/token-lines.ts";
import {
  Highlighter,
  languageNamed,
  languageOfPath,
} from "../../../../src/modes/interactive/renderers/highlight/index.ts";
import { darkTheme } from "./tool-view.ts";

test("a language is known by extension, by file name, and by the name behind a fence", () => {
  expect(["a/b.ts", "Dockerfile", "x/Makefile", "notes", "a.unknown", ".bashrc", "UP.PY"].map(languageOfPath)).toEqual([
    "typescript",
    "dockerfile",
    "makefile",
    undefined,
    undefined,
    "bash",
    "python",
  ]);
  expect(["TSX", "sh", "html", "nothing"].map(languageNamed)).toEqual(["typescript", "bash", "xml", undefined]);
});

test("code is plain until its language is loaded, then coloured", async () => {
  const highlighter = new Highlighter(() => darkTheme);
  const ready = Promise.withResolvers<void>();
  const paint = () =>
    highlighter.paint(["const a = 1; // one"], { language: "go", plain: "toolOutput", onReady: ready.resolve });
  expect(paint()).toEqual([darkTheme.fg("toolOutput", "const a = 1; // one")]);
  await ready.promise;
  const [line = ""] = paint();
  expect(line).toContain(darkTheme.fg("syntaxComment", "// one"));
  expect(stripTerminalSequences(line)).toBe("const a = 1; // one");
});

test("a comment over several lines is coloured on each of them", async () => {
  const highlighter = new Highlighter(() => darkTheme);
  const lines = await paintWhenReady(highlighter, ["/* one", "two */ let a;"], "javascript");
  expect(lines[1]).toContain(darkTheme.fg("syntaxComment", "two */"));
});

test("a long text is coloured over several frames, and in the end as far as it may be", async () => {
  const highlighter = new Highlighter(() => darkTheme);
  const code = Array.from({ length: 1500 }, (_, index) => `const value${index} = "${index}";`);
  const lines = await paintWhenReady(highlighter, code, "typescript");
  expect(lines.map((line) => stripTerminalSequences(line))).toEqual(code);
  expect(lines[1000]).toContain(darkTheme.fg("syntaxKeyword", "const"));
  expect(lines[1400]).toBe(darkTheme.fg("toolOutput", code[1400] ?? ""));
});

test("tokens hold the whole text, whatever the markup", () => {
  const piece = fc.oneof(fc.constantFrom("\n", "a b", "x"), fc.string({ maxLength: 5 }));
  fc.assert(
    fc.property(fc.array(piece), fc.boolean(), (pieces, isOpen) => {
      const encode = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
      const markup = pieces.map((text) => `<span class="hljs-string">${encode(text)}</span>${encode(text)}`).join("");
      const lines = tokenLines(isOpen ? `<span class="hljs-x">${markup}` : markup);
      expect(lines.map((tokens) => tokens.map(({ text }) => text).join("")).join("\n")).toBe(
        pieces.map((text) => text + text).join(""),
      );
    }),
  );
});

/** Paints until nothing is left for a later frame. */
async function paintWhenReady(highlighter: Highlighter, code: readonly string[], language: string): Promise<string[]> {
  for (;;) {
    const ready = Promise.withResolvers<"more">();
    const onReady = () => ready.resolve("more");
    const lines = highlighter.paint(code, { language, plain: "toolOutput", onReady });
    const rest = new Promise<"done">((resolve) => setImmediate(() => setImmediate(() => resolve("done"))));
    const isPlain = lines.every((line, index) => line === darkTheme.fg("toolOutput", code[index] ?? ""));
    if ((await Promise.race(isPlain ? [ready.promise] : [ready.promise, rest])) === "done") return lines;
  }
}
