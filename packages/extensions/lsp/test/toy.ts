import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ModelReply } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { manifest } from "../manifest.ts";
import type { LspParams } from "../tool.ts";

export const SERVER = fileURLToPath(new URL("scripted-server.mjs", import.meta.url));
const LOG = "server-log.jsonl";

interface Received {
  readonly id?: number;
  readonly method: string;
  readonly params?: {
    readonly position?: { readonly line: number; readonly character: number };
    readonly textDocument?: { readonly uri: string; readonly version?: number; readonly text?: string };
    readonly id?: number;
  };
  readonly pid?: number;
}

/** A session with the toy language's server. */
export interface ToySession extends AsyncDisposable {
  readonly harness: ExtensionHarness;
  /** Calls the tool once for each set of arguments and resolves to the results' texts. */
  ask(...calls: LspParams[]): Promise<string[]>;
  /** Lets the model call the tool in its next answers. */
  script(...calls: LspParams[]): void;
  /** Calls any tools. */
  run(...calls: readonly (readonly [name: string, args: object])[]): Promise<string[]>;
  /** The messages that the server has received, with one `start` for each of its processes. */
  received(): Received[];
  /** The details of the last result. */
  details(): unknown;
  read(name: string): string;
}

export interface ToyOptions extends Partial<ExtensionHarnessOptions> {
  readonly args?: readonly string[];
  /** Further fields of the server's entry, or of the file. */
  readonly entry?: object;
  readonly config?: object;
}

export async function toySession({
  args = [],
  entry,
  config,
  files,
  ...options
}: ToyOptions = {}): Promise<ToySession> {
  const queue: ModelReply[] = [];
  const harness = await createExtensionHarness({
    extensions: [manifest],
    script: () => queue.shift() ?? { text: "done" },
    files: { ...files },
    ...options,
  });
  const { workspace } = harness;
  const log = `${workspace.tauHome}/${LOG}`;
  const server = {
    command: process.execPath,
    args: [SERVER, `--log=${log}`, ...args],
    fileTypes: [".toy"],
    rootMarkers: ["toy.json"],
    ...entry,
  };
  await workspace.configure("lsp.json", { servers: { toy: server }, ...config });
  const run: ToySession["run"] = async (...calls) => {
    const before = harness.session.messages.length;
    for (const [name, given] of calls) queue.push(replyOf(name, given));
    await harness.prompt("go");
    return textsOf(harness.session.messages.slice(before));
  };
  return {
    harness,
    run,
    script: (...calls) => void queue.push(...calls.map((params) => replyOf("lsp", params))),
    ask: (...calls) => run(...calls.map((params) => ["lsp", params] as const)),
    received: () => {
      if (!existsSync(log)) return [];
      return readFileSync(log, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Received);
    },
    details: () => harness.session.messages.findLast(({ role }) => role === "toolResult")?.["details" as never],
    read: (name) => readFileSync(`${workspace.cwd}/${name}`, "utf8"),
    [Symbol.asyncDispose]: async () => await harness[Symbol.asyncDispose](),
  };
}

function replyOf(name: string, args: object): ModelReply {
  return { toolCalls: [{ name, arguments: args as never }] };
}

/** Returns the texts of the tool results. */
export function textsOf(messages: ExtensionHarness["session"]["messages"] | readonly { role: string }[]): string[] {
  return (messages as ExtensionHarness["session"]["messages"]).flatMap((message) => {
    if (message.role !== "toolResult") return [];
    return [message.content.map((block) => ("text" in block ? block.text : "")).join("\n")];
  });
}
