import { readFile, rm } from "node:fs/promises";
import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { blankPicture } from "../../core/images/make-image.ts";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau } from "./open-tau.ts";
import { sessionsOf, talkElsewhere } from "./sessions-of.ts";

test("a session that is open elsewhere can be read, forked or waited for", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Hello." }));
  await using first = await openTau(setup.workspace);
  first.send("one\r");
  await first.waitForText("Hello.");

  await using reader = await openTau(setup.workspace, { args: ["-c"], until: /has this session open/ });
  reader.press("escape");
  await reader.waitForText("read-only here");
  reader.send("may I?\r");
  await reader.waitForText("is writing session");
  expect(reader.picture()).toMatch(/─\n *may I\?/);
  reader.press("ctrl+c", "ctrl+c");
  await reader.exited;

  await using copy = await openTau(setup.workspace, { args: ["-c"], until: /has this session open/ });
  copy.press("enter");
  await copy.waitForText("This is a copy.");
  copy.send("two\r");
  await copy.waitForText(/two[\s\S]*Hello\./);
  await leave(copy);

  const [file = ""] = await sessionsOf(setup.workspace);
  await using ended = await openTau(setup.workspace, { args: ["--session", file], until: /has this session open/ });
  expect(await ended.kill("SIGTERM")).toEqual({ exitCode: 143, signal: 0 });

  await using waiting = await openTau(setup.workspace, { args: ["--session", file], until: /has this session open/ });
  waiting.press("down", "enter");
  await waiting.waitForText("Waiting until");
  await leave(first);
  await waiting.waitForText((screen) => !screen.includes("Waiting until"));
  waiting.send("three\r");
  await waiting.waitForText(/three[\s\S]*Hello\./);
  expect(await leave(waiting)).toBe(0);
});

test("P-APP-14: a session whose folder is gone goes on here if the user wants, and nowhere without asking", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Hello." }));
  const { workspace } = setup;
  const folder = await talkElsewhere(workspace);
  await rm(folder, { recursive: true });
  const [file = ""] = await sessionsOf(workspace);

  const batch = await runCli({ workspace, args: ["-p", "x", "--session", file] });
  expect([batch.exitCode, batch.stdout]).toEqual([4, ""]);
  expect(batch.stderr).toContain(`The session's folder ${folder} no longer exists`);

  await using cancelled = await openTau(workspace, { args: ["--session", file], until: /folder is gone/ });
  cancelled.press("down", "enter");
  expect((await cancelled.exited).exitCode).toBe(0);

  await using here = await openTau(workspace, { args: ["--session", file], until: /folder is gone/ });
  here.press("enter");
  await here.waitForText(/Hello\.[\s\S]*─{30}/);
  here.send("!pwd\r");
  await here.waitForText(workspace.cwd);
  expect(await leave(here)).toBe(0);
});

test("a session that goes on in another folder is kept as the settings say", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Hello." }), {
    files: { "large.png": blankPicture(2000, 2000) },
  });
  const { workspace } = setup;
  const folder = await talkElsewhere(workspace);
  await rm(folder, { recursive: true });
  const [file = ""] = await sessionsOf(workspace);
  const model = { defaultProvider: "scripted", defaultModel: "model" };
  await workspace.configure("settings.json", { ...model, sessionImages: "inline", images: { autoResize: false } });
  await using here = await openTau(workspace, {
    args: ["--session", file, "@large.png", "look"],
    until: /folder is gone/,
  });
  here.press("enter");
  await here.waitForText(/look[\s\S]*Hello\./);
  await leave(here);
  const text = await readFile(file, "utf8");
  expect([text.includes('"type":"image"'), text.includes("blob:sha256")]).toEqual([true, false]);
});

test("P-APP-13: the id of another folder's session offers a fork into this one, and opens nothing unasked", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Hello." }));
  const { workspace } = setup;
  const folder = await talkElsewhere(workspace);
  const [file = ""] = await sessionsOf(workspace);
  const id = /_([^_]+)\.jsonl$/.exec(file)?.[1] ?? "";

  const batch = await runCli({ workspace, args: ["-p", "x", "--session", id] });
  expect([batch.exitCode, batch.stdout, batch.stderr]).toEqual([
    4,
    "",
    `tau: The session "${id}" belongs to another folder: ${folder}. Copy it into this one with --fork ${id}, or continue there with --session ${file}\n`,
  ]);
  const args = ["--session", id];
  const until = /belongs to another folder/;
  await using cancelled = await openTau(workspace, { args, until });
  cancelled.press("escape");
  expect((await cancelled.exited).exitCode).toBe(0);
  expect(await sessionsOf(workspace)).toEqual([file]);

  await using there = await openTau(workspace, { args, until });
  there.press("down", "enter");
  await there.waitForText(/Hello\.[\s\S]*─{30}/);
  there.send("!pwd\r");
  await there.waitForText(`\n ${folder}`);
  expect(await leave(there)).toBe(0);
  expect(await sessionsOf(workspace)).toEqual([file]);

  const before = await readFile(file, "utf8");
  await using forked = await openTau(workspace, { args, until });
  forked.press("enter");
  await forked.waitForText(/Hello\.[\s\S]*─{30}/);
  forked.send("two\r");
  await forked.waitForText(/two[\s\S]*Hello\./);
  expect(await leave(forked)).toBe(0);
  expect(await readFile(file, "utf8")).toBe(before);
  const [copy = ""] = (await sessionsOf(workspace)).filter((path) => path !== file);
  const [header = ""] = (await readFile(copy, "utf8")).split("\n", 1);
  expect(JSON.parse(header)).toMatchObject({ cwd: workspace.cwd, parentSession: file });
});

test("--fork takes the id of a session of any folder", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Hello." }));
  const { workspace } = setup;
  await talkElsewhere(workspace);
  const [file = ""] = await sessionsOf(workspace);
  const id = /_([^_]+)\.jsonl$/.exec(file)?.[1] ?? "";
  expect(await runCli({ workspace, args: ["-p", "two", "--fork", id] })).toMatchObject({
    exitCode: 0,
    stdout: "Hello.\n",
  });
  expect(await sessionsOf(workspace)).toHaveLength(2);
});

test("a name that is no command is told, the text stays, and a path goes to the model", async () => {
  await using setup = await withScriptedModel(() => ({ text: "It is a folder." }));
  await using tau = await openTau(setup.workspace);
  tau.send("/modle x\r");
  await tau.waitForText("/modle is not a command. Did you mean /model?");
  expect(tau.picture()).toMatch(/─\n\/modle x/);
  tau.send("\x15/usr/bin is what?\r");
  await tau.waitForText("It is a folder.");
  expect(await leave(tau)).toBe(0);
});
