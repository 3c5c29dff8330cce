import { expect, test } from "vitest";
import { renderDiff } from "../../../../src/core/tools/edit/render-diff.ts";
import { seen, textResult, toolView } from "./tool-view.ts";

const WIDTHS = [40, 80, 120];

async function editDetails(before: string, after: string) {
  return await renderDiff("src/area.ts", before, after);
}

const BEFORE = `export function area(width: number, height: number): number {
  // The old way.
  return width * width;
}
`;
const AFTER = BEFORE.replace("width * width", "width * height").replace("The old way.", "Width times height, as ever.");

test.each(WIDTHS)("an edit at %i columns: numbers, signs, and the count of changes", async (width) => {
  const { view } = toolView("edit");
  view.called({ path: "/work/src/area.ts", edits: [{ oldText: "width * width", newText: "width * height" }] });
  view.finish(textResult("Successfully replaced 1 block.", await editDetails(BEFORE, AFTER)), false);
  expect(seen(view, width)).toMatchSnapshot();
});

test("an edit shows what it will replace while its arguments arrive, and hides nothing when it fails", () => {
  const { view } = toolView("edit");
  view.streamArguments(() => ({
    path: "a.ts",
    edits: [{ oldText: "let a = 1;\nlet b = 2;", newText: "let a = 1;\nlet" }],
  }));
  expect(seen(view, 40)).toBe(["", " edit a.ts", "   let a = 1;", " - let b = 2;", " + let"].join("\n"));
  view.finish(textResult("Could not find the text in a.ts."), true);
  expect(seen(view, 40)).toContain("Could not find the text");
});

test("below the change stands what the model is told besides: warnings of an edit mode, diagnostics, notes of extensions", () => {
  const diagnostics = { type: "text" as const, text: "Diagnostics after this edit: 1 error\n  a.ts:1:1 error: no" };
  const warned = "Changed a.ts.\nWarnings:\n- a.ts: hunk 1 was matched without trailing blanks.";
  const edited = toolView("edit").view;
  edited.called({ path: "a.ts", edits: [{ oldText: "a", newText: "b" }] });
  edited.finish({ content: [{ type: "text", text: warned }, diagnostics], details: {} }, false);
  expect(seen(edited, 80).split("\n").slice(-4)).toEqual([
    " Warnings:",
    " - a.ts: hunk 1 was matched without trailing blanks.",
    " Diagnostics after this edit: 1 error",
    "   a.ts:1:1 error: no",
  ]);
  const written = toolView("write").view;
  written.called({ path: "a.ts", content: "x\n" });
  const many = Array.from({ length: 30 }, (_, index) => `note ${index}`).join("\n");
  written.finish(
    { content: [...textResult("Wrote 1 line.").content, { type: "text", text: many }], details: undefined },
    false,
  );
  expect(seen(written, 80)).toMatch(/note 7\n … 22 more lines \(ctrl\+o shows all\)$/);
  expect(seen(written, 80)).not.toContain("Wrote");
});

test.each(WIDTHS)("a written file at %i columns: its first lines and how many there are", (width) => {
  const { view } = toolView("write");
  const content = Array.from({ length: 30 }, (_, index) => `const value${index} = ${index};`).join("\n");
  view.called({ path: "src/values.ts", content: `${content}\n` });
  view.finish(textResult("Wrote 30 lines."), false);
  expect(seen(view, width)).toMatchSnapshot();
});

