import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau } from "./open-tau.ts";

test("a terminal that shrinks to nothing and comes back shows the conversation again", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Still here." }));
  await using tau = await openTau(setup.workspace);
  tau.send("hello\r");
  await tau.waitForText("Still here.");
  for (const [columns, rows] of [
    [1, 1],
    [3, 2],
    [200, 3],
    [80, 24],
  ] as const)
    tau.resize(columns, rows);
  await tau.waitForText(/Still here\.[\s\S]*─{30}/);
  tau.send("/name kept\r");
  await tau.waitForText('called "kept"');
  expect(await leave(tau)).toBe(0);
});

for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  test(`${signal} gives the terminal back as it was`, async () => {
    await using setup = await withScriptedModel(() => ({ text: ["Working", "…"], pace: 1 }));
    await using tau = await openTau(setup.workspace);
    tau.send("go\r");
    await tau.waitForText("Working");
    await tau.kill(signal);
    await tau.terminal.settled();
    expect(tau.terminal.modes.bracketedPasteMode).toBe(false);
    expect(tau.terminal.cursor.isVisible).toBe(true);
    expect(tau.terminal.isAlternateScreen).toBe(false);
  });
}

/** A quarter of a gigabyte; `npm run test:flood` asks for a whole one. */
const BYTES = Number(process.env.TAU_OUTPUT_BYTES ?? 2 ** 28);
const FLOOD = `head -c ${BYTES} /dev/zero | tr '\\0' 'y' | fold -w 99; echo the-end`;

test("a command of the user's with endless output keeps the screen usable", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await using tau = await openTau(setup.workspace);
  tau.send(`!!${FLOOD}\r`);
  await tau.waitForText("running…");
  tau.send("typed meanwhile");
  await tau.waitForText("typed meanwhile");
  await tau.waitForText(/the-end[\s\S]*All of it:/, 240_000);
  tau.send("\x15/name after\r");
  await tau.waitForText('called "after"');
  expect(await leave(tau)).toBe(0);
}, 300_000);

test("a command that prints nothing says that it runs, and for how long", async () => {
  await using setup = await withScriptedModel(({ index }) =>
    index === 0 ? { toolCalls: [{ name: "bash", arguments: { command: "tail -f /dev/null" } }] } : { text: "" },
  );
  await using tau = await openTau(setup.workspace);
  tau.send("go\r");
  await tau.waitForText(/\$ tail -f \/dev\/null *\n *running 1 s/);
  tau.press("escape");
  await tau.waitForText(/aborted|Stopped/);
  expect(await leave(tau)).toBe(0);
});

test("a tool with endless output can be stopped, and the next prompt works", async () => {
  await using setup = await withScriptedModel(({ index }) =>
    index === 0 ? { toolCalls: [{ name: "bash", arguments: { command: "yes" } }] } : { text: "Next answer." },
  );
  await using tau = await openTau(setup.workspace);
  tau.send("go\r");
  await tau.waitForText(/running \d+ s/);
  tau.press("escape");
  await tau.waitForText(/aborted|Stopped/);
  tau.send("again\r");
  await tau.waitForText("Next answer.");
  expect(await leave(tau)).toBe(0);
});

test("bytes that are no text move nothing on the screen", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await using tau = await openTau(setup.workspace);
  tau.send("!printf '\\033[2J\\033[H\\007\\000\\377 after'\r");
  await tau.waitForText("after");
  expect(tau.picture()).toContain("Tau ");
  expect(await leave(tau)).toBe(0);
});
