import { existsSync, readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { waitUntil } from "@tau/testkit";
import { expect, test } from "vitest";
import { type ScriptedSetup, withScriptedModel } from "../scripted-model.ts";
import { leave, openTau } from "./open-tau.ts";

const LINES = Array.from({ length: 60 }, (_, index) => `line ${index + 1}.`).join("\n\n");

async function inFullscreen(settings: object, text = LINES): Promise<ScriptedSetup> {
  const setup = await withScriptedModel(() => ({ text }));
  const model = { defaultProvider: "scripted", defaultModel: "model" };
  await setup.workspace.configure("settings.json", { ...model, tuiMode: "fullscreen", ...settings });
  return setup;
}

test("tuiMode is the screen that Tau opens; --tui-mode counts more", async () => {
  for (const [args, isFullscreen] of [
    [[], true],
    [["--tui-mode", "regular"], false],
  ] as const) {
    await using setup = await inFullscreen({});
    await using tau = await openTau(setup.workspace, { args });
    expect(tau.output().includes("\x1b[?1049h")).toBe(isFullscreen);
    expect(await leave(tau)).toBe(0);
  }
});

test("fullscreenExitOutput: the transcript stays on the terminal, or only how to go on", async () => {
  for (const fullscreenExitOutput of ["transcript", "resume-hint"]) {
    await using setup = await inFullscreen({ fullscreenExitOutput }, "Remember the whales.");
    await using tau = await openTau(setup.workspace);
    tau.send("hello\r");
    await tau.waitForText("Remember the whales.");
    expect(await leave(tau)).toBe(0);
    const left = tau.output().split("\x1b[?1049l").at(-1) ?? "";
    expect(left).toContain("tau -c");
    expect(left.includes("Remember the whales.")).toBe(fullscreenExitOutput === "transcript");
  }
});

test("fullscreenWheelScrollLines: so many lines for each step of the wheel", async () => {
  await using setup = await inFullscreen({ fullscreenWheelScrollLines: 7 });
  await using tau = await openTau(setup.workspace);
  tau.send("hello\r");
  await tau.waitForText("line 60.");
  const rowOf = (text: string) => tau.terminal.screen().findIndex((line) => line.includes(text));
  const before = rowOf("line 54.");
  tau.send("\x1b[<64;10;5M");
  await tau.waitForText((screen) => !screen.includes("line 60."));
  expect(rowOf("line 54.") - before).toBe(7);
});

test("fullscreenCopyOnSelect: what the pointer selects is copied at once, or with the key that copies the answer", async () => {
  for (const fullscreenCopyOnSelect of [true, false]) {
    await using setup = await inFullscreen({ fullscreenCopyOnSelect }, "Remember the whales.");
    await using tau = await openTau(setup.workspace);
    tau.send("hello\r");
    await tau.waitForText("Remember the whales.");
    const row = tau.terminal.screen().findIndex((line) => line.includes("Remember")) + 1;
    tau.send(`\x1b[<0;2;${row}M\x1b[<32;9;${row}M\x1b[<0;9;${row}m`);
    tau.send("typed after");
    await tau.waitForText("typed after");
    const copied = `\x1b]52;c;${Buffer.from("Remember").toString("base64")}`;
    expect(tau.output().includes(copied)).toBe(fullscreenCopyOnSelect);
    tau.send("\x18");
    await tau.waitForText(fullscreenCopyOnSelect ? "Copied the last answer" : /\bCopied\b/);
    expect(tau.output()).toContain(copied);
  }
});

test("ctrl+c copies what is selected and lets the draft be; without a selection it empties the editor", async () => {
  await using setup = await inFullscreen({ fullscreenCopyOnSelect: false }, "Remember the whales.");
  await using tau = await openTau(setup.workspace);
  tau.send("hello\r");
  await tau.waitForText("Remember the whales.");
  tau.send("a draft");
  await tau.waitForText("a draft");
  const row = tau.terminal.screen().findIndex((line) => line.includes("Remember")) + 1;
  tau.send(`\x1b[<0;2;${row}M\x1b[<32;9;${row}M\x1b[<0;9;${row}m`);
  tau.press("ctrl+c");
  await tau.waitForText(/\bCopied\b/);
  expect(tau.output()).toContain(`\x1b]52;c;${Buffer.from("Remember").toString("base64")}`);
  expect(tau.terminal.screen().join("\n")).toContain("a draft");
  tau.press("ctrl+c");
  await tau.waitForText((screen) => !screen.includes("a draft"));
});

test("ctrl+up and ctrl+down go from prompt to prompt", async () => {
  await using setup = await inFullscreen({});
  await using tau = await openTau(setup.workspace, { columns: 100 });
  for (const [index, prompt] of ["first prompt", "second prompt"].entries()) {
    tau.send(`${prompt}\r`);
    await tau.waitForText(`↑${index + 1}00 `);
  }
  const [up, down] = ["\x1b[1;5A", "\x1b[1;5B"];
  for (const [keys, prompt] of [
    [up, "second"],
    [up, "first"],
    [down, "second"],
  ] as const) {
    tau.send(keys);
    await tau.waitForText(new RegExp(`^ ?› ${prompt} prompt`));
  }
});

test("away from the end a label says how to get back; a click on it, or on a link, does what it says", async () => {
  await using setup = await inFullscreen({}, `${LINES}\n\nSee [the page](https://example.com/page).`);
  const opened = setup.workspace.path("opened");
  const browser = setup.workspace.path("browser");
  await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > ${opened}\n`);
  await chmod(browser, 0o755);
  await using tau = await openTau(setup.workspace, { env: { BROWSER: browser, TAU_HYPERLINKS: "1" } });
  tau.send("hello\r");
  await tau.waitForText("See the page");
  const click = (text: string) => {
    const row = tau.terminal.screen().findIndex((line) => line.includes(text));
    const column = tau.terminal.screen()[row]?.indexOf(text) ?? 0;
    tau.send(`\x1b[<0;${column + 2};${row + 1}M\x1b[<0;${column + 2};${row + 1}m`);
  };
  click("the page");
  const isOpened = () => (existsSync(opened) && readFileSync(opened, "utf8") !== "" ? true : undefined);
  await waitUntil(isOpened, { describe: () => "The link was never opened." });
  expect(readFileSync(opened, "utf8")).toBe("https://example.com/page");
  tau.press("page-up");
  await tau.waitForText("ctrl+end goes to the end");
  click("goes to the end");
  await tau.waitForText((screen) => screen.includes("See the page") && !screen.includes("goes to the end"));
});

test("whoever sends something from further up sees what comes of it", async () => {
  await using setup = await inFullscreen({});
  await using tau = await openTau(setup.workspace);
  tau.send("hello\r");
  await tau.waitForText("line 60.");
  for (const typed of ["!echo shell-out", "/name Ada", "another prompt"]) {
    tau.press("page-up");
    await tau.waitForText("ctrl+end goes to the end");
    tau.send(`${typed}\r`);
    await tau.waitForText((screen) => !screen.includes("goes to the end"));
  }
  await setup.server.waitForRequest(({ body }) => JSON.stringify(body).includes("another prompt"));
  await tau.waitForText((screen) => screen.includes("line 60.") && !screen.includes("goes to the end"));
});

test("the keys that page are for what is offered to complete, while it is", async () => {
  await using setup = await inFullscreen({});
  await using tau = await openTau(setup.workspace);
  tau.send("/");
  await tau.waitForText(/→ help[\s\S]*\(1\//);
  tau.press("page-down");
  await tau.waitForText((screen) => screen.includes("(") && !screen.includes("→ help"));
});

test("fullscreenScrollbar: it has a column of its own, or none", async () => {
  const widthWith = async (fullscreenScrollbar: string) => {
    await using setup = await inFullscreen({ fullscreenScrollbar });
    await using tau = await openTau(setup.workspace);
    tau.send("hello\r");
    await tau.waitForText("line 60.");
    return /hello\x1b\[39m\x1b\]133;C\x07( +)\x1b\[49m/.exec(tau.output())?.[1]?.length;
  };
  const [always = 0, hidden = 0] = [await widthWith("always"), await widthWith("hidden")];
  expect(hidden - always).toBe(1);
});
