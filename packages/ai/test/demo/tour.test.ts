import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type AssistantMessage,
  type Context,
  complete,
  demoModel,
  type Message,
  type Tool,
  type ToolCall,
} from "../../src/index.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tau-tour-"));
});
afterEach(() => rm(folder, { recursive: true }));

const tools: Tool[] = ["bash", "read", "write", "edit"].map((name) => ({ name, description: name, parameters: {} }));

test("the tour really writes a failing program, fixes it and runs it green", async () => {
  const messages = await run(["show me"]);
  const calls = messages.flatMap((message) => (message.role === "assistant" ? message.content : []));
  expect(calls.filter((block) => block.type === "toolCall").map(({ name }) => name)).toEqual([
    "bash",
    "write",
    "bash",
    "read",
    "edit",
    "bash",
  ]);
  const outputs = messages.filter((message) => message.role === "toolResult").map(({ isError }) => isError);
  expect(outputs).toEqual([false, false, true, false, false, false]);
  expect(lastText(messages)).toMatch(/All checks pass[\s\S]*ANTHROPIC_API_KEY[\s\S]*Ollama/);
  expect(await readdir(folder)).toEqual(["median.mjs"]);
});

test("in a folder that is not empty it works in one of its own", async () => {
  await writeFile(join(folder, "median.mjs"), "mine");
  const messages = await run(["give me a tour"]);
  expect(await readdir(folder)).toEqual(["median.mjs"]);
  expect(await readFile(join(folder, "median.mjs"), "utf8")).toBe("mine");
  const [scratch] = /[^\s`]+tau-tour-\w+/.exec(lastText(messages)) ?? [];
  expect(lastText(messages)).toMatch(/All checks pass/);
  await rm(scratch ?? "", { recursive: true });
});

test("any other prompt gets an honest answer and an offer that can be accepted", async () => {
  const offered = await run(["hello"]);
  expect(lastText(offered)).toMatch(/a script, not a language model[\s\S]*"show me"/);
  expect(lastText(await run(["yes please"], offered))).toMatch(/All checks pass/);
});

test("what an extension adds to the user's words does not hide them", async () => {
  const say = (content: string): Message => ({ role: "user", content, timestamp: 0 });
  const answer = await complete(demoModel, { messages: [say("show me"), say("Plan mode is over.")], tools });
  expect(answer.content.at(-1)).toMatchObject({ type: "toolCall", name: "bash" });
});

test("a denied or failed tool stops it politely, and continue goes on from there", async () => {
  const denied = await run(["show me"], [], (call) => call.name === "write" && "Permission denied by the user");
  expect(lastText(denied)).toMatch(/You did not allow `write`/);
  expect(await readdir(folder)).toEqual([]);
  expect(lastText(await run(["continue"], denied))).toMatch(/All checks pass/);
  const broken = await run(["show me"], [], (call) => call.name === "bash" && "spawn bash ENOENT");
  expect(lastText(broken)).toMatch(/`bash` did not do what my script expects:\n\n> spawn bash ENOENT/);
});

test("a session cut off in the middle is resumed from the messages alone", async () => {
  const whole = await run(["show me"]);
  await rm(join(folder, "median.mjs"));
  const firstSteps = whole.slice(0, 3);
  expect(lastText(await run([], structuredClone(firstSteps)))).toMatch(/All checks pass/);
});

test("without its tools it says what is missing", async () => {
  const message = await complete(demoModel, { messages: [user("show me")], tools: [] });
  expect(message).toMatchObject({ stopReason: "stop", provider: "demo", model: "tour" });
  expect(lastText([message])).toMatch(/needs the tool `ls` or `bash`/);
});

test("a pace spreads the answer and can be aborted", async () => {
  const controller = new AbortController();
  const pending = complete(
    demoModel,
    { messages: [user("hi")] },
    {
      signal: controller.signal,
      env: { TAU_DEMO_TOKENS_PER_SECOND: "1" },
    },
  );
  controller.abort();
  expect((await pending).stopReason).toBe("aborted");
});

type Refusal = (call: ToolCall) => string | false;

/** A loop as an agent runs it, with real files and processes. */
async function run(prompts: string[], history: Message[] = [], refuse: Refusal = () => false): Promise<Message[]> {
  const messages = [...history, ...prompts.map(user)];
  for (;;) {
    const context: Context = { messages, tools };
    const answer: AssistantMessage = await complete(demoModel, context);
    messages.push(answer);
    const calls = answer.content.filter((block) => block.type === "toolCall");
    if (calls.length === 0) return messages;
    for (const call of calls) {
      const refusal = refuse(call);
      const result = refusal ? { text: refusal, isError: true } : await execute(call);
      messages.push({
        role: "toolResult",
        toolCallId: call.id,
        toolName: call.name,
        content: [{ type: "text", text: result.text }],
        isError: result.isError,
        timestamp: 0,
      });
    }
  }
}

async function execute({ name, arguments: input }: ToolCall): Promise<{ text: string; isError: boolean }> {
  const path = resolve(folder, String(input.path));
  if (name === "bash") return await shell(String(input.command));
  if (name === "read") return { text: await readFile(path, "utf8"), isError: false };
  if (name === "write") await writeFile(path, String(input.content));
  if (name === "edit") {
    const [change] = input.edits as unknown as { oldText: string; newText: string }[];
    const text = await readFile(path, "utf8");
    expect(text.split(change!.oldText)).toHaveLength(2);
    await writeFile(path, text.replace(change!.oldText, change!.newText));
  }
  return { text: "done", isError: false };
}

function shell(command: string): Promise<{ text: string; isError: boolean }> {
  return new Promise((resolve) => {
    execFile("sh", ["-c", command], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ text: stdout + stderr, isError: error !== null }),
    );
  });
}

function user(content: string): Message {
  return { role: "user", content, timestamp: 0 };
}

function lastText(messages: Message[]): string {
  const last = messages.at(-1);
  const block = last?.role === "assistant" ? last.content.find(({ type }) => type === "text") : undefined;
  return block?.type === "text" ? block.text : "";
}
