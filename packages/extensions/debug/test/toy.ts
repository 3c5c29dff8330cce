import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ModelReply } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { manifest } from "../manifest.ts";
import type { DebugParams } from "../tool.ts";

export const ADAPTER = fileURLToPath(new URL("scripted-adapter.mjs", import.meta.url));

/** A program of the toy language. */
export const PROGRAM = "let x = 1\nadd x 2\nprint x\nadd x 3\nprint done\nexit 4\n";

interface Received {
  readonly type?: string;
  readonly command: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly pid?: number;
  readonly success?: boolean;
  readonly message?: string;
  readonly body?: unknown;
}

/** A session with the toy language's debug adapter. */
export interface ToySession extends AsyncDisposable {
  readonly harness: ExtensionHarness;
  /** Calls the tool once for each set of arguments and resolves to the results' texts. */
  ask(...calls: DebugParams[]): Promise<string[]>;
  /** Whether the last results were errors. */
  errors(): boolean[];
  /** Lets the model call the tool in its next answers. */
  script(...calls: DebugParams[]): void;
  /** The messages that the adapter has received, with one `start` for each of its processes. */
  received(command?: string): Received[];
}

export interface ToyOptions extends Partial<ExtensionHarnessOptions> {
  readonly args?: readonly string[];
  /** Further fields of the adapter's entry. */
  readonly entry?: object;
  /** Further settings of the battery. */
  readonly debug?: object;
}

export async function toySession({
  args = [],
  entry,
  debug,
  files,
  settings,
  ...options
}: ToyOptions = {}): Promise<ToySession> {
  const queue: ModelReply[] = [];
  const log = join(tmpdir(), `tau-debug-${randomUUID()}.jsonl`);
  const toy = { command: process.execPath, args: [ADAPTER, `--log=${log}`, ...args], fileTypes: [".toy"], ...entry };
  const harness = await createExtensionHarness({
    extensions: [manifest],
    script: () => queue.shift() ?? { text: "done" },
    files: { "a.toy": PROGRAM, ...files },
    settings: { sandbox: "off", debug: { adapters: { toy }, ...debug }, ...settings },
    ...options,
  });
  let results: ExtensionHarness["session"]["messages"] = [];
  return {
    harness,
    script: (...calls) => void queue.push(...calls.map(replyOf)),
    ask: async (...calls) => {
      const before = harness.session.messages.length;
      queue.push(...calls.map(replyOf));
      await harness.prompt("go");
      results = harness.session.messages.slice(before);
      return textsOf(results);
    },
    errors: () => results.flatMap((message) => (message.role === "toolResult" ? [message.isError] : [])),
    received: (command) => {
      if (!existsSync(log)) return [];
      const all = readFileSync(log, "utf8").split("\n").filter(Boolean);
      return all
        .map((line) => JSON.parse(line) as Received)
        .filter((each) => command === undefined || each.command === command);
    },
    [Symbol.asyncDispose]: async () => {
      await harness[Symbol.asyncDispose]();
      rmSync(log, { force: true });
    },
  };
}

function replyOf(params: DebugParams): ModelReply {
  return { toolCalls: [{ name: "debug", arguments: params as never }] };
}

/** Returns the texts of the tool results. */
export function textsOf(messages: ExtensionHarness["session"]["messages"]): string[] {
  return messages.flatMap((message) => {
    if (message.role !== "toolResult") return [];
    return [message.content.map((block) => ("text" in block ? block.text : "")).join("\n")];
  });
}

/** Returns whether a process runs. One that has ended counts as gone, even if no parent has taken note of it yet. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/s.test(existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "");
  } catch {
    return false;
  }
}
