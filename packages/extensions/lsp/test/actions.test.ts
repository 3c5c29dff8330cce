import { chmodSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { SERVER, toySession } from "./toy.ts";

const FILES = {
  "toy.json": "{}",
  "a.toy": "def one\n  one two ONE one\nERROR here\n",
  "b.toy": "use one\nWARN\n",
};

test("R287: hover, definition, references, symbols and the rest answer with places and context; one server serves all", async () => {
  await using toy = await toySession({ files: FILES });
  const [hover, definition, none, implementation, references, symbols, project] = await toy.ask(
    { action: "hover", file: "a.toy", line: 2, symbol: "two" },
    { action: "definition", file: "b.toy", line: 1, symbol: "one" },
    { action: "type_definition", file: "a.toy" },
    { action: "implementation", file: "a.toy", line: 2 },
    { action: "references", file: "a.toy", line: 1, symbol: "one" },
    { action: "symbols", file: "a.toy" },
    { action: "symbols", query: "one" },
  );
  expect(hover).toBe("word two\n\na hover");
  expect(definition).toBe("Found 1 definition(s):\n  a.toy:1:5\n    > 1| def one\n      2|   one two ONE one");
  expect(none).toBe("No type definition found");
  expect(implementation).toMatch(/^Found 1 implementation\(s\):\n {2}a\.toy:1:1\n/);
  expect(references).toMatch(
    /^Found 4 reference\(s\):\n {2}a\.toy:1:5\n.*\n.*\n {2}a\.toy:2:3\n[\s\S]* {2}b\.toy:1:5\n/,
  );
  expect(symbols).toBe("Symbols in a.toy:\n  function one () @ line 1\n    function two @ line 2");
  expect(project).toMatch(/^Found 3 symbol\(s\) matching "one":\n {2}function one @ a\.toy:1:5\n/);
  expect(toy.received().filter(({ method }) => method === "start")).toHaveLength(1);
  const order = toy.received().map(({ method }) => method);
  expect(order.slice(0, 4)).toEqual(["start", "initialize", "initialized", "textDocument/didOpen"]);
  expect(toy.harness.errors).toEqual([]);
});

test("R341: symbol#2 is the second occurrence, other case is accepted, a missing one is an error", async () => {
  await using toy = await toySession({ files: FILES });
  const [, , , missing, tooMany, beyond, elsewhere] = await toy.ask(
    { action: "hover", file: "a.toy", line: 2, symbol: "one#2" },
    { action: "hover", file: "a.toy", line: 2, symbol: "TWO" },
    { action: "hover", file: "a.toy", line: 2 },
    { action: "hover", file: "a.toy", line: 2, symbol: "three" },
    { action: "hover", file: "a.toy", line: 2, symbol: "one#3" },
    { action: "hover", file: "a.toy", line: 99 },
    { action: "hover", file: "a.toy", line: 3, symbol: "one" },
  );
  const columns = toy
    .received()
    .filter(({ method }) => method === "textDocument/hover")
    .map(({ params }) => params?.position?.character);
  expect(columns).toEqual([14, 6, 2]);
  expect(missing).toBe('LSP error: "three" is not on line 2: one two ONE one\nIt is on no line of the file.');
  expect(tooMany).toBe('LSP error: "one" occurs 2 times on line 2, not 3.');
  expect(beyond).toBe("LSP error: line 99 is outside the file, which has 4 lines.");
  expect(elsewhere).toMatch(/^LSP error: "one" is not on line 3: .*\nIt is on lines 1, 2\.$/);
  expect(toy.details()).toEqual({ action: "hover", success: false });
});

test("a hover comes without pictures as data, and with the characters that entities name", async () => {
  await using toy = await toySession({ files: { ...FILES, "a.toy": "pictured\n" } });
  expect(await toy.ask({ action: "hover", file: "a.toy", line: 1 })).toEqual(["A <b>\n\n_Safe_\n\n```toy\n&lt;\n```"]);
});

test("a glob names the files whose diagnostics have not arrived, instead of calling them clean", async () => {
  await using toy = await toySession({ files: FILES, args: ["--silent"] });
  const [found] = await toy.ask({ action: "diagnostics", file: "*.toy" });
  expect(found).toBe(["a", "b"].map((name) => `${name}.toy: no diagnostics from toy yet: ask for it alone`).join("\n"));
});

test("a server that is silent about what it has found clean is not waited for in vain", async () => {
  await using toy = await toySession({ files: { ...FILES, "b.toy": "use one\n" }, args: ["--quiet"] });
  const ask = { action: "diagnostics", file: "b.toy" } as const;
  expect(await toy.ask(ask, ask, { ...ask, file: "*.toy" })).toEqual([
    "OK",
    "OK",
    expect.stringMatching(/^a\.toy: 1 error:\n.*\nb\.toy: OK$/),
  ]);
  await toy.harness.workspace.write("b.toy", "use one two\n");
  const silent = "toy had nothing to report before the last change, and has reported nothing since.";
  expect(await toy.ask(ask)).toEqual([silent]);
  await toy.harness.workspace.write("b.toy", "ERROR\n");
  expect(await toy.ask(ask, ask)).toEqual([expect.stringMatching(/^1 error:/), expect.stringMatching(/^1 error:/)]);
});

test("a server without symbols of the project adds nothing to the answer", async () => {
  const other = { command: process.execPath, args: [SERVER, "--unknown=workspace/symbol"], fileTypes: [".other"] };
  const toy1 = { command: process.execPath, args: [SERVER], fileTypes: [".toy"], rootMarkers: ["toy.json"] };
  const config = { servers: { toy: toy1, other: { ...other, rootMarkers: ["toy.json"] } } };
  await using toy = await toySession({ files: FILES, config });
  const [found] = await toy.ask({ action: "symbols", query: "two" });
  expect(found).toMatch(/^Found 1 symbol\(s\) matching "two":\n {2}function two @ a\.toy:2:7$/);
});

test("R342: a clean file is OK; messages are sorted by severity; a glob of more than 20 files warns", async () => {
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`many/${index}.toy`, "fine\n"]));
  await using toy = await toySession({
    files: { ...FILES, ...many, "c.toy": "WARN\nERROR\n", "d.toy": "fine" },
    args: ["--pull"],
  });
  const [clean, found, glob, none, nothing] = await toy.ask(
    { action: "diagnostics", file: "d.toy" },
    { action: "diagnostics", file: "c.toy" },
    { action: "diagnostics", file: "many/*.toy" },
    { action: "diagnostics", file: "none/*.toy" },
    { action: "diagnostics" },
  );
  expect(clean).toBe("OK");
  expect(found).toBe("1 error, 1 warning:\n  c.toy:2:1 error: An error [toy 7]\n  c.toy:1:1 warning: A warning");
  expect(glob?.split("\n")).toHaveLength(21);
  expect(glob).toMatch(/^Warning: more than 20 files match; these are the first 20\.\nmany\/0\.toy: OK\n/);
  expect(none).toBe("No files match none/*.toy");
  expect(nothing).toBe("LSP error: diagnostics needs file: a path, a glob, or * for the project.");
});

