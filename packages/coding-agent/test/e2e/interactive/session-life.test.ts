import { readFile, writeFile } from "node:fs/promises";
import { createWorkspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau, typeAndSee } from "./open-tau.ts";
import { sessionsOf } from "./sessions-of.ts";

for (const [columns, rows] of [
  [80, 24],
  [120, 40],
  [40, 15],
] as const) {
  test(`the tour runs to its end at ${columns}x${rows} and leaves a hint how to go on`, async () => {
    await using workspace = await createWorkspace();
    await using tau = await openTau(workspace, { columns, rows });
    tau.send("show me\r");
    await tau.waitForText("Then choose with /model.");
    expect(await workspace.list()).toEqual(["median.mjs"]);
    expect(await leave(tau)).toBe(0);
    await tau.terminal.settled();
    expect(tau.terminal.text()).toContain("Continue with: tau -c");
  });
}

test("Ctrl+C leaves when it is pressed twice, not when something was typed in between", async () => {
  await using workspace = await createWorkspace();
  await using tau = await openTau(workspace);
  tau.send("one");
  await tau.waitForText("one");
  tau.send("\x03two\x03three");
  await tau.waitForText(/─\nthree *\n─/);
  tau.send("\x03\x03");
  expect(await tau.exited).toMatchObject({ exitCode: 0 });
});

test("Escape stops an answer, keeps what came of it, and the next prompt works", async () => {
  const texts = [["One moment", "…"], ["The second answer."]].values();
  await using setup = await withScriptedModel(({ tools }) =>
    // Requests without tools are for titles and the like.
    tools.length === 0 ? { text: "A title" } : { text: texts.next().value ?? [], pace: 1 },
  );
  await using tau = await openTau(setup.workspace);
  tau.send("go\r");
  await tau.waitForText("One moment");
  tau.press("escape");
  await tau.waitForText("Stopped.");
  tau.send("again\r");
  await tau.waitForText("The second answer.");
  expect(await leave(tau)).toBe(0);
});

test("a session is resumed with all that was said", async () => {
  await using setup = await withScriptedModel(() => ({ text: "It is blue." }));
  await using first = await openTau(setup.workspace);
  first.send("which colour?\r");
  await first.waitForText("It is blue.");
  await leave(first);
  await using second = await openTau(setup.workspace, { args: ["-c"] });
  await second.waitForText("It is blue.");
  expect(second.picture()).toContain("which colour?");
  await leave(second);
  expect(await sessionsOf(setup.workspace)).toHaveLength(1);
});

test("calls whose ids a server gives again are shown apart, also those of a log that has them so", async () => {
  const call = (word: string) => ({
    toolCalls: [{ id: "call_0", name: "bash", arguments: { command: `echo out-${word}` } }],
  });
  await using setup = await withScriptedModel([call("one"), call("two"), { text: "Both ran." }]);
  const { workspace } = setup;
  await using live = await openTau(workspace);
  live.send("go\r");
  await live.waitForText(/out-one[\s\S]*out-one[\s\S]*out-two[\s\S]*out-two[\s\S]*Both ran\./);
  expect(await leave(live)).toBe(0);
  const [log = ""] = await sessionsOf(workspace);
  await writeFile(log, (await readFile(log, "utf8")).replace(/call_0_\d+/g, "call_0"));
  await using resumed = await openTau(workspace, { args: ["-c"] });
  await resumed.waitForText(/out-one[\s\S]*out-one[\s\S]*out-two[\s\S]*out-two[\s\S]*Both ran\./);
});

test("/new begins another session in the same screen and keeps the first", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Hello." }));
  await using tau = await openTau(setup.workspace);
  tau.send("first\r");
  await tau.waitForText("Hello.");
  tau.send("/new\r");
  await tau.waitForText("A new session.");
  tau.send("second\r");
  await tau.waitForText(/A new session\.[\s\S]*second[\s\S]*Hello\./);
  await leave(tau);
  const texts = await Promise.all((await sessionsOf(setup.workspace)).map((file) => readFile(file, "utf8")));
  expect(texts.map((text) => [text.includes('"first"'), text.includes('"second"')]).sort()).toEqual([
    [false, true],
    [true, false],
  ]);
});

test("what is typed while a session is replaced is not lost: commands run in the next one, and the draft stays", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Hello." }));
  await using tau = await openTau(setup.workspace);
  tau.send("first\r");
  await tau.waitForText("Hello.");
  tau.send("/new\r/session\r!echo from the shell\rand a draft");
  await tau.waitForText(/^ ?from the shell/m);
  const screen = tau.picture();
  expect(screen).toMatch(/Prompts +0\n[\s\S]*A new session\./);
  expect(screen).toContain("and a draft");
});

