import { existsSync, readFileSync } from "node:fs";
import type { InlineExtension } from "@tau/coding-agent";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { textsOf, toySession } from "./toy.ts";

const FILES = { "toy.json": "{}", "a.toy": "def one\nERROR here\n", "b.toy": "use one\n" };
const HOVER = { action: "hover", file: "a.toy" } as const;

function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) Z /.test(readFileSync(stat, "utf8"));
}

test("no server is started before the first use, neither by a session, a read nor an edit", async () => {
  await using toy = await toySession({ files: FILES });
  await toy.run(
    ["read", { path: "a.toy" }],
    ["edit", { path: "a.toy", edits: [{ oldText: "def", newText: "deff" }] }],
    ["write", { path: "c.toy", content: "ERROR\n" }],
  );
  expect(toy.received()).toEqual([]);
  await toy.ask(HOVER);
  expect(toy.received().filter(({ method }) => method === "start")).toHaveLength(1);
});

test("R291, P-OMP-17: a crash fails the request with the server's words; the next call starts it again, then with a delay", async () => {
  await using toy = await toySession({ files: FILES, args: ["--crash=textDocument/hover"] });
  const [first, second, third] = await toy.ask(HOVER, HOVER, HOVER);
  expect(first).toBe("LSP error: toy exited with code 9. It wrote:\nthe toy broke");
  expect(second).toBe(first);
  expect(third).toMatch(
    /^LSP error: toy ended 2 times soon after its start, the last time with: toy exited with code 9\.[\s\S]* It can be started again in 1 s\.$/,
  );
  const [status] = await toy.ask({ action: "status" });
  expect(status).toMatch(/toy: failed \(toy exited with code 9/);
  expect(toy.received().filter(({ method }) => method === "start")).toHaveLength(2);
});

test("a server that ends before it is initialized, or sends garbage, is a clear error and no process is left", async () => {
  await using dying = await toySession({ files: FILES, args: ["--die"] });
  expect(await dying.ask(HOVER)).toEqual(["LSP error: toy exited with code 3. It wrote:\nno such toy"]);
  await using garbled = await toySession({ files: FILES, args: ["--garbage=textDocument/hover"] });
  expect(await garbled.ask(HOVER)).toEqual(["LSP error: toy was ended: it sent a message that is not JSON."]);
  await using boasting = await toySession({ files: FILES, args: ["--huge=textDocument/hover"] });
  expect(await boasting.ask(HOVER)).toEqual(["LSP error: toy was ended: it sent a message of 99999999999 bytes."]);
  const pids = [garbled, boasting].flatMap((toy) => toy.received().flatMap(({ pid }) => pid ?? []));
  await expect.poll(() => pids.some(isRunning)).toBe(false);
});

test("a server that never answers initialize holds up no call beyond its timeout, and ends with the session", async () => {
  let pid = 0;
  {
    await using toy = await toySession({ files: FILES, args: ["--hang=initialize"] });
    const [hover, status, edited] = await toy.run(
      ["lsp", { ...HOVER, timeout: 5 }],
      ["lsp", { action: "status" }],
      ["write", { path: "b.toy", content: "ERROR\n" }],
    );
    expect(hover).toBe("LSP error: no answer within 5 s. A server may still be starting.");
    expect(status).toBe("Language servers:\n  toy: starting");
    expect(edited).not.toContain("LSP");
    expect(toy.read("b.toy")).toBe("ERROR\n");
    [{ pid = 0 } = {}] = toy.received();
    expect(isRunning(pid)).toBe(true);
  }
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test("P-OMP-13, P-OMP-14: a server that hangs is given up after the timeout, with a cancellation", async () => {
  await using toy = await toySession({ files: FILES, args: ["--hang=textDocument/hover"] });
  const [text, other] = await toy.ask({ ...HOVER, timeout: 1 }, { action: "definition", file: "b.toy", symbol: "one" });
  expect(text).toBe("LSP error: no answer within 5 s. A server may still be starting.");
  const asked = toy.received().find(({ method }) => method === "textDocument/hover");
  expect(toy.received().find(({ method }) => method === "$/cancelRequest")?.params?.id).toBe(asked?.id);
  expect(other).toMatch(/^Found 1 definition/);
});

test("stopping the run cancels the request", async () => {
  await using toy = await toySession({ files: FILES, args: ["--hang=textDocument/hover"] });
  const run = toy.ask({ ...HOVER, timeout: 60 });
  const has = (name: string) => toy.received().some(({ method }) => method === name);
  await expect.poll(() => has("textDocument/hover"), { timeout: 20_000 }).toBe(true);
  await toy.harness.session.abort();
  await run;
  await expect.poll(() => has("$/cancelRequest"), { timeout: 20_000 }).toBe(true);
});

test("P-OMP-11, P-OMP-15: a server is initialized once, and asks for its settings by section", async () => {
  const entry = { settings: { toy: { depth: 2 } } };
  await using toy = await toySession({ files: FILES, args: ["--configured"], entry });
  const [first, second] = await toy.ask(HOVER, HOVER);
  expect([first, second]).toEqual([expect.stringContaining('[{"depth":2},2,null]'), first]);
  const methods = toy.received().map(({ method }) => method);
  expect(methods.filter((method) => /^(?:start|initialize)/.test(method))).toEqual([
    "start",
    "initialize",
    "initialized",
  ]);
});

test("a flood of messages does not keep a request from its answer", async () => {
  await using toy = await toySession({ files: FILES, args: ["--flood=20000"] });
  expect(await toy.ask(HOVER)).toEqual(["word def\n\na hover"]);
});

test("P-OMP-18: an idle server is ended, and all servers end with the session", async () => {
  const pids: number[] = [];
  {
    await using toy = await toySession({ files: FILES, config: { idleTimeoutMs: 20 } });
    await toy.ask(HOVER);
    await expect.poll(() => toy.received().map(({ method }) => method)).toContain("exit");
    const { workspace } = toy.harness;
    const config = JSON.parse(readFileSync(`${workspace.tauHome}/lsp.json`, "utf8"));
    await workspace.configure("lsp.json", { ...config, idleTimeoutMs: 0 });
    expect(await toy.ask(HOVER)).toEqual(["word def\n\na hover"]);
    pids.push(...toy.received().flatMap(({ pid }) => pid ?? []));
    expect(pids).toHaveLength(2);
  }
  await expect.poll(() => pids.some(isRunning)).toBe(false);
});

test("a child session shares the servers, and changes no file if it may not write", async () => {
  const answers: string[] = [];
  const spawn: InlineExtension = {
    name: "spawn",
    factory: (pi) =>
      pi.registerCommand("spawn", {
        handler: async () => {
          const child = await pi.children.create({ name: "reader", tools: ["lsp"] });
          await child.prompt("go");
          answers.push(...textsOf(child.messages));
        },
      }),
  };
  await using toy = await toySession({ files: FILES, extensions: [manifest, spawn] });
  await toy.ask(HOVER);
  toy.script(HOVER, { action: "rename", file: "a.toy", line: 1, symbol: "one", new_name: "first" });
  await toy.harness.prompt("/spawn");
  expect(answers[0]).toBe("word def\n\na hover");
  expect(answers[1]).toMatch(/^LSP error: .*write.*\nNo file was changed\.$/s);
  expect(toy.read("a.toy")).toBe(FILES["a.toy"]);
  expect(toy.received().filter(({ method }) => method === "start")).toHaveLength(1);
});

test("R288: a linter adds diagnostics, and is asked nothing else", async () => {
  await using toy = await toySession({ files: FILES, entry: { isLinter: true } });
  const [diagnostics, hover] = await toy.ask({ action: "diagnostics", file: "a.toy" }, HOVER);
  expect(diagnostics).toMatch(/^1 error:\n/);
  expect(hover).toMatch(/^LSP error: No language server/);
});

test("lsp.json: entries that are wrong are reported and left out", async () => {
  await using toy = await toySession({ files: FILES, config: { servers: { bad: { command: 7 }, worse: [] } } });
  expect(await toy.ask({ action: "status" })).toEqual([
    expect.stringMatching(
      /^No language servers configured for this project\n.*lsp\.json: bad is left out: command must be a text\.\n.*worse is left out: it must be an object\.$/,
    ),
  ]);
});

test("after an edit, errors are added to its result; late ones reach the model as a message that is not shown", async () => {
  await using toy = await toySession({ files: FILES });
  await toy.ask(HOVER);
  const [edited, clean] = await toy.run(
    ["edit", { path: "b.toy", edits: [{ oldText: "use one", newText: "ERROR" }] }],
    ["write", { path: "b.toy", content: "fine\n" }],
  );
  expect(edited).toMatch(/\nDiagnostics after this edit: 1 error\n {2}b\.toy:1:1 error: An error \[toy 7\]$/);
  expect(clean).not.toContain("Diagnostics");
  await using late = await toySession({
    files: FILES,
    args: ["--late=400"],
    settings: { lsp: { diagnosticsWaitMs: 1 } },
  });
  await late.ask(HOVER);
  const [quick] = await late.run(["write", { path: "b.toy", content: "ERROR\n" }]);
  expect(quick).not.toContain("Diagnostics");
  await expect
    .poll(async () => {
      await late.harness.prompt("and now?");
      return late.harness.session.messages.filter(({ role }) => role === "custom");
    })
    .toMatchObject([
      { customType: "lsp-diagnostics", display: false, content: expect.stringContaining("b.toy:1:1 error") },
    ]);
});

test("R237: an edit of several files in another mode is answered with the diagnostics of each", async () => {
  await using toy = await toySession({ files: FILES, settings: { edit: { mode: "apply_patch" } } });
  await toy.ask(HOVER);
  const patch = [
    "*** Begin Patch",
    "*** Update File: b.toy",
    "*** Move to: c.toy",
    "@@",
    "-use one",
    "+ERROR",
    "*** Add File: d.toy",
    "+fine",
    "+ERROR",
    "*** End Patch",
  ];
  const [edited] = await toy.run(["edit", { input: patch.join("\n") }]);
  expect(edited).toMatch(
    /^Changed b\.toy and moved it to c\.toy\.\nAdded d\.toy\.\nDiagnostics after this edit: 1 error\n {2}c\.toy:1:1 error: .*\nDiagnostics after this edit: 1 error\n {2}d\.toy:2:1 error: /,
  );
});

test("R243: late diagnostics of a text that has been edited again are not delivered", async () => {
  const settings = { lsp: { diagnosticsWaitMs: 1 } };
  await using toy = await toySession({ files: FILES, args: ["--late=400"], settings });
  await toy.ask(HOVER);
  await toy.run(
    ["write", { path: "b.toy", content: "ERROR\n" }],
    ["write", { path: "b.toy", content: "one\nERROR\n" }],
  );
  const late = async () => {
    await toy.harness.prompt("and now?");
    return toy.harness.session.messages.flatMap((message) => (message.role === "custom" ? [message.content] : []));
  };
  await expect.poll(late).toEqual([expect.stringContaining("b.toy:2:1 error")]);
});

test("lsp.startOnWrite and lsp.formatOnWrite: an edit starts the server, formats the file and says so", async () => {
  const settings = { lsp: { startOnWrite: true, formatOnWrite: true } };
  await using toy = await toySession({ files: FILES, settings });
  const [written] = await toy.run(["write", { path: "b.toy", content: "ugly\nERROR\n" }]);
  expect(written).toMatch(
    /\ntoy formatted the file: read it again before the next edit\.\nDiagnostics after this edit: 1 error/,
  );
  expect(toy.read("b.toy")).toBe("pretty\nERROR\n");
});