test("diagnostics that a server publishes are those of the present text", async () => {
  await using toy = await toySession({ files: FILES });
  const [before] = await toy.ask({ action: "diagnostics", file: "a.toy" });
  expect(before).toBe("1 error:\n  a.toy:3:1 error: An error [toy 7]");
  await toy.harness.workspace.write("a.toy", "fine now\n");
  expect(await toy.ask({ action: "diagnostics", file: "a.toy" })).toEqual(["OK"]);
});

test("R343, R344: long lists of symbols and references are cut and counted", async () => {
  const uses = Array.from({ length: 60 }, () => "one\n").join("");
  await using toy = await toySession({ files: { ...FILES, "uses.toy": uses } });
  const [symbols, query, references] = await toy.ask(
    { action: "symbols", query: "many", file: "*" },
    { action: "symbols" },
    { action: "references", file: "uses.toy", line: 1, symbol: "one" },
  );
  expect(symbols).toMatch(
    /^Found 250 symbol\(s\) matching "many":\n[\s\S]*many199 @ a\.toy:1:1\n {2}\.\.\. 50 additional symbol\(s\) omitted$/,
  );
  expect(query).toBe("LSP error: symbols without file needs query: a part of the name.");
  expect(references).toMatch(/^Found 64 reference\(s\):/);
  expect(references).toMatch(/\n {2}\.\.\. 14 additional reference\(s\) shown without context\n {2}uses\.toy:47:1\n/);
});

test("R345: request sends any method; its parameters are the payload, the place, the file, or nothing", async () => {
  await using toy = await toySession({ files: FILES });
  const [payload, place, file, empty, bad, unknown, incoming, subtypes] = await toy.ask(
    { action: "request", query: "toy/echo", payload: '{"x":1}' },
    { action: "request", query: "toy/echo", file: "a.toy", line: 1, symbol: "one" },
    { action: "request", query: "toy/echo", file: "a.toy" },
    { action: "request", query: "toy/echo" },
    { action: "request", query: "toy/echo", payload: "{x" },
    { action: "request", query: "toy/none" },
    { action: "request", query: "callHierarchy/incomingCalls", file: "a.toy", line: 1, symbol: "one" },
    { action: "request", query: "typeHierarchy/subtypes", file: "a.toy", line: 1, symbol: "one" },
  );
  expect(payload).toBe('toy ← toy/echo:\n{\n  "x": 1\n}');
  expect(JSON.parse(place?.replace(/^.*\n/, "") ?? "")).toMatchObject({ position: { line: 0, character: 4 } });
  expect(JSON.parse(file?.replace(/^.*\n/, "") ?? "")).toEqual({
    textDocument: { uri: expect.stringMatching(/a\.toy$/) },
  });
  expect(empty).toBe("toy ← toy/echo:\n{}");
  expect(bad).toMatch(/^LSP error: payload is not JSON: /);
  expect(unknown).toBe("LSP error from toy on toy/none: no toy/none (capabilities lists what this server can do)");
  expect(incoming).toBe("callHierarchy/incomingCalls of function one @ a.toy:1:5:\n  function two @ a.toy:2:7");
  expect(subtypes).toBe("typeHierarchy/subtypes of function one @ a.toy:1:5:\n  none");
});

