import { readFile } from "node:fs/promises";
import type { ModelRequest, ModelTurn, Workspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { addExtension } from "./add-extension.ts";
import { leave, openTau, typeAndSee } from "./open-tau.ts";
import { sessionsOf } from "./sessions-of.ts";

/** How a session is left, up to the key that does it, and what is said in each session in the end. */
const WAYS = [
  { way: "/new", steps: [], last: "/new\r", sessions: [["alpha"], ["beta", "gamma"], ["delta", "epsilon"]] },
  {
    way: "/clone",
    steps: [],
    last: "/clone\r",
    sessions: [["alpha"], ["beta", "gamma"], ["beta", "gamma", "delta", "epsilon"]],
  },
  {
    way: "/resume",
    steps: [
      ["/resume\r", "╭─ Sessions"],
      ["alpha", /→ alpha/],
    ],
    last: "\r",
    sessions: [
      ["alpha", "delta", "epsilon"],
      ["beta", "gamma"],
    ],
  },
  {
    way: "/fork",
    steps: [["/fork\r", /→ gamma/]],
    last: "\r",
    sessions: [["alpha"], ["beta", "gamma"], ["beta", "delta", "epsilon"]],
  },
  {
    way: "/branch",
    steps: [["/branch\r", /→ gamma/]],
    last: "\r",
    sessions: [["alpha"], ["beta", "gamma"], ["beta", "delta", "epsilon"]],
  },
  {
    way: "/tree",
    steps: [
      ["/tree\r", "╭─ Session tree"],
      ["\x1b[A", /→.*you: gamma/],
      ["\r", "Leave a summary"],
    ],
    last: "\r",
    sessions: [["alpha"], ["beta", "gamma", "delta", "epsilon"]],
  },
] as const;

/** Extensions that take their time to let a session go, so that there is some to type in. */
const SLOW = `export default (pi) => {
  for (const event of ["session_before_switch", "session_before_fork", "session_before_tree"])
    pi.on(event, () => new Promise((resolve) => setTimeout(resolve, 100)));
};`;

test.each(WAYS)("what is sent right after $way goes where it leads, in order", async ({ steps, last, sessions }) => {
  await using setup = await withScriptedModel(heard);
  await addExtension(setup.workspace, SLOW);
  await using tau = await openTau(setup.workspace);
  await typeAndSee(tau, ["alpha\r", "Heard alpha."], ["/new\r", "A new session."], ["beta\r", "Heard beta."]);
  await typeAndSee(tau, ["gamma\r", "Heard gamma."], ...steps);
  tau.send(`${last}delta\repsilon\r`);
  await tau.waitForText("Heard epsilon.");
  // The prompt that was gone back to is in the editor.
  tau.press("ctrl+c");
  expect(await leave(tau)).toBe(0);
  expect(await prompts(setup.workspace)).toEqual(sessions);
});

test("what is said before a session is left reaches that one", async () => {
  await using setup = await withScriptedModel(heard);
  // One that reads all input takes its time.
  await addExtension(
    setup.workspace,
    `export default (pi) => pi.on("input", () => new Promise((resolve) => setTimeout(() => resolve({ action: "continue" }), 50)));`,
  );
  await using tau = await openTau(setup.workspace);
  await typeAndSee(tau, ["alpha\r", "Heard alpha."]);
  tau.send("beta\r/new\rgamma\r");
  await tau.waitForText("Heard gamma.");
  expect(await leave(tau)).toBe(0);
  expect(await prompts(setup.workspace)).toEqual([["alpha", "beta"], ["gamma"]]);
});

test("what is sent while a handoff is written waits in sight, and goes to the session that comes", async () => {
  await using setup = await withScriptedModel(slowHandoff);
  await using tau = await openTau(setup.workspace);
  await typeAndSee(tau, ["alpha\r", "Heard alpha."], ["/handoff\r", "Writing the handoff"]);
  await typeAndSee(tau, ["beta\r", "Waiting: beta"]);
  await tau.waitForText("Heard beta.");
  expect(tau.picture()).not.toContain("Waiting:");
  expect(await leave(tau)).toBe(0);
  expect(await prompts(setup.workspace)).toEqual([["alpha"], ["beta"]]);
});

test.each([
  ["Escape, which stops the handoff", "\x1b", false],
  ["Alt+Up", "\x1b[1;3A", true],
])("what waits for a session comes back into the editor with %s", async (_name, key, isHandedOver) => {
  await using setup = await withScriptedModel(slowHandoff);
  await using tau = await openTau(setup.workspace);
  await typeAndSee(tau, ["alpha\r", "Heard alpha."], ["/handoff\r", "Writing the handoff"]);
  await typeAndSee(tau, ["beta\r", "Waiting: beta"], ["/name x\r", "Waiting: /name x"]);
  tau.send(key);
  await tau.waitForText((screen) => !screen.includes("Waiting:") && /^beta\s+\/name x *$/m.test(screen));
  if (isHandedOver) await tau.waitForText("New session started");
  tau.press("ctrl+c");
  expect(await leave(tau)).toBe(0);
  expect(await prompts(setup.workspace)).toEqual([["alpha"]]);
});

test("a follow-up after /new is for the new session, too", async () => {
  await using setup = await withScriptedModel(heard);
  await using tau = await openTau(setup.workspace);
  await typeAndSee(tau, ["alpha\r", "Heard alpha."]);
  tau.send("/new\rbeta\x1b\r");
  await tau.waitForText("Heard beta.");
  expect(await leave(tau)).toBe(0);
  expect(await prompts(setup.workspace)).toEqual([["alpha"], ["beta"]]);
});

test("tau -r with a prompt says it in the session that is chosen", async () => {
  await using setup = await withScriptedModel(heard);
  await using first = await openTau(setup.workspace);
  await typeAndSee(first, ["alpha\r", "Heard alpha."]);
  await leave(first);
  await using tau = await openTau(setup.workspace, { args: ["-r", "beta"], until: /→ alpha/ });
  tau.press("enter");
  await tau.waitForText("Heard beta.");
  expect(await leave(tau)).toBe(0);
  expect(await prompts(setup.workspace)).toEqual([["alpha", "beta"]]);
});

/** Requests without tools are for titles and the like. */
function heard(request: ModelRequest): ModelTurn {
  return { text: request.tools.length === 0 ? "A title" : `Heard ${lastText(request)}.` };
}

function slowHandoff(request: ModelRequest): ModelTurn {
  const isPrompt = request.tools.length === 0 || /^\w+$/.test(lastText(request));
  return isPrompt ? heard(request) : { text: Array.from({ length: 8 }, () => "blue "), pace: 4 };
}

function lastText({ body }: ModelRequest): string {
  const { content } = (body.messages as { content: string | { text: string }[] }[]).at(-1) ?? {};
  return typeof content === "string" ? content : (content?.[0]?.text ?? "");
}

/** What the user said in each session, the oldest session first. */
async function prompts(workspace: Workspace): Promise<string[][]> {
  const files = (await sessionsOf(workspace)).sort();
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return texts.map((text) =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).message)
      .filter((message) => message?.role === "user")
      .map(({ content }) => (typeof content === "string" ? content : content[0].text)),
  );
}
