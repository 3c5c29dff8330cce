import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { helpText } from "../src/cli/run-cli.ts";
import { sse, startServer, status } from "./support/http-server.ts";

const program = fileURLToPath(new URL("../src/cli.ts", import.meta.url));

interface RunOptions {
  readonly env?: Record<string, string>;
  readonly stdin?: string;
}

async function run(args: readonly string[], { env = {}, stdin = "" }: RunOptions = {}) {
  const home = env.TAU_HOME ?? (await temporaryHome());
  return await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ["--conditions=@tau/source", "--no-warnings", program, ...args],
      { env: { HOME: home, TAU_HOME: home, PATH: process.env.PATH ?? "", ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
    child.stdin?.end(stdin);
  });
}

async function temporaryHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "tau-ai-cli-"));
  onTestFinished(() => rm(home, { recursive: true }));
  return home;
}

const answered = sse(
  { choices: [{ index: 0, delta: { content: "forty-" } }] },
  { choices: [{ index: 0, delta: { content: "two" }, finish_reason: "stop" }] },
  "[DONE]",
);

test("a prompt and what is piped in are asked together, and the answer alone is on stdout", async () => {
  await using server = await startServer(answered);
  const args = ["complete", "--model", "groq", "--base-url", server.url, "--system", "Be brief.", "what", "is", "it?"];
  const exit = await run(args, { env: { GROQ_API_KEY: "key" }, stdin: "the question\n" });
  expect(exit).toEqual({ code: 0, stdout: "forty-two\n", stderr: "" });
  expect(JSON.stringify(server.requests[0]?.body)).toContain("what is it?\\n\\nthe question");
  expect(server.requests[0]?.headers.authorization).toBe("Bearer key");
});

test("with --json the events are on stdout, one a line, without the live message", async () => {
  await using server = await startServer(answered);
  const args = ["complete", "--json", "--model", "groq", "--base-url", server.url, "hi"];
  const { code, stdout } = await run(args, { env: { GROQ_API_KEY: "key" } });
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect([code, events.slice(0, 4)]).toEqual([
    0,
    [
      { type: "start" },
      { type: "text_start", contentIndex: 0 },
      { type: "text_delta", contentIndex: 0, delta: "forty-" },
      { type: "text_delta", contentIndex: 0, delta: "two" },
    ],
  ]);
  expect(events.at(-1)).toMatchObject({ type: "done", reason: "stop", message: { content: [{ text: "forty-two" }] } });
});

test("a refusal is one line on stderr, without the key", async () => {
  await using server = await startServer(status(401, { error: { message: "no such key: sk-secret" } }));
  const args = ["complete", "--model", "groq", "--base-url", server.url, "hi"];
  const exit = await run(args, { env: { GROQ_API_KEY: "sk-secret" } });
  expect(exit).toMatchObject({ code: 1, stdout: "" });
  expect(exit.stderr).toMatch(/^tau-ai: groq refused the credentials \(HTTP 401\).*Check GROQ_API_KEY.*\n$/);
  expect(exit.stderr).not.toContain("sk-secret");
});

test("a login is kept for its owner alone, and used by the next request", async () => {
  const home = await temporaryHome();
  await using oauth = await startServer(
    status(200, { device_code: "d", user_code: "AB-12", verification_uri: "https://x.example", interval: 0.01 }),
    status(200, { access_token: "token", refresh_token: "r", expires_in: 3600 }),
  );
  const env = {
    TAU_HOME: home,
    TAU_OAUTH_GROQ_CLIENT_ID: "mine",
    TAU_OAUTH_GROQ_DEVICE_URL: oauth.url,
    TAU_OAUTH_GROQ_TOKEN_URL: oauth.url,
  };
  const login = await run(["login", "groq"], { env });
  expect(login).toMatchObject({ code: 0, stdout: "" });
  expect(login.stderr).toContain("Open https://x.example and enter the code AB-12");
  const file = join(home, "auth.json");
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ groq: { type: "oauth", access: "token" } });
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe("600");
  await using server = await startServer(answered);
  await run(["complete", "--model", "groq", "--base-url", server.url, "hi"], { env });
  expect(server.requests[0]?.headers.authorization).toBe("Bearer token");
});