test("/export asks before it replaces a file, and /tree has nothing to show before anything was said", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Hello." }), { files: { "README.md": "mine" } });
  await using tau = await openTau(setup.workspace);
  await typeAndSee(tau, ["/tree\r", "There is nothing in the tree yet."], ["one\r", "Hello."]);
  await typeAndSee(tau, ["/export README.md\r", "README.md already exists. Replace it?"]);
  tau.press("enter");
  await tau.waitForText((screen) => !screen.includes("Replace it"));
  expect(await setup.workspace.read("README.md")).toBe("mine");
  await typeAndSee(tau, ["/export README.md\r", "Replace it?"]);
  tau.press("down", "enter");
  await tau.waitForText("Written to");
  expect(await setup.workspace.read("README.md")).toContain("Hello.");
  expect(await leave(tau)).toBe(0);
});

test("a provider that is down is told in words, and the screen goes on", async () => {
  await using setup = await withScriptedModel(() => ({ text: "never" }));
  await setup.workspace.configure("settings.json", {
    defaultProvider: "scripted",
    defaultModel: "model",
    retry: { enabled: false, provider: { maxRetries: 0 } },
  });
  await setup.server.close();
  await using tau = await openTau(setup.workspace);
  tau.send("hello?\r");
  await tau.waitForText(/refused|could not|connect/i);
  tau.send("/session\r");
  await tau.waitForText("Prompts");
  expect(await leave(tau)).toBe(0);
});

test("a failure that comes again is told once while it is tried again, and so is an empty answer", async () => {
  const overloaded = { failure: "overloaded" } as const;
  const replies = [overloaded, overloaded, { text: "At last." }, { text: "" }].values();
  await using setup = await withScriptedModel(({ tools }) =>
    tools.length === 0 ? { text: "A title" } : (replies.next().value ?? { text: "" }),
  );
  const retry = { enabled: true, baseDelayMs: 1, provider: { maxRetries: 0 } };
  await setup.workspace.configure("settings.json", { defaultProvider: "scripted", defaultModel: "model", retry });
  await using tau = await openTau(setup.workspace);
  tau.send("go\r");
  await tau.waitForText("At last.");
  expect(tau.terminal.text().match(/overloaded/g)).toHaveLength(1);
  tau.send("and now?\r");
  await tau.waitForText("The answer is empty.");
  expect(await leave(tau)).toBe(0);
});

test("an answer that was cut off gives way to the next try, here and when the session is opened again", async () => {
  const replies = [
    { text: ["Whales ", "are ", "large ", "fish."], breakage: { kind: "failure", after: 4, failure: "overloaded" } },
    {
      text: ["Whales are "],
      toolCalls: [{ id: "call", name: "bash", arguments: { command: "echo never" } }],
      breakage: { kind: "failure", after: 5, failure: "overloaded" },
    },
    { text: ["Let me look. "], toolCalls: [{ id: "call", name: "bash", arguments: { command: "echo looked" } }] },
    { text: "Whales are mammals." },
  ] as const;
  const next = replies.values();
  await using setup = await withScriptedModel(({ tools }) =>
    tools.length === 0 ? { text: "A title" } : (next.next().value ?? { text: "" }),
  );
  const retry = { enabled: true, baseDelayMs: 1, provider: { maxRetries: 0 } };
  await setup.workspace.configure("settings.json", { defaultProvider: "scripted", defaultModel: "model", retry });
  for (const args of [[], ["-c"]]) {
    await using tau = await openTau(setup.workspace, { args });
    if (args.length === 0) tau.send("what are whales?\r");
    await tau.waitForText("Whales are mammals.");
    const screen = tau.terminal.text();
    expect(screen).toMatch(/^ Tried again 2 times: [\s\S]{0,90}overloaded.*\n\n Let me look\.[\s\S]*looked/m);
    expect([screen.match(/Tried again/g)?.length, /large|never|Not run/.test(screen)]).toEqual([1, false]);
    expect(await leave(tau)).toBe(0);
  }
  const [file = ""] = await sessionsOf(setup.workspace);
  expect(await readFile(file, "utf8")).toMatch(/Whales are large/);
});

test("in fullscreen the editor stays at the bottom, the conversation scrolls, and leaving shows it once more", async () => {
  const text = Array.from({ length: 60 }, (_, index) => `line ${index + 1}.\n\n`);
  await using setup = await withScriptedModel(() => ({ text }));
  await using tau = await openTau(setup.workspace, { args: ["--tui-mode", "fullscreen"] });
  expect(tau.terminal.isAlternateScreen).toBe(true);
  tau.send("count\r");
  await tau.waitForText("line 60.");
  tau.press("page-up");
  await tau.waitForText((screen) => !screen.includes("line 60.") && /─{30}/.test(screen));
  tau.press("page-down");
  await tau.waitForText("line 60.");
  expect(await leave(tau)).toBe(0);
  await tau.terminal.settled();
  expect(tau.terminal.isAlternateScreen).toBe(false);
  expect(tau.terminal.text()).toContain("line 60.");
});
