import { chmod, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { makeZip } from "../../../../extensions/documents/test/make-archive.ts";
import { type ScriptedSetup, withScriptedModel } from "../scripted-model.ts";
import { openTau } from "./open-tau.ts";

const CTRL_V = "\x16";
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("ctrl+v: a text of the clipboard is pasted, a large one as a mark, and sent whole", async () => {
  await using setup = await withClipboard("seq 1 200");
  await using tau = await openTau(setup.workspace, { env: desktop(setup) });
  tau.send(`these: ${CTRL_V}`);
  await tau.waitForText(/these: \[paste #1 \+200 lines\]|these: \[paste #1 \+201 lines\]/);
  tau.press("enter");
  await tau.waitForText("Seen.");
  expect(JSON.stringify(setup.server.requests[0]?.body)).toContain("these: 1\\n2\\n3");
});

test("ctrl+v: an image of the clipboard is attached, and ctrl+c takes it away again", async () => {
  await using setup = await withClipboard(`case "$*" in *image/png*) echo ${PIXEL} | base64 -d;; esac`);
  await using tau = await openTau(setup.workspace, { env: desktop(setup) });
  tau.send(CTRL_V);
  await tau.waitForText("1 image attached");
  tau.press("ctrl+c");
  await tau.waitForText((screen) => !screen.includes("image attached"));
  expect(tau.picture()).not.toContain("Press ctrl+c again to exit");
});

test("ctrl+v: files that were copied in a file manager are mentioned, shown as `read` shows them, and images attached", async () => {
  const zip = makeZip([{ name: "inner.txt", content: "kept in the archive" }]);
  await using setup = await withClipboard(
    `case "$*" in *uri-list*) printf 'file://%s/my%%20docs.zip\\r\\nfile://%s/dot.png\\r\\n' "$PWD" "$PWD";; esac`,
  );
  await writeFile(setup.workspace.path("my docs.zip"), zip);
  await writeFile(setup.workspace.path("dot.png"), Buffer.from(PIXEL, "base64"));
  await using tau = await openTau(setup.workspace, { env: desktop(setup) });
  tau.send(CTRL_V);
  await tau.waitForText('@"my docs.zip"');
  await tau.waitForText("1 image attached");
  tau.send("what is it?");
  tau.press("enter");
  await tau.waitForText("Seen.");
  const sent = JSON.stringify(setup.server.requests[0]?.body);
  expect(sent).toContain("inner.txt  19B");
  expect(sent).toContain("what is it?");
});

test("ctrl+v: what the clipboard holds is text, even where it says that the paste is over", async () => {
  await using setup = await withClipboard("printf 'one\\033[201~two\\rthree'");
  await using tau = await openTau(setup.workspace, { env: desktop(setup) });
  tau.send(CTRL_V);
  await tau.waitForText("three");
  expect(tau.picture()).toMatch(/─\nonetwo\nthree\n/);
  expect(setup.server.requests).toEqual([]);
});

async function withClipboard(script: string): Promise<ScriptedSetup> {
  const setup = await withScriptedModel(() => ({ text: "Seen." }), { files: { "bin/wl-paste": "" } });
  const command = setup.workspace.path("bin/wl-paste");
  await writeFile(command, `#!/bin/sh\n${script}\n`);
  await chmod(command, 0o755);
  return setup;
}

function desktop({ workspace }: ScriptedSetup): Record<string, string> {
  return { PATH: `${workspace.path("bin")}:${process.env.PATH}` };
}
