import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as fc from "fast-check";
import type { Library } from "../../library.ts";
import { subject } from "../../subject.ts";
import { answerOf } from "../ai/protocols.ts";
import { withServer } from "../ai/recording-server.ts";
import { anonymous } from "../anonymous.ts";

const API = "openai-completions";

/** What the model says, turn by turn. */
const SCRIPTS = {
  text: [{ says: [{ text: ["Hello", " world"] }] }],
  thinking: [{ says: [{ thinking: ["Hm"], signature: "reasoning_content" }, { text: ["Done."] }] }],
  tool: [
    { says: [{ text: ["I look."] }, { call: { id: "call_1", name: "read", pieces: ['{"path":', '"a.txt"}'] } }] },
    { says: [{ text: ["It says hello."] }] },
  ],
  failing: [
    { says: [{ call: { id: "call_1", name: "read", pieces: ['{"path":"missing.txt"}'] } }] },
    { says: [{ text: ["There is none."] }] },
  ],
  length: [{ says: [{ text: ["Half"] }], end: "length" as const }],
};
type Script = keyof typeof SCRIPTS;
const script = fc.constantFrom<Script>("text", "thinking", "tool", "failing", "length");

/** RPC commands without an effect on later ones but for the session itself. */
const COMMANDS: Readonly<Record<string, object>> = {
  prompt: { type: "prompt", message: "hello" },
  state: { type: "get_state" },
  messages: { type: "get_messages" },
  text: { type: "get_last_assistant_text" },
  level: { type: "set_thinking_level", level: "high" },
  steering: { type: "set_steering_mode", mode: "all" },
  retry: { type: "set_auto_retry", enabled: false },
  name: { type: "set_session_name", name: "named" },
  bash: { type: "bash", command: "echo out" },
  forks: { type: "get_fork_messages" },
  unknown: { type: "no_such_command" },
};

type Line = Record<string, unknown> & { type: string };

export const programSubjects = [
  subject<Script>({
    name: "coding-agent/json-mode",
    inputs: script,
    examples: Object.keys(SCRIPTS) as Script[],
    runs: 1,
    timeoutMs: 60_000,
    run: (library, name) =>
      inFolder(library, name, async (start) => {
        const program = start(["--mode", "json", "--no-session", "hello"]);
        program.child.stdin.end();
        const [code] = (await once(program.child, "exit")) as [number];
        return { code, lines: comparableLines(program.lines) };
      }),
  }),
  subject<{ script: Script; commands: string[] }>({
    name: "coding-agent/rpc-mode",
    inputs: fc.record({
      script,
      commands: fc.array(fc.constantFrom(...Object.keys(COMMANDS)), { minLength: 1, maxLength: 5 }),
    }),
    examples: [{ script: "tool", commands: ["prompt", "state", "messages", "text", "forks"] }],
    runs: 5,
    timeoutMs: 60_000,
    run: (library, { script: name, commands }) =>
      inFolder(library, name, async (start) => {
        const program = start(["--mode", "rpc", "--no-session"]);
        for (const [index, command] of commands.entries()) {
          const id = `request-${index}`;
          program.child.stdin.write(`${JSON.stringify({ ...COMMANDS[command], id })}\n`);
          await program.until((line) => line.type === "response" && (line.id === id || command === "unknown"));
          if (command === "prompt") await program.until((line) => line.type === "agent_end");
        }
        program.child.stdin.end();
        await once(program.child, "exit");
        return comparableLines(program.lines);
      }),
  }),
];

interface Program {
  readonly child: ReturnType<typeof startProcess>;
  readonly lines: Line[];
  /** Resolves once a line that was not waited for before fits. */
  until(fits: (line: Line) => boolean): Promise<void>;
}

async function inFolder<T>(
  library: Library,
  name: Script,
  use: (start: (args: readonly string[]) => Program) => Promise<T>,
): Promise<T> {
  const folder = join(library.root, "program");
  const home = join(folder, "home");
  const cwd = join(folder, "project");
  rmSync(folder, { recursive: true, force: true });
  for (const each of [home, cwd]) mkdirSync(each, { recursive: true });
  writeFileSync(join(cwd, "a.txt"), "hello\n");
  const { result } = await withServer(
    SCRIPTS[name].map((each) => answerOf(API, each)),
    async (url) => {
      const model = { id: "m1", name: "Scripted", reasoning: true, contextWindow: 100_000, maxTokens: 8000 };
      const scripted = { baseUrl: `${url}/v1`, api: API, apiKey: "key-1", models: [model] };
      writeFileSync(join(home, "models.json"), JSON.stringify({ providers: { scripted } }));
      const programs: Program[] = [];
      try {
        return await use((args) => {
          const program = follow(startProcess(library.cli, [...args, "--model", "scripted/m1"], home, cwd));
          programs.push(program);
          return program;
        });
      } finally {
        for (const { child } of programs) child.kill("SIGKILL");
      }
    },
  );
  return result;
}

function startProcess(cli: string, args: readonly string[], home: string, cwd: string) {
  const env = { ...process.env, PI_CODING_AGENT_DIR: home, TAU_HOME: home, HOME: home };
  return spawn(process.execPath, [cli, ...args], { cwd, env, stdio: ["pipe", "pipe", "ignore"] });
}

function follow(child: ReturnType<typeof startProcess>): Program {
  const lines: Line[] = [];
  let seen = 0;
  let wake: (() => void) | undefined;
  createInterface({ input: child.stdout }).on("line", (text) => {
    lines.push(JSON.parse(text) as Line);
    wake?.();
  });
  const ended = once(child, "exit");
  return {
    child,
    lines,
    async until(fits) {
      for (;;) {
        while (seen < lines.length) if (fits(lines[seen++] as Line)) return;
        if (child.exitCode !== null) return;
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await Promise.race([promise, ended]);
      }
    },
  };
}

/**
 * Ids and times made alike, without what is known to differ in every run: the line ready, the system prompt as a message, members that only
 * ours has, the costs and the wording of errors.
 */
function comparableLines(lines: readonly Line[]): unknown {
  const ids = new Map<string, string>();
  const kept = lines.filter((line) => !UNCOMPARED.has(line.type) && !isSystem(line.message));
  return kept.map((line) => reduced(anonymous(line, ids)));
}

/** How an answer is cut into events is compared by the streams of the library. */
const UNCOMPARED: ReadonlySet<string> = new Set(["ready", "message_update"]);
const OMITTED: ReadonlySet<string> = new Set([
  "aborted",
  "baseUrl",
  "disposition",
  "durationMs",
  "error",
  "intentId",
  "responseId",
  "responseModel",
  "sessionFile",
  "usage",
]);

function reduced(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => !isSystem(each)).map(reduced);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !OMITTED.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, reduced(member)]));
}

function isSystem(value: unknown): boolean {
  return typeof value === "object" && value !== null && "role" in value && value.role === "system";
}
