import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AssistantMessage, type AssistantMessageEvent, streamSimple } from "../src/index.ts";
import { dialects } from "./support/dialects/index.ts";
import { FAILURES, type Failure, failuresWithin, MARK, SECRET } from "./support/failures.ts";
import { testModel } from "./support/models.ts";

/** What no one who is not one of us could act on. */
const OURS = /undefined|\[object |Cannot read|is not a function|is not iterable|NaN/;
const KEPT_BODY = 4_000;

describe.each(dialects)("$api", (dialect) => {
  const [first = ""] = dialect.encode({ says: [{ text: ["Hello", " there"] }] });

  test.each([...FAILURES, ...failuresWithin([first])])("$name is one error to act on", async (failure) => {
    await using server = await failure.start();
    const model = testModel(dialect.api, { baseUrl: server.url, ...dialect.model });
    const options = { apiKey: SECRET, maxRetries: 0, env: { NO_PROXY: "*" } };
    const stream = streamSimple(model, { messages: [{ role: "user", content: "hi", timestamp: 0 }] }, options);
    check(failure, await Array.fromAsync(stream));
    expect(JSON.stringify(await stream.result())).not.toContain(SECRET);
  });
});

describe("openai-codex-responses over a WebSocket", () => {
  test.each(FAILURES)("$name is one error to act on", async (failure) => {
    await using server = await failure.start();
    const model = testModel("openai-codex-responses", { baseUrl: server.url });
    const options = { apiKey: SECRET, maxRetries: 0, transport: "websocket" as const, env: { NO_PROXY: "*" } };
    const stream = streamSimple(model, { messages: [{ role: "user", content: "hi", timestamp: 0 }] }, options);
    check(failure, await Array.fromAsync(stream));
    expect(JSON.stringify(await stream.result())).not.toContain(SECRET);
  });
});

/** Whoever serves a protocol, with the variable that holds its key. */
const PROVIDERS: readonly (readonly [provider: string, variable: string])[] = [
  ["anthropic", "ANTHROPIC_API_KEY"],
  ["openai", "OPENAI_API_KEY"],
  ["groq", "GROQ_API_KEY"],
  ["google", "GEMINI_API_KEY"],
  ["google-vertex", "GOOGLE_CLOUD_API_KEY"],
  ["mistral", "MISTRAL_API_KEY"],
  ["azure", "AZURE_OPENAI_API_KEY"],
  ["amazon-bedrock", "AWS_BEARER_TOKEN_BEDROCK"],
];

/** Every failure at one provider, in turn; all of them at all with TAU_SWEEP=1, which takes minutes. */
const CASES = FAILURES.flatMap((failure, index) =>
  PROVIDERS.filter((_, turn) => process.env.TAU_SWEEP || turn === index % PROVIDERS.length).map(
    ([provider, variable]) => ({ provider, variable, failure, name: failure.name }),
  ),
);

describe("as a program", () => {
  let folder: string;
  let program: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tau-ai-sweep-"));
    program = join(folder, "cli.mjs");
    const entry = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
    await build({ entryPoints: [entry], outfile: program, bundle: true, format: "esm", platform: "node" });
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each(CASES)("$provider: $name", async ({ provider, variable, failure }) => {
    await using server = await failure.start();
    const args = ["complete", "--json", "--retries", "0", "--model", provider, "--base-url", server.url, "hi"];
    const env = { HOME: folder, TAU_HOME: folder, PATH: process.env.PATH ?? "", NO_PROXY: "*", [variable]: SECRET };
    const { code, stdout, stderr } = await run(program, args, env);
    const events = stdout
      .trim()
      .split("\n")
      .map((line): AssistantMessageEvent => JSON.parse(line));
    const { errorMessage } = check(failure, events);
    expect([code, stderr]).toEqual([1, `tau-ai: ${errorMessage}\n`]);
    expect(stdout + stderr).not.toContain(SECRET);
  });

  test("an unknown provider, model and number are told before anything is sent", async () => {
    const env = { HOME: folder, TAU_HOME: folder, PATH: process.env.PATH ?? "", GROQ_API_KEY: SECRET };
    const asked = (...args: string[]) => run(program, ["complete", ...args, "hi"], env);
    expect(await asked("--model", "groq/nothing")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no model nothing/),
    });
    expect(await asked("--model", "nobody")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no provider nobody/),
    });
    expect(await asked("--retries", "many")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/--retries takes a number/),
    });
  });
});

/** One `error`, at the end, in words and in a code, with what the server said kept for whoever looks closer. */
function check(failure: Failure, events: readonly AssistantMessageEvent[]): AssistantMessage {
  expect(events.filter(({ type }) => type === "error" || type === "done")).toHaveLength(1);
  const last = events.at(-1);
  if (last?.type !== "error") throw new Error(`The answer ended with ${last?.type}.`);
  const { errorMessage = "", error } = last.error;
  expect(errorMessage).toMatch(failure.says);
  expect(errorMessage).not.toMatch(OURS);
  expect(errorMessage).not.toMatch(/\p{Cc}/u);
  expect(errorMessage.length).toBeLessThan(1_500);
  expect(failure.codes).toContain(error?.code);
  if (failure.keepsBody) expect(error?.body).toContain(MARK);
  expect((error?.body ?? "").length).toBeLessThanOrEqual(KEPT_BODY);
  return last.error;
}

function run(program: string, args: readonly string[], env: Record<string, string>) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
    child.stdin?.end();
  });
}
