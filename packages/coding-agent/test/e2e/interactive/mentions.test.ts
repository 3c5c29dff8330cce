import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau, typeAndSee } from "./open-tau.ts";

/** What the scripted model gets of an image. */
const OMITTED = "[image omitted";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("@file attaches what the command line attaches; the transcript and the list of sessions show what was typed", async () => {
  await using setup = await withScriptedModel(() => ({ text: "read it" }), {
    files: { "notes.md": "first line\nsecond line", "src/a.ts": "a", "src/b.ts": "b" },
  });
  const { workspace, server } = setup;
  await writeFile(join(workspace.cwd, "dot.png"), PNG);
  await writeFile(join(workspace.cwd, "tool.bin"), Buffer.from([0, 1, 2, 0]));
  await using tau = await openTau(workspace, { columns: 100, rows: 40 });
  tau.send("see @notes.md, @src and @nobody in @dot.png\r");
  await tau.waitForText(/› see @notes\.md, @src and @nobody in @dot\.png[\s\S]*read it/);
  expect(tau.picture()).not.toContain("<file");
  const sent = JSON.stringify(server.requests[0]?.body);
  const folder = workspace.cwd;
  expect(sent).toContain(`<file name=\\"${folder}/notes.md\\">\\nfirst line\\nsecond line\\n</file>`);
  expect(sent).toContain(`<folder name=\\"${folder}/src\\">\\na.ts\\nb.ts\\n</folder>`);
  expect(sent.split(OMITTED)).toHaveLength(2);
  expect(sent).toContain("see @notes.md, @src and @nobody in @dot.png");
  await typeAndSee(tau, ["\x0f", "second line"], ["\x0f", /read it/]);
  tau.send("run @tool.bin\r");
  await tau.waitForText("Cannot attach @tool.bin: it is binary. Sent without it.");
  await tau.waitForText(/› run @tool\.bin[\s\S]*read it/);
  await typeAndSee(tau, ["/resume\r", "╭─ Sessions"]);
  expect(await runCli({ workspace, args: ["sessions"] })).toMatchObject({
    stdout: expect.stringContaining("see @notes.md, @src and @nobody"),
  });
  tau.press("escape");
});

test("a completed mention and the label of an image are chips: one Backspace removes each, and the image with it", async () => {
  await using setup = await withScriptedModel(() => ({ text: "read it" }), { files: { "docs/notes.md": "the notes" } });
  const { workspace, server } = setup;
  const image = join(workspace.cwd, "dot.png");
  await writeFile(image, PNG);
  await using tau = await openTau(workspace);
  await typeAndSee(tau, ["see @note", /→ notes\.md/], ["\t", /─\n *see @docs\/notes\.md/]);
  tau.press("backspace", "backspace");
  await tau.waitForText(/─\n *see *\n/);
  await typeAndSee(tau, [`\x1b[200~${image}\x1b[201~`, /─\n *see \[Image #1\]/], ["\x7f\x7f", /─\n *see *\n/]);
  expect(tau.picture()).not.toContain("image attached");
  await typeAndSee(tau, [`\x1b[200~${image}\x1b[201~`, /see \[Image #2\][\s\S]*1 image attached/]);
  await typeAndSee(tau, ["what?\r", /› see \[Image #2\] what\?[\s\S]*read it/]);
  expect(JSON.stringify(server.requests[0]?.body).split(OMITTED)).toHaveLength(2);
  expect(await leave(tau)).toBe(0);
});

test("files of added folders are completed, and the model learns of the folders", async () => {
  await using setup = await withScriptedModel(() => ({ text: "read it" }), { files: { "here.md": "here" } });
  const { workspace, server } = setup;
  const library = join(workspace.home, "library");
  const other = join(workspace.home, "other");
  for (const folder of [library, other]) await mkdir(folder);
  await writeFile(join(library, "shelf.md"), "the shelf");
  await writeFile(join(other, "spare.md"), "the spare");
  await using tau = await openTau(workspace, { args: ["--add-dir", library], columns: 120 });
  await typeAndSee(tau, ["see @shelf", /→ shelf\.md/], ["\t", `see @${library}/shelf.md`]);
  await typeAndSee(tau, ["\x15@spare", /─\n *@spare *\n/], [`\x15/add-dir ${other}\r`, /other\.\s/]);
  await typeAndSee(tau, ["@spare", /→ spare\.md/], ["\t", `@${other}/spare.md`], ["\r", "read it"]);
  const sent = JSON.stringify(server.requests[0]?.body);
  expect(sent).toContain(`further folders: ${library}\\n`);
  expect(sent).toContain(`The user added ${other} to the folders in which you work.`);
  expect(sent).toContain("the spare");
  expect(await leave(tau)).toBe(0);
});

test("on the command line a folder is attached as a list", async () => {
  await using setup = await withScriptedModel(() => ({ text: "listed" }));
  await mkdir(join(setup.workspace.cwd, "src/inner"), { recursive: true });
  await writeFile(join(setup.workspace.cwd, "src/a.ts"), "a");
  expect((await runCli({ workspace: setup.workspace, args: ["-p", "@src", "what is there?"] })).stdout).toBe(
    "listed\n",
  );
  expect(JSON.stringify(setup.server.requests[0]?.body)).toContain(
    '/src\\">\\na.ts\\ninner/\\n</folder>\\nwhat is there?',
  );
});
