import { readFileSync, statSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import type {
  ContentBlock,
  SessionUpdate,
  ToolCallContent,
  ToolCallLocation,
  ToolKind,
} from "@agentclientprotocol/sdk";
import type { AgentToolResult, ServedSession } from "@tau/coding-agent";
import type { ClientFiles } from "./client-files.ts";

type Effects = ReturnType<ServedSession["describeCall"]>;

export interface ToolCallParts {
  readonly cwd: string;
  readonly describe: (toolName: string, args: unknown) => Effects;
  readonly files: Pick<ClientFiles, "takeChange">;
}

interface RunningCall {
  readonly effects: Effects;
  readonly args: unknown;
  /** The files that the call may change, as they were before it. */
  readonly before: ReadonlyMap<string, string | undefined>;
  terminalId?: string;
}

/** Files above this are not compared. */
const MAX_DIFF_BYTES = 1024 * 1024;
/** While a call runs, only the end of its output is sent. */
const MAX_PARTIAL = 8000;

const SEARCHES = new Set(["grep", "find", "ls", "tool_search"]);
const LABELS: Readonly<Record<string, string>> = {
  read: "Read",
  edit: "Edit",
  write: "Write",
  grep: "Search",
  find: "Find",
  ls: "List",
};

/** Describes the tool calls of a session to the client. */
export class ToolCalls {
  private readonly parts: ToolCallParts;
  private readonly running = new Map<string, RunningCall>();

  constructor(parts: ToolCallParts) {
    this.parts = parts;
  }

  /** Returns what a call is about. */
  describe(name: string, args: unknown, effects = this.parts.describe(name, args)) {
    return {
      title: this.title(name, args, effects),
      name,
      kind: kindOf(name, effects),
      locations: locationsOf(effects, args),
      rawInput: args,
    };
  }

  start(toolCallId: string, name: string, args: unknown): SessionUpdate {
    const effects = this.parts.describe(name, args);
    const changed = effects.effect === "write" ? pathsOf(effects) : [];
    this.running.set(toolCallId, { effects, args, before: new Map(changed.map((path) => [path, textOf(path)])) });
    return { sessionUpdate: "tool_call", toolCallId, ...this.describe(name, args, effects), status: "pending" };
  }

  update(toolCallId: string, { content }: AgentToolResult): SessionUpdate {
    const isShown = this.running.get(toolCallId)?.terminalId !== undefined;
    const partial = content.flatMap((block) => (block.type === "text" ? [textContent(endOf(block.text))] : []));
    return {
      ...{ sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" },
      ...(isShown ? {} : { content: partial }),
    };
  }

  end(toolCallId: string, result: AgentToolResult, isError: boolean): SessionUpdate {
    const call = this.running.get(toolCallId);
    this.running.delete(toolCallId);
    const diffs = call && !isError ? this.diffs(call) : [];
    const shown: ToolCallContent[] = call?.terminalId ? [{ type: "terminal", terminalId: call.terminalId }] : diffs;
    return {
      ...{ sessionUpdate: "tool_call_update", toolCallId, status: isError ? "failed" : "completed" },
      content: shown.length > 0 ? shown : resultContent(result.content),
    };
  }

  /** Shows a terminal in the call that runs the command. Returns the update, if there is such a call. */
  showTerminal(command: string, terminalId: string): SessionUpdate | undefined {
    for (const [toolCallId, call] of this.running) {
      const own = (call.args as { command?: unknown } | undefined)?.command;
      if (call.terminalId !== undefined || typeof own !== "string" || !command.endsWith(own)) continue;
      call.terminalId = terminalId;
      const content: ToolCallContent[] = [{ type: "terminal", terminalId }];
      return { sessionUpdate: "tool_call_update", toolCallId, status: "in_progress", content };
    }
    return undefined;
  }

  private title(name: string, args: unknown, { command, paths = [], host }: Effects): string {
    if (command !== undefined) return command;
    const { pattern } = args as { pattern?: unknown };
    const named = paths.map((path) => relativeTo(this.parts.cwd, path)).join(", ");
    const subject = typeof pattern === "string" ? pattern : named || host || "";
    return `${LABELS[name] ?? name} ${subject}`.trim();
  }

  private diffs({ before }: RunningCall): ToolCallContent[] {
    return [...before].flatMap(([path, text]): ToolCallContent[] => {
      const client = this.parts.files.takeChange(path);
      const oldText = client.before ?? text;
      const newText = client.after ?? textOf(path);
      if (oldText === newText || (oldText ?? newText) === undefined) return [];
      return [{ type: "diff", path, oldText: oldText ?? null, newText: newText ?? "" }];
    });
  }
}

export function textContent(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text } };
}

export function resultContent(content: AgentToolResult["content"]): ToolCallContent[] {
  return content.map((block): ToolCallContent => {
    const shown: ContentBlock =
      block.type === "image"
        ? { type: "image", data: block.data, mimeType: block.mimeType }
        : { type: "text", text: block.text };
    return { type: "content", content: shown };
  });
}

function kindOf(name: string, { effect }: Effects): ToolKind {
  if (SEARCHES.has(name)) return "search";
  if (name === "todo") return "think";
  switch (effect) {
    case "read":
      return "read";
    case "write":
      return "edit";
    case "execute":
      return "execute";
    case "network":
      return "fetch";
    case "unknown":
      return "other";
  }
}

function locationsOf(effects: Effects, args: unknown): ToolCallLocation[] {
  if (effects.command !== undefined) return [];
  const { offset } = (args ?? {}) as { offset?: unknown };
  const line = typeof offset === "number" && offset > 0 ? { line: offset } : {};
  return pathsOf(effects).map((path) => ({ path, ...line }));
}

function pathsOf({ paths = [] }: Effects): string[] {
  return paths.filter((path) => isAbsolute(path));
}

function relativeTo(cwd: string, path: string): string {
  const inside = isAbsolute(path) ? relative(cwd, path) : path;
  return inside === "" || inside.startsWith("..") ? path : inside;
}

/** Returns the text of a file, or `undefined` if there is none that can be compared. */
function textOf(path: string): string | undefined {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts?.isFile() && facts.size <= MAX_DIFF_BYTES ? readFileSync(path, "utf8") : undefined;
}

function endOf(text: string): string {
  return text.length > MAX_PARTIAL ? `…${text.slice(-MAX_PARTIAL)}` : text;
}
