import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createExtensionHarness, type ExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";

const KEY = `sk-ant-${"a1B2c3D4".repeat(6)}`;

const open = () =>
  createExtensionHarness({
    extensions: [manifest],
    mode: "tui",
    script: [{ text: `you said ${KEY}` }, { failure: "auth" }],
    settings: { httpProxy: "http://hugo:open-sesame@proxy.example:3128" },
  });

async function reportWith({ terminal, workspace }: ExtensionHarness, command: string, ...keys: string[]) {
  terminal.press(...command, "enter");
  await terminal.waitForText("What the report holds");
  terminal.press(...keys, "enter");
  await terminal.waitForText(/Nothing was\s+sent/);
  const folder = join(workspace.tauHome, "logs");
  const [name = ""] = (await readdir(folder)).filter((each) => each.startsWith("bug-"));
  const path = join(folder, name);
  return { text: await readFile(path, "utf8"), mode: (await stat(path)).mode & 0o777 };
}

test("/bug writes versions, settings and errors, without secrets and without the conversation", async () => {
  await using harness = await open();
  await harness.prompt("hello there");
  await harness.session.prompt("fail").catch(() => undefined);
  const { text, mode } = await reportWith(harness, "/bug it broke");
  expect(text).toMatch(/^# What happened\n\nit broke\n\n# Where\n\n- Tau \d+\.\d+\.\d+.*, Node v\d/);
  expect(text).toContain("- model scripted/scripted, 4 messages");
  expect(text).toContain("httpProxy");
  expect(text).toMatch(/# Errors\n\n- \S/);
  for (const hidden of ["hello there", KEY, "open-sesame"]) expect(text).not.toContain(hidden);
  expect(mode).toBe(0o600);
  expect(harness.errors).toEqual([]);
});

test("/feedback is the same command; the conversation is in it where the user wants it, without secrets", async () => {
  await using harness = await open();
  await harness.prompt("hello there");
  const { text } = await reportWith(harness, "/feedback", "down");
  expect(text).toMatch(/^# What happened\n\n\(not said\)/);
  expect(text).toContain("hello there");
  expect(text).not.toContain(KEY);
});