test("R346, R347: status starts nothing and names what is there; reload restarts at the next use", async () => {
  await using toy = await toySession({ files: FILES });
  const [before, idle] = await toy.ask({ action: "status" }, { action: "reload" });
  expect(before).toBe("Language servers:\n  toy: not started");
  expect(idle).toBe("toy is not running; it starts at its next use");
  expect(toy.received()).toEqual([]);
  const [capabilities, status, reload, , after] = await toy.ask(
    { action: "capabilities", file: "a.toy" },
    { action: "status" },
    { action: "reload" },
    { action: "hover", file: "a.toy" },
    { action: "status" },
  );
  expect(capabilities).toMatch(/^toy:\n {2}capabilities: \{\n {4}"positionEncoding": "utf-16"/);
  expect(status).toMatch(/^Language servers:\n {2}toy: running \(process \d+\)$/);
  expect(reload).toBe("Stopped toy; it starts anew at its next use");
  expect(after).toMatch(/^Language servers:\n {2}toy: running \(process \d+\)$/);
  expect(after).not.toBe(status);
  expect(toy.received().filter(({ method }) => method === "start")).toHaveLength(2);
});

test("diagnostics of the project run the command of its kind through bash: the first 50 lines, or why there are none", async () => {
  const tsc = `#!/bin/sh\necho "tsc $*"\nseq 1 60\nexit 2\n`;
  await using toy = await toySession({ files: { ...FILES, "tsconfig.json": "{}", "node_modules/.bin/tsc": tsc } });
  const { workspace } = toy.harness;
  chmodSync(workspace.path("node_modules/.bin/tsc"), 0o755);
  const [found] = await toy.ask({ action: "diagnostics", file: "*" });
  expect(found).toMatch(
    /^Workspace diagnostics \(TypeScript, node_modules\/\.bin\/tsc --noEmit\):\ntsc --noEmit\n1\n[\s\S]*\n49\n\.\.\. \d+ more lines$/,
  );
  expect(toy.details()).toMatchObject({ action: "diagnostics", success: false });
  const commands = toy.harness.events.flatMap((event) =>
    event.type === "tool_execution_start" && event.toolName === "bash" ? [event.args] : [],
  );
  expect(commands).toEqual([{ command: "node_modules/.bin/tsc --noEmit" }]);
  rmSync(workspace.path("node_modules"), { recursive: true });
  await workspace.write("node_modules/.bin/tsc", "#!/bin/sh\n");
  chmodSync(workspace.path("node_modules/.bin/tsc"), 0o755);
  expect(await toy.ask({ action: "diagnostics", file: "*" })).toEqual([
    "OK: node_modules/.bin/tsc --noEmit found nothing wrong (TypeScript)",
  ]);
  rmSync(workspace.path("tsconfig.json"));
  expect(await toy.ask({ action: "diagnostics", file: "*" })).toEqual([
    expect.stringMatching(
      /^LSP error: The project cannot be checked as a whole: none of Cargo\.toml, tsconfig\.json, /,
    ),
  ]);
  expect(toy.received()).toEqual([]);
});

test("a file without a server is an error that says what to install", async () => {
  await using toy = await toySession({ files: { ...FILES, "x.zig": "", "x.unknown": "" } });
  const [zig, unknown, absent] = await toy.ask(
    { action: "hover", file: "x.zig" },
    { action: "hover", file: "x.unknown" },
    { action: "hover", file: "none.toy" },
  );
  expect(zig).toBe("LSP error: No language server for x.zig is installed. These would do: zls.");
  expect(unknown).toBe("LSP error: No language server is configured for x.unknown.");
  expect(absent).toMatch(/^LSP error: .*none\.toy: there is no such file\.$/);
});

test("lsp.enabled: false starts nothing", async () => {
  await using toy = await toySession({ files: FILES, settings: { lsp: { enabled: false } } });
  expect(await toy.ask({ action: "hover", file: "a.toy" })).toEqual([
    "Language servers are switched off (setting lsp.enabled).",
  ]);
  expect(toy.received()).toEqual([]);
});
