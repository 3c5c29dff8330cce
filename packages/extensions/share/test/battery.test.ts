import { chmod, writeFile } from "node:fs/promises";
import { delimiter } from "node:path";
import { createExtensionHarness, type ExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { afterEach, expect, test } from "vitest";
import { manifest } from "../manifest.ts";

const { PATH = "" } = process.env;

afterEach(() => {
  process.env.PATH = PATH;
});

const open = (options: Partial<ExtensionHarnessOptions> = {}) =>
  createExtensionHarness({ extensions: [manifest], mode: "tui", script: () => ({ text: "An answer." }), ...options });

/** A `gh` that waits for the file `uploaded`. */
const GH = `#!/bin/sh
cd "$(dirname "$0")/.."
while [ ! -e uploaded ]; do sleep 0.05; done
rm uploaded
echo https://gist.example/1
`;

async function withGh(harness: ExtensionHarness, text: string): Promise<void> {
  await harness.workspace.write("bin/gh", text);
  await chmod(harness.workspace.path("bin/gh"), 0o755);
  process.env.PATH = [harness.workspace.path("bin"), PATH].join(delimiter);
}

async function shareAsGist({ terminal }: ExtensionHarness): Promise<void> {
  terminal.press(..."/share", "enter");
  await terminal.waitForText("As a secret gist");
  terminal.press("down", "enter");
}

test("/share asks, and writes a page of the session into the folder", async () => {
  await using harness = await open();
  await harness.prompt("hello");
  harness.terminal.press(..."/share", "enter");
  await harness.terminal.waitForText("Share this session? It holds prompts, file contents and output.");
  harness.terminal.press("enter");
  await harness.terminal.waitForText("Written to");
  const pages = (await harness.workspace.list()).filter((name) => name.endsWith(".html"));
  expect(pages).toHaveLength(1);
  expect(await harness.workspace.read(pages[0] ?? "")).toContain("An answer.");
  expect(harness.errors).toEqual([]);
});

test("escape in the question shares nothing", async () => {
  await using harness = await open();
  const before = await harness.workspace.list();
  harness.terminal.press(..."/share", "enter");
  await harness.terminal.waitForText("Share this session?");
  harness.terminal.press("escape");
  await harness.terminal.waitForText((screen) => !screen.includes("Share this session?"));
  expect(await harness.workspace.list()).toEqual(before);
});

test("a run and an upload each show that they continue, and escape stops the upload alone", async () => {
  const answered = Promise.withResolvers<void>();
  const script = async () => {
    await answered.promise;
    return { text: "Answered." };
  };
  await using harness = await open({ script });
  const { terminal, workspace } = harness;
  await withGh(harness, GH);
  terminal.press(..."hello", "enter");
  await terminal.waitForText("Working…");
  await shareAsGist(harness);
  await terminal.waitForText("Uploading…");
  await writeFile(workspace.path("uploaded"), "");
  await terminal.waitForText(/Shared at https:\/\/gist\.example\/1[\s\S]*Working…/);
  await shareAsGist(harness);
  await terminal.waitForText("Uploading…");
  terminal.press("escape");
  await terminal.waitForText(/The upload was stopped\.[\s\S]*Working…/);
  answered.resolve();
  await terminal.waitForText("Answered.");
});

test("a gh that fails, and one that is missing, are told with what to do", async () => {
  await using harness = await open();
  await withGh(harness, "#!/bin/sh\necho not logged in >&2\nexit 1\n");
  await shareAsGist(harness);
  await harness.terminal.waitForText(
    /The gist could not be made: not logged in\. Install gh and run "gh auth\s+login"/,
  );
  process.env.PATH = harness.workspace.path("nothing");
  await shareAsGist(harness);
  await harness.terminal.waitForText("there is no gh command");
});

test("sessionShareDestination radius: the session goes nowhere else", async () => {
  await using harness = await open({ settings: { sessionShareDestination: "radius" } });
  harness.terminal.press(..."/share", "enter");
  await harness.terminal.waitForText('Sharing to "radius" is not possible here.');
});

test("over RPC the client is asked", async () => {
  const told: string[] = [];
  const { createNoUi } = await import("@tau/coding-agent");
  const ui = {
    ...createNoUi(),
    select: async (_title: string, options: string[]) => options[0],
    notify: (text: string) => void told.push(text),
  };
  await using harness = await open({ mode: "rpc", ui });
  await harness.prompt("hello");
  await harness.prompt("/share");
  expect(told).toEqual([expect.stringMatching(/^Written to .*\.html$/)]);
});
