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
  expect(reader.terminal.text()).toMatch(/─\nsee this[\s\S]*1 image attached/);
});

test("a prompt that the session refuses is back in the editor, with its images", async () => {
  await using setup = await withPicture();
  await setup.workspace.configure("auth.json", { openai: { type: "api_key", key: "key" } });
  await using tau = await openTau(setup.workspace, { args: ["--model", "openai/gpt-5"], columns: 120 });
  await typeAndSee(tau, ["/logout openai\r", "Forgot the credentials"]);
  await typeAndSee(tau, [setup.drop, "1 image attached"], ["a long thought\r", "No credentials for openai"]);
  expect(tau.picture()).toMatch(/─\na long thought[\s\S]*1 image attached/);
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