test("a file that is being written shows its last lines; when all is there, its first", () => {
  const { view } = toolView("write");
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index + 1}`);
  view.streamArguments(() => ({ path: "notes.txt", content: lines.join("\n") }));
  expect(seen(view, 40).split("\n").slice(1)).toEqual([
    " write notes.txt 50 lines",
    " … 40 more lines (ctrl+o shows all)",
    ...lines.slice(-10).map((line) => ` ${line}`),
  ]);
  view.called({ path: "notes.txt", content: lines.join("\n") });
  expect(seen(view, 40).split("\n").slice(1, 4)).toEqual([" write notes.txt 50 lines", " line 1", " line 2"]);
});

test.each(WIDTHS)("a command at %i columns: the end of its output and how it ended", (width) => {
  const { view } = toolView("bash");
  view.called({ command: "npm test -- --run a/very/long/path/to/a/test/file/that/goes/on.test.ts", timeout: 60 });
  const output = Array.from({ length: 20 }, (_, index) => `test ${index + 1} passed`).join("\n");
  view.finish(textResult(`${output}\n\nCommand exited with code 2`), true);
  expect(seen(view, width)).toMatchSnapshot();
});

test("a running command says so; one whose output was cut names the file that has all of it", () => {
  const { view } = toolView("bash");
  view.start({ command: "make" });
  expect(seen(view, 80)).toBe("\n $ make");
  view.updateResult(textResult(""), true);
  expect(seen(view, 80)).toMatch(/^\n \$ make\n running(?: \d+ s)?$/);
  view.updateResult(textResult("compiling a.c\n"), true);
  expect(seen(view, 80)).toMatch(/^\n \$ make\n compiling a\.c\n running(?: \d+ s)?$/);
  const details = { truncation: { totalLines: 9000 }, fullOutputPath: "/tmp/out.log" };
  view.finish(textResult("the end\n\n[Showing lines 8990-9000 of 9000. Full output: /tmp/out.log]", details), false);
  expect(seen(view, 80)).toBe("\n $ make\n the end\n The end of 9,000 lines; all of it is in /tmp/out.log");
});

test("a command without output says so, and one long line takes no more rows than eight", () => {
  const slow = toolView("bash");
  slow.view.start({ command: "make" });
  slow.view.finish(textResult("built"), false, 65_000);
  expect(seen(slow.view, 40)).toContain("took 1 min 5 s");
  const silent = toolView("bash");
  silent.view.called({ command: "true" });
  silent.view.finish(textResult("(no output)"), false);
  expect(seen(silent.view, 40)).toBe("\n $ true\n no output");
  const long = toolView("bash");
  long.view.called({ command: "cat data" });
  long.view.finish(textResult("x".repeat(100_000)), false);
  expect(seen(long.view, 40).split("\n").length).toBeLessThanOrEqual(11);
});

test.each(WIDTHS)("reading and searching take one line each at %i columns", (width) => {
  const calls: [string, Record<string, unknown>, string][] = [
    ["read", { path: "/work/src/main.ts", offset: 10, limit: 20 }, "a\nb\nc"],
    ["grep", { pattern: "TODO", path: "src", glob: "*.ts" }, "a.ts:1: TODO one\na.ts-2- more\nb.ts:7: TODO two"],
    ["find", { pattern: "*.md" }, "README.md\ndocs/use.md\n\n[1000 results limit reached]"],
    ["ls", {}, "src/\npackage.json"],
    ["other", { query: "x".repeat(300), deep: { a: [1, 2] } }, "found nothing"],
  ];
  const shown = calls.map(([name, args, answer]) => {
    const { view } = toolView(name);
    view.called(args);
    view.finish(textResult(answer), false);
    return seen(view, width);
  });
  expect(shown.join("\n")).toMatchSnapshot();
});

test("what is read is shown whole when asked for", () => {
  const { view } = toolView("read", { expanded: true });
  view.called({ path: "a.txt" });
  view.finish(textResult("one\ntwo"), false);
  expect(seen(view, 40)).toBe("\n read a.txt 2 lines\n one\n two");
});

test("an image is named where the terminal cannot show it", () => {
  const { view } = toolView("read");
  view.called({ path: "a.png" });
  const content = [{ type: "text" as const, text: "Read image file [image/png]" }, PIXEL];
  view.finish({ content, details: undefined }, false);
  expect(seen(view, 40)).toBe("\n read a.png image\n [Image: image/png 1x1]");
});

test("control sequences in arguments and output never reach the terminal", () => {
  for (const name of ["bash", "write", "edit", "read", "grep", "other"]) {
    const { view } = toolView(name, { expanded: true });
    const evil = "\x1b]0;owned\x07\x1b[2Jhello\x1b[5A";
    view.called({ command: evil, path: evil, content: evil, pattern: evil, edits: [{ oldText: evil, newText: "b" }] });
    view.finish(textResult(evil), false);
    expect(view.render(80).join("\n")).not.toMatch(/\x1b\]|\x1b\[\d*[A-KJ]/);
  }
});

const PIXEL = {
  type: "image" as const,
  mimeType: "image/png",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};

test("a tool without its own look: a single text stands alone; a tool search shows names, not their JSON", () => {
  const terminal = toolView("terminal").view;
  terminal.called({ command: "vi a.ts" });
  expect(seen(terminal, 40)).toContain(" terminal vi a.ts\n".trimEnd());
  const found = { query: "x", activated_tools: ["terminal", "job"], match_count: 2, total_tools: 9 };
  const search = toolView("tool_search").view;
  search.called({ query: "x" });
  search.finish(textResult(JSON.stringify(found), found), false);
  expect(seen(search, 40)).toBe(["", " tool_search x", " terminal, job"].join("\n"));
  const none = { ...found, activated_tools: [] };
  const again = toolView("tool_search").view;
  again.called({ query: "x", limit: 3 });
  again.finish(textResult(JSON.stringify(none), none), false);
  expect(seen(again, 40)).toBe(["", " tool_search query=x limit=3", " nothing new"].join("\n"));
});
