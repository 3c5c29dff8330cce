import { chmodSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ExtensionAPI, UserPythonEvent } from "@tau/coding-agent";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";

const SCRIPTED = fileURLToPath(new URL("scripted-python.mjs", import.meta.url));

async function open(extension: (pi: ExtensionAPI) => void, columns = 80) {
  const harness = await createExtensionHarness({
    extensions: [manifest, extension],
    script: () => ({ text: "seen" }),
    files: { "fake-python": `#!/bin/sh\nexec '${process.execPath}' '${SCRIPTED}'\n` },
    // The sandbox has a /tmp of its own, where this checkout may lie.
    settings: { eval: { python: "./fake-python" }, sandbox: "off" },
    mode: "tui",
    columns,
  });
  chmodSync(`${harness.workspace.cwd}/fake-python`, 0o755);
  return harness;
}

test("R124: $ runs Python of the user, user_python fires, and the model sees it with the next prompt; $$ stays with the user", async () => {
  const asked: Partial<UserPythonEvent>[] = [];
  await using harness = await open((pi) => {
    pi.on("user_python", ({ code, excludeFromContext }) => void asked.push({ code, excludeFromContext }));
  });
  const { window } = harness.terminal;
  harness.terminal.press(..."$raw for-all", "enter");
  await window.waitForText(/\$ raw for-all\s+for-all/);
  harness.terminal.press(..."$$raw for-me", "enter");
  await window.waitForText(/\$\$ raw for-me\s+for-me/);
  expect(asked).toEqual([
    { code: "raw for-all", excludeFromContext: false },
    { code: "raw for-me", excludeFromContext: true },
  ]);
  await harness.prompt("what did I run?");
  const body = JSON.stringify(harness.server.requests.at(-1)?.body);
  expect(body).toContain("I ran this in the Python kernel");
  expect(body).toContain("for-all");
  expect(body).not.toContain("for-me");
  expect(harness.errors).toEqual([]);
});

test("R124: a handler of user_python supplies the result; one that throws stops the code", async () => {
  await using harness = await open((pi) => {
    pi.on("user_python", ({ code }) => {
      if (code.includes("forbidden")) throw new Error("not this one");
      return { result: { output: "from the handler", exitCode: 0, cancelled: false, truncated: false } };
    });
  });
  const { window } = harness.terminal;
  harness.terminal.press(..."$raw x", "enter");
  await window.waitForText(/\$ raw x\s+from the handler/);
  harness.terminal.press(..."$raw forbidden", "enter");
  await window.waitForText(/not this one/);
  await harness.prompt("go");
  expect(JSON.stringify(harness.server.requests.at(-1)?.body)).not.toContain("forbidden");
});

test("Escape stops code of the user", async () => {
  await using harness = await open(() => undefined);
  const { window } = harness.terminal;
  harness.terminal.press(..."$raw ready", "enter");
  await window.waitForText(/\$ raw ready\s+ready/);
  harness.terminal.press(..."$hang", "enter");
  await window.waitForText(/Running python/);
  await expect.poll(() => window.text(), { timeout: 20_000 }).toContain("Python: hang");
  harness.terminal.press("escape");
  await window.waitForText(/The cell was stopped/);
});

test("a few long lines of output are wrapped on a narrow screen, below their code", async () => {
  const output = "the first half of a line is here and the second half is there";
  await using harness = await open((pi) => {
    pi.on("user_python", () => ({ result: { output, exitCode: 0, cancelled: false, truncated: false } }));
  }, 40);
  harness.terminal.press(..."$raw x", "enter");
  await harness.terminal.window.waitForText(
    /^ \$ raw x *\n the first half of a line is here and *\n the second half is there *$/m,
  );
});