test("the other accounts of a provider stay where the first is renewed or one is added", async () => {
  const home = await temporaryHome();
  const file = join(home, "auth.json");
  const ended = { type: "oauth", access: "old", refresh: "r1", expires: 1 };
  const second = { type: "api_key", key: "second" };
  await writeFile(file, JSON.stringify({ groq: [ended, second], other: second }));
  await using oauth = await startServer(
    status(200, { access_token: "renewed", expires_in: 3600 }),
    status(200, { device_code: "d", user_code: "AB-12", verification_uri: "https://x.example", interval: 0.01 }),
    status(200, { access_token: "added", refresh_token: "r2", expires_in: 3600 }),
  );
  await using server = await startServer(answered);
  const env = {
    TAU_HOME: home,
    TAU_OAUTH_GROQ_CLIENT_ID: "mine",
    TAU_OAUTH_GROQ_DEVICE_URL: oauth.url,
    TAU_OAUTH_GROQ_TOKEN_URL: oauth.url,
  };
  await run(["complete", "--model", "groq", "--base-url", server.url, "hi"], { env });
  expect(server.requests[0]?.headers.authorization).toBe("Bearer renewed");
  await run(["login", "groq"], { env });
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
    groq: [{ type: "oauth", access: "added" }, { type: "oauth", access: "renewed", refresh: "r1" }, second],
    other: second,
  });
});

test("a stored key is sent as it is, or as the variable it names; one that must be looked up is not sent", async () => {
  const home = await temporaryHome();
  await using server = await startServer(answered);
  const ask = async (key: string) => {
    await writeFile(join(home, "auth.json"), JSON.stringify({ groq: { type: "api_key", key } }));
    const args = ["complete", "--model", "groq", "--base-url", server.url, "hi"];
    const { stderr } = await run(args, { env: { TAU_HOME: home, MY_KEY: "named" } });
    return stderr || server.requests.at(-1)?.headers.authorization;
  };
  expect([await ask("plain"), await ask("MY_KEY")]).toEqual(["Bearer plain", "Bearer named"]);
  const told = `tau-ai: The key of groq in ${join(home, "auth.json")} is to be looked up, which only tau does. Set GROQ_API_KEY.\n`;
  expect([await ask("!pass show groq"), await ask("$MY_KEY")]).toEqual([told, told]);
  expect(server.requests).toHaveLength(2);
});

test("providers and models are listed", async () => {
  const providers = await run(["providers"], { env: { GROQ_API_KEY: "key" } });
  expect(providers.stdout).toMatch(/^groq +Groq +GROQ_API_KEY is set$/m);
  expect(providers.stdout).toMatch(/^openai +OpenAI +OPENAI_API_KEY$/m);
  const models = await run(["models"], { env: { GROQ_API_KEY: "key" } });
  const listed = models.stdout.trim().split("\n");
  expect(listed.length).toBeGreaterThan(1);
  expect(listed.filter((line) => !line.startsWith("groq/"))).toEqual([]);
});

test.each([
  [["nonsense"], 2, /There is no command nonsense\. Known: complete, login, providers, models\./],
  [["complete", "--modle", "x"], 2, /--modle/],
  [["complete"], 1, /Nothing to ask/],
  [["complete", "--model", "nobody", "hi"], 1, /There is no provider nobody/],
  [["complete", "--model", "groq/nothing", "hi"], 1, /nothing/],
  [["login"], 1, /A login needs one of these providers: anthropic,/],
])("%j fails with %i and says why", async (args, code, message) => {
  const exit = await run(args);
  expect(exit).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(message) });
  expect(exit.stderr.trim().split("\n")).toHaveLength(1);
});

test("help names every command and option", async () => {
  expect(await run([])).toEqual({ code: 0, stdout: helpText(), stderr: "" });
  expect(helpText()).toMatchInlineSnapshot(`
    "tau-ai: ask a model, from the command line

    Usage: tau-ai <command> [options]

      complete [prompt …]          Ask once, with the prompt or what is piped in, and print the answer
          --model <provider[/id]>  Whom to ask (default anthropic)
          --system <text>          The system prompt
          --base-url <url>         Another server that speaks the model's protocol
          --retries <n>            How often to try again what may pass (default 2)
          --json                   Print the events of the answer instead, one JSON object a line
      login <provider>             Sign in to a provider and keep the login in auth.json
      providers                    List the providers, and where their key comes from
      models [provider]            List the models of a provider, or of all there is a key for
    "
  `);
});
