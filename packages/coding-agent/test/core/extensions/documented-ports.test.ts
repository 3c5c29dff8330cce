import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ModelReply } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { expect, onTestFinished, test } from "vitest";
import { createNoUi } from "../../../src/core/extensions/index.ts";

/** The examples of docs/extensions.md, each as a file that the host loads. */
const PAGE = readFileSync(new URL("../../../../../docs/extensions.md", import.meta.url), "utf8");

function exampleFile(name: string): string {
  const code = new RegExp(`<!-- example: ${name} -->\\n\\n\`\`\`ts\\n([\\s\\S]*?)\`\`\``).exec(PAGE)?.[1];
  if (code === undefined) throw new Error(`There is no example ${name}.`);
  const folder = mkdtempSync(join(tmpdir(), "tau-example-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, `${name}.ts`), code);
  return join(folder, `${name}.ts`);
}

async function withExample(name: string, options: Omit<ExtensionHarnessOptions, "extensions">) {
  return await createExtensionHarness({ ...options, extensions: [exampleFile(name)] });
}

const call = (name: string, args: Readonly<Record<string, unknown>> = {}): ModelReply => ({
  toolCalls: [{ name, arguments: args }],
});

test("children: a second opinion", async () => {
  await using harness = await withExample("children", {
    files: { "a.ts": "let a;" },
    script: [
      call("second_opinion", { path: "a.ts" }),
      call("read", { path: "a.ts" }),
      { text: "Use const." },
      { text: "The reader says: use const." },
    ],
  });
  expect(await harness.prompt("review a.ts")).toBe("The reader says: use const.");
  expect(harness.session.messages[2]).toMatchObject({ isError: false, content: [{ text: "Use const." }] });
  expect(harness.errors).toEqual([]);
});

test("background: a build", async () => {
  await using harness = await withExample("background", {
    files: { "build.sh": "echo built" },
    script: ({ body }) =>
      JSON.stringify(body).includes("built")
        ? { text: "It is built." }
        : JSON.stringify(body).includes("Started as")
          ? { text: "It builds." }
          : call("build"),
  });
  await harness.prompt("build it");
  await expect.poll(() => harness.session.getLastAssistantText()).toBe("It is built.");
  await harness.session.waitForIdle();
  expect(harness.errors).toEqual([]);
});

test("actions: a proposal is written when the model applies it", async () => {
  await using harness = await withExample("actions", {
    script: [
      call("propose", { path: "new.txt", content: "new" }),
      call("resolve", { action: "apply", reason: "good" }),
      { text: "Done." },
    ],
  });
  expect(await harness.prompt("go")).toBe("Done.");
  expect(await harness.workspace.read("new.txt")).toBe("new");
});

test("interrupt: a rule while the answer is written", async () => {
  await using harness = await withExample("interrupt", {
    script: ({ index }) => (index === 0 ? { text: ["x as ", "as any ", "and more"], pace: 20 } : { text: "x as X" }),
  });
  expect(await harness.prompt("cast x")).toBe("x as X");
  expect(JSON.stringify(harness.server.requests[1]?.body)).toContain("Do not cast to any here.");
});

test("rewind: all is forgotten but the report", async () => {
  await using harness = await withExample("rewind", {
    files: { "a.txt": "a long text" },
    script: [call("read", { path: "a.txt" }), call("forget", { report: "Nothing in a.txt." }), { text: "Nothing." }],
  });
  expect(await harness.prompt("look into a.txt")).toBe("Nothing.");
  const sent = JSON.stringify(harness.server.requests[2]?.body);
  expect(sent).toMatch(/look into a\.txt.*Nothing in a\.txt\./);
  expect(sent).not.toContain("a long text");
});

test("state: a counter that is a service, tells clients and lasts", async () => {
  await using harness = await withExample("state", { mode: "tui", script: { text: "hi" } });
  await harness.prompt("hello");
  harness.terminal.press(..."/count", "enter");
  await harness.terminal.waitForText("This is number 1");
  await harness.restart();
  harness.terminal.press(..."/count", "enter");
  await harness.terminal.waitForText("This is number 2");
  const told = harness.events.filter(({ type }) => type === "extension_event");
  expect(told).toMatchObject([{ name: "counted", data: { count: 1 } }, { data: { count: 2 } }]);
});

/** A session with the example, in which commands tell what they say. */
async function withTold(name: string, options: Omit<ExtensionHarnessOptions, "extensions"> = {}) {
  const told: string[] = [];
  const ui = { ...createNoUi(), notify: (text: string) => void told.push(text) };
  return { told, harness: await withExample(name, { mode: "rpc", ui, ...options }) };
}

test("processes: a program is talked to", async () => {
  const { told, harness } = await withTold("processes");
  await using _ = harness;
  await harness.prompt("/tally c a b");
  expect([told, harness.errors]).toEqual([["a b c"], []]);
});

test("urls: notes are read and written, a table is shown, lines are numbered", async () => {
  await using harness = await withExample("urls", {
    files: { "a.csv": "x,y\n" },
    script: [
      call("write", { path: "notes://later", content: "Sleep." }),
      call("read", { path: "notes://later" }),
      call("read", { path: "a.csv" }),
      { text: "Read." },
    ],
  });
  await harness.prompt("go");
  const texts = harness.session.messages.flatMap((message) =>
    message.role === "toolResult" ? [JSON.stringify(message.content)] : [],
  );
  expect(texts).toEqual([
    expect.stringContaining("notes://later"),
    expect.stringContaining("1: Sleep."),
    expect.stringContaining("1: x | y"),
  ]);
  expect(harness.errors).toEqual([]);
});

test("files: all files that are not ignored are changed", async () => {
  await using harness = await withExample("files", {
    files: { "a.md": "One\n", "b/c.md": "Two\n", "d.txt": "Three\n", ".gitignore": "e.md\n", "e.md": "Four\n" },
    script: [call("sign", { line: "Done." }), { text: "Signed." }],
  });
  await harness.prompt("go");
  expect(harness.session.messages[2]).toMatchObject({ isError: false, content: [{ text: "Signed 2 files." }] });
  const texts = ["a.md", "b/c.md", "d.txt", "e.md"].map((path) => harness.workspace.read(path));
  expect(await Promise.all(texts)).toEqual(["One\nDone.\n", "Two\nDone.\n", "Three\n", "Four\n"]);
});

test("syntax: the longest definition is named", async () => {
  const { told, harness } = await withTold("syntax", {
    files: { "a.py": "def short():\n    pass\nclass Long:\n    def m(self):\n        pass\n" },
  });
  await using _ = harness;
  await harness.prompt("/longest a.py");
  expect(told).toEqual(["Long: lines 3 to 5"]);
});

test("http: a page of a server reaches the model", async () => {
  const server = createServer((_request, response) => void response.end("all green")).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env.BUILD_SERVER = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await using harness = await withExample("http", { script: [call("status"), { text: "Green." }] });
    await harness.prompt("how is it?");
    expect(harness.session.messages[2]).toMatchObject({ isError: false, content: [{ text: "200 all green" }] });
  } finally {
    delete process.env.BUILD_SERVER;
    server.close().closeAllConnections();
  }
});

test("packages: one that lies beside Tau is used as it is", async () => {
  const { told, harness } = await withTold("packages");
  await using _ = harness;
  await harness.prompt("/glob *.ts a.ts");
  await harness.prompt("/glob *.ts a.js");
  expect([told, harness.errors]).toEqual([["It matches.", "It does not match."], []]);
});

test("resources: agents, rules and machines are listed", async () => {
  const { told, harness } = await withTold("resources", {
    files: {
      ".tau/agents/reviewer.md": "---\nname: reviewer\ndescription: reviews\n---\nReview.",
      ".tau/rules/tidy.md": "Be tidy.",
      ".tau/ssh.json": JSON.stringify({ hosts: { build: { host: "10.0.0.5" } } }),
    },
  });
  await using _ = harness;
  await harness.prompt("/inventory");
  expect(told).toEqual(["agents: reviewer (project)\nrules: tidy\nmachines: build at 10.0.0.5"]);
});

test("assets: a worker beside the extension does the work", async () => {
  const file = exampleFile("assets");
  const code = 'import { parentPort, workerData } from "node:worker_threads"; parentPort?.postMessage(workerData * 2);';
  writeFileSync(join(dirname(file), "worker.ts"), code);
  const told: string[] = [];
  const ui = { ...createNoUi(), notify: (text: string) => void told.push(text) };
  await using harness = await createExtensionHarness({ extensions: [file], mode: "rpc", ui });
  await harness.prompt("/double 21");
  await expect.poll(() => told).toEqual(["It is 42."]);
});

test("exports: the session is written to a file", async () => {
  const { told, harness } = await withTold("exports", { script: { text: "An answer." } });
  await using _ = harness;
  await harness.prompt("hello");
  await harness.prompt("/protocol");
  expect(told).toEqual([expect.stringMatching(/^Tau .* wrote .*protocol\.md$/)]);
  expect(await harness.workspace.read("protocol.md")).toContain("An answer.");
});

test("every namespace of pi has an example", () => {
  const examples = [...PAGE.matchAll(/<!-- example: [\s\S]*?```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
  const namespaces = [...PAGE.matchAll(/^\| `((?:pi|ctx)\.\w+)` +\|/gm)].map(([, name = ""]) => name);
  const ports = namespaces.slice(namespaces.lastIndexOf("pi.processes"));
  const shown = (name: string) =>
    examples.some((code) => code.includes(`${name}.`) || (name === "ctx.resources" && code.includes("resources.")));
  expect(ports.length).toBeGreaterThanOrEqual(10);
  expect(ports.filter((name) => !shown(name))).toEqual([]);
});

test("testing: the example is the one that the testkit runs", () => {
  const file = new URL("../../../../testkit/test/extensions/greet.test.ts", import.meta.url);
  const code = /<!-- example: testing -->\n\n```ts\n([\s\S]*?)```/.exec(PAGE)?.[1];
  expect(readFileSync(file, "utf8")).toBe(code);
  const greet = /```ts\n([\s\S]*?)```/.exec(PAGE)?.[1];
  expect(readFileSync(new URL("greet.ts", file), "utf8")).toBe(greet);
});
