import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelReply } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { expect, onTestFinished, test } from "vitest";

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

test("testing: the example is the one that the testkit runs", () => {
  const file = new URL("../../../../testkit/test/extensions/greet.test.ts", import.meta.url);
  const code = /<!-- example: testing -->\n\n```ts\n([\s\S]*?)```/.exec(PAGE)?.[1];
  expect(readFileSync(file, "utf8")).toBe(code);
  const greet = /```ts\n([\s\S]*?)```/.exec(PAGE)?.[1];
  expect(readFileSync(new URL("greet.ts", file), "utf8")).toBe(greet);
});
