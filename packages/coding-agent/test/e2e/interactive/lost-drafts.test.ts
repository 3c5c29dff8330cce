import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ScriptedSetup, withScriptedModel } from "../scripted-model.ts";
import { leave, openTau, typeAndSee } from "./open-tau.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const ALT_ENTER = "\x1b\r";

/** A model that sees, and a picture to drop on it. */
async function withPicture(): Promise<ScriptedSetup & { readonly drop: string }> {
  const setup = await withScriptedModel(() => ({ text: "A pixel." }), {
    files: { "one.png": Buffer.from(PIXEL, "base64") },
  });
  const model = { id: "model", input: ["text", "image"], contextWindow: 100_000, maxTokens: 8_000 };
  const server = { baseUrl: `${setup.server.url}/v1`, api: "openai-completions", models: [model] };
  await setup.workspace.configure("models.json", { providers: { scripted: { ...server, apiKey: "test-key" } } });
  return { ...setup, drop: `\x1b[200~${setup.workspace.path("one.png")}\x1b[201~` };
}

test("what cannot be sent to a session that is open elsewhere stays in the editor, with its images", async () => {
  await using setup = await withPicture();
  await using writer = await openTau(setup.workspace);
  await typeAndSee(writer, ["hello\r", "A pixel."]);
  await using reader = await openTau(setup.workspace, { args: ["-c"], until: /has this session open/ });
  reader.press("escape");
  await reader.waitForText("read-only here");
  await typeAndSee(reader, [setup.drop, "1 image attached"], ["see this\r", "is writing session"]);
  expect(reader.terminal.text()).toMatch(/─\n\[Image #1\] see this[\s\S]*1 image attached/);
});

test("a prompt that the session refuses is back in the editor, with its images", async () => {
  await using setup = await withPicture();
  await setup.workspace.configure("auth.json", { openai: { type: "api_key", key: "key" } });
  await using tau = await openTau(setup.workspace, { args: ["--model", "openai/gpt-5"], columns: 120 });
  await typeAndSee(tau, ["/logout openai\r", "Forgot the credentials"]);
  await typeAndSee(tau, [setup.drop, "1 image attached"], ["a long thought\r", "There is no key for openai"]);
  expect(tau.picture()).toMatch(/─\n\[Image #1\] a long thought[\s\S]*1 image attached/);
});

test.for([["Enter", "\r"] as const, ["Alt+Enter", ALT_ENTER] as const])(
  "an image alone is sent with %s",
  async ([, key]) => {
    await using setup = await withPicture();
    await using tau = await openTau(setup.workspace);
    await typeAndSee(tau, [setup.drop, "1 image attached"], [key, "A pixel."]);
    expect(tau.picture()).not.toContain("image attached");
    expect(JSON.stringify(setup.server.requests[0]?.body)).toContain(PIXEL);
    expect(JSON.stringify(setup.server.requests[0]?.body)).not.toContain('"text":""');
    expect(await leave(tau)).toBe(0);
  },
);

test("Alt+Enter runs commands as Enter does", async () => {
  await using setup = await withPicture();
  await using tau = await openTau(setup.workspace);
  await typeAndSee(tau, [`/name Ada${ALT_ENTER}`, 'The session is called "Ada"']);
  await typeAndSee(tau, [`!echo "a  b"${ALT_ENTER}`, "\n a  b"], [`/nam${ALT_ENTER}`, "Did you mean /name?"]);
  expect(setup.server.requests).toEqual([]);
  expect(tau.picture()).toMatch(/─\n\/nam/);
});

test("what waits for a run is back in the editor when /tree ends the run", async () => {
  const texts = Array.from({ length: 500 }, (_, word) => `word${word} `);
  await using setup = await withScriptedModel([{ text: "Hello." }, { text: texts, pace: 20 }, { text: "Next." }]);
  await using tau = await openTau(setup.workspace);
  await typeAndSee(tau, ["one\r", "Hello."], ["two\r", "word3"], ["wait for me\r", "Next: wait for me"]);
  await typeAndSee(tau, ["/tree\r", "→● you: two"]);
  tau.press("up", "enter");
  await typeAndSee(tau, ["", "Leave a summary"], ["\r", /Hello\.\s+─+\nwait for me/], ["\r", "Next."]);
  expect(JSON.stringify(setup.server.requests.at(-1)?.body)).toMatch(
    /Hello\.[^{]*},\{"role":"user","content":"wait for me"/,
  );
});

/** The text that is kept for a crash, as far as it is on the disk. */
function keptTexts({ workspace }: ScriptedSetup): string {
  const files = readdirSync(workspace.home, { recursive: true, withFileTypes: true });
  const unsent = files.filter(({ name, parentPath }) => name === "unsent.json" || parentPath.endsWith("/unsent"));
  return unsent.map(({ name, parentPath }) => readFileSync(join(parentPath, name), "utf8")).join("\n");
}

test.for([
  ["/clone", "/clone\r", "This is a copy."],
  ["/tree", "/tree\r", "→● "],
] as const)("a text that was cleared with Ctrl+C does not come back after %s", async ([, command, shown]) => {
  await using setup = await withScriptedModel([{ text: "Hello." }, { text: "Next." }]);
  await using tau = await openTau(setup.workspace);
  await typeAndSee(tau, ["one\r", "Hello."], ["a thought to be dropped", "a thought to be dropped"]);
  while (!keptTexts(setup).includes("dropped")) await new Promise(setImmediate);
  // At once: what was kept is still on the disk.
  await typeAndSee(tau, [`\x03${command}`, shown]);
  if (command.startsWith("/tree")) {
    tau.press("up", "enter");
    await typeAndSee(tau, ["", "Leave a summary"], ["\r", /one/]);
  }
  await typeAndSee(tau, ["go on\r", "Next."]);
  expect(tau.picture()).not.toContain("dropped");
  expect(JSON.stringify(setup.server.requests.at(-1)?.body)).not.toContain("dropped");
  expect(await leave(tau)).toBe(0);
  expect(keptTexts(setup)).toBe("");
});

test("commands for the shell that follow each other quickly are all run", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await using tau = await openTau(setup.workspace);
  tau.send("!echo fir''st\r!echo sec''ond\r!echo thi''rd\r");
  await tau.waitForText(/^ *third/m);
  expect(tau.picture()).toMatch(/^ *first[\s\S]*^ *second[\s\S]*^ *third/m);
  expect(tau.picture()).not.toContain("A command is running already");
  expect(await leave(tau)).toBe(0);
});
