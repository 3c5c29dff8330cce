import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { runCalls } from "./run-calls.ts";

const edit = (ops: readonly { pat: string; out: string }[], more: object = {}) =>
  ["ast_edit", { ops, paths: ["."], ...more }] as const;
const apply = ["resolve", { action: "apply", reason: "looks right" }] as const;
const discard = ["resolve", { action: "discard", reason: "not wanted" }] as const;
const RENAME = [{ pat: "foo($A, $$$REST)", out: "bar($$$REST, $A)" }];

test("R247, R250: a preview writes nothing; apply writes all files, discard leaves them alone", async () => {
  const files = { "a.ts": "foo(1, 2, 3);\n", "b/c.tsx": "const x = foo(a,\n  b);\n" };
  let preview = "";
  const { results, read } = await runCalls(files, [edit(RENAME), discard, edit(RENAME), apply], {
    between: (cwd, index) => {
      if (index === 3) preview = readFileSync(join(cwd, "a.ts"), "utf8");
    },
  });
  expect(preview).toBe(files["a.ts"]);
  const shown =
    "Preview of 2 replacements in 2 files. Nothing is written yet.\n" +
    "# a.ts\n-1:1|foo(1, 2, 3)\n+1:1|bar(2, 3, 1)\n# b/c.tsx\n-1:11|foo(a,…\n+1:11|bar(b, a)";
  const label = "2 replacements in 2 files: foo($A, $$$REST)";
  expect(results).toMatchObject([
    { text: shown, isError: false, details: { files: [{ path: "a.ts", replacements: 1 }, { path: "b/c.tsx" }] } },
    { text: `Discarded: ${label}. Reason: not wanted`, details: { action: "discard", label } },
    { text: shown },
    { text: "Applied 2 replacements in 2 files.", details: { sourceToolName: "ast_edit", reason: "looks right" } },
  ]);
  expect(await read("a.ts")).toBe("bar(2, 3, 1);\n");
  expect(await read("b/c.tsx")).toBe("const x = bar(b, a);\n");
});

test("R248: a file that changed since the preview is refused, and no other is written", async () => {
  const files = { "a.ts": "foo(1, 2);\n", "b.ts": "foo(3, 4);\n" };
  const { results, read } = await runCalls(files, [edit(RENAME), apply], {
    between: (cwd, index) => {
      if (index === 1) writeFileSync(join(cwd, "b.ts"), "foo(3, 4);\n// more\n");
    },
  });
  expect(results[1]).toMatchObject({
    isError: true,
    text: "b.ts has changed since the preview. Nothing was written: run ast_edit again.",
  });
  expect(await read("a.ts")).toBe(files["a.ts"]);
  expect(await read("b.ts")).toBe("foo(3, 4);\n// more\n");
});

test("R248: overlapping, duplicate and empty patterns are refused; an empty out removes the code", async () => {
  const files = { "a.ts": "foo(1, foo(2, 3));\n", "b.ts": "a();\n  debug(1);\nb(debug(2));\n" };
  const { results, read } = await runCalls(files, [
    edit(RENAME, { paths: ["a.ts"] }),
    edit([...RENAME, ...RENAME]),
    edit([{ pat: " ", out: "x" }]),
    edit([]),
    edit([{ pat: "nothing($A)", out: "" }]),
    edit([
      { pat: "debug(1);", out: "" },
      { pat: "debug(2)", out: "" },
    ]),
    apply,
  ]);
  expect(results.map(({ text }) => text)).toEqual([
    expect.stringContaining("Overlapping replacements detected; a.ts has one in line 1 and one in line 1"),
    "The pattern foo($A, $$$REST) is given twice. Give each pattern once.",
    "A pattern is empty. Each operation needs code to look for in pat.",
    "There is no operation. Give at least one, with pat and out.",
    "No replacements made",
    expect.stringContaining("-2:3|debug(1);\n+2:3|\n-3:3|debug(2)\n+3:3|"),
    "Applied 2 replacements in 1 file.",
  ]);
  expect(await read("b.ts")).toBe("a();\nb();\n");
});

test("byte order mark, CRLF and mixed line ends, a missing final newline and file modes are kept", async () => {
  const files = {
    "bom.ts": "\ufefffoo(1, 2);\r\n",
    "mixed.ts": "one();\r\ntwo();\nfoo('é😀', 2);\r\nlast();",
    "run.ts": "#!/usr/bin/env node\nfoo(1, 2)",
  };
  const ops = [{ pat: "foo($A, $B)", out: "bar(\n  $B,\n  $A,\n)" }];
  let mode = 0;
  const { results, read } = await runCalls(files, [edit(ops), apply], {
    between: (cwd, index) => {
      if (index === 0) chmodSync(join(cwd, "run.ts"), 0o755);
      if (index === 2) mode = statSync(join(cwd, "run.ts")).mode & 0o777;
    },
  });
  expect(results[1]?.text).toBe("Applied 3 replacements in 3 files.");
  expect(await read("bom.ts")).toBe("\ufeffbar(\r\n  2,\r\n  1,\r\n);\r\n");
  expect(await read("mixed.ts")).toBe("one();\r\ntwo();\nbar(\r\n  2,\r\n  'é😀',\r\n);\r\nlast();");
  expect(await read("run.ts")).toBe("#!/usr/bin/env node\nbar(\n  2,\n  1,\n)");
  expect(mode).toBe(0o755);
});

test("R249: files with syntax errors are left alone; several languages need a choice; the number of files is limited", async () => {
  const files = { "a.ts": "foo(1, 2);\nfunction ( {\n", "b.ts": "foo(1, 2);\n", "c.css": "a { b: c }\n" };
  vi.stubEnv("PI_MAX_AST_FILES", "1");
  const limited = await runCalls(files, [edit(RENAME, { paths: ["a.ts", "b.ts"] })]);
  vi.unstubAllEnvs();
  expect(limited.results[0]?.text).toBe(
    "Limit reached; narrow paths. There are 2 files, and at most 1 are rewritten at once.",
  );
  const { results, read } = await runCalls(files, [edit(RENAME), edit(RENAME, { lang: "ts" }), apply]);
  expect(results[0]).toMatchObject({
    isError: true,
    text: expect.stringContaining("several languages: typescript, css."),
  });
  expect(results[1]?.text).toMatch(/Left alone because of syntax errors: a\.ts:2$/);
  expect(results[2]?.text).toBe("Applied 1 replacement in 1 file.");
  expect(await read("a.ts")).toBe(files["a.ts"]);
});

test("a link that is named is written through, and two names of one file are refused", async () => {
  const files = { "real.ts": "foo(1, 2);\n" };
  const makeLink = (cwd: string, index: number) => {
    if (index === 0) symlinkSync("real.ts", join(cwd, "link.ts"));
  };
  const both = await runCalls(files, [edit(RENAME, { paths: ["link.ts", "real.ts"] }), apply], { between: makeLink });
  expect(both.results[1]).toMatchObject({ isError: true, text: expect.stringContaining("are the same file") });
  const { read } = await runCalls(files, [edit(RENAME, { paths: ["link.ts"] }), apply], { between: makeLink });
  expect(await read("real.ts")).toBe("bar(2, 1);\n");
});
