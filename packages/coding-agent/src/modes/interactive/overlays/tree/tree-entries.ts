import type { SessionEntry, SessionLog, SessionTreeNode } from "@tau/agent";
import { contentText, type ToolResultMessage } from "@tau/ai";
import { asTyped } from "../../../../core/session/log/as-typed.ts";
import { plainLine } from "../../parts/plain-line.ts";

export type TreeFilter = "default" | "no-tools" | "user-only" | "labeled-only" | "all";

export const TREE_FILTERS: readonly TreeFilter[] = ["default", "no-tools", "user-only", "labeled-only", "all"];

/** One line of the tree: an entry, with its indentation and branch lines. */
export interface TreeRow {
  readonly node: SessionTreeNode;
  readonly indent: string;
  /** The text of the entry, on one line. */
  readonly text: string;
  readonly isOnPath: boolean;
  readonly hasBranches: boolean;
}

export interface TreeView {
  readonly filter: TreeFilter;
  readonly query: string;
  readonly folded: ReadonlySet<string>;
  readonly leafId: string | null;
}

/**
 * Returns the visible lines in order. Only a fork indents, so a conversation without branches is a plain list. Uses an explicit stack,
 * because a session may be deeper than the call stack.
 */
export function treeRows(roots: readonly SessionTreeNode[], view: TreeView): TreeRow[] {
  const path = pathTo(roots, view.leafId);
  const calls = toolCalls(roots);
  const rows: TreeRow[] = [];
  const pending = stacked(roots, roots.length > 1 ? "│ " : "", "");
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, indent, below } = next;
    const isFork = node.children.length > 1;
    const text = describeEntry(node.entry, calls);
    if (isShown(node, text, view))
      rows.push({ node, indent, text, isOnPath: path.has(node.entry.id), hasBranches: isFork });
    if (view.folded.has(node.entry.id)) continue;
    pending.push(...stacked(node.children, isFork ? `${below}│ ` : below, isFork ? `${below}├ ` : below));
  }
  return rows;
}

/** Entries that do not change the place in the conversation: names, labels and notes of extensions. */
const ASIDE = new Set<SessionEntry["type"]>(["session_info", "label", "custom"]);

/** Returns the entry of the conversation at the current place. */
export function presentPlace(log: Pick<SessionLog, "getLeafId" | "getEntry">): string | null {
  let id = log.getLeafId();
  for (let entry = entryOf(log, id); entry && ASIDE.has(entry.type); entry = entryOf(log, id)) id = entry.parentId;
  return id;
}

function entryOf(log: Pick<SessionLog, "getEntry">, id: string | null): SessionEntry | undefined {
  return id === null ? undefined : log.getEntry(id);
}

interface Pending {
  readonly node: SessionTreeNode;
  readonly indent: string;
  readonly below: string;
}

function stacked(nodes: readonly SessionTreeNode[], below: string, indent: string): Pending[] {
  return nodes.toReversed().map((node, position) => {
    const isLast = position === 0 && nodes.length > 1;
    const own = isLast ? indent.replace(/├ $/, "└ ") : indent;
    return { node, indent: own, below: isLast ? below.replace(/│ $/, "  ") : below };
  });
}

function pathTo(roots: readonly SessionTreeNode[], leafId: string | null): ReadonlySet<string> {
  const parents = new Map<string, string | null>();
  const pending = [...roots];
  for (let node = pending.pop(); node; node = pending.pop()) {
    parents.set(node.entry.id, node.entry.parentId);
    pending.push(...node.children);
  }
  const path = new Set<string>();
  for (let id = leafId; id !== null && !path.has(id); id = parents.get(id) ?? null) path.add(id);
  return path;
}

const BOOKKEEPING = new Set(["label", "custom", "model_change", "thinking_level_change", "session_info", "usage"]);

function isShown({ entry, label }: SessionTreeNode, text: string, { filter, query }: TreeView): boolean {
  if (query !== "" && !`${text} ${label ?? ""}`.toLowerCase().includes(query.toLowerCase())) return false;
  if (filter === "all") return true;
  if (filter === "labeled-only") return label !== undefined;
  if (BOOKKEEPING.has(entry.type) || text === "") return false;
  const role = entry.type === "message" ? entry.message.role : "";
  if (filter === "user-only") return role === "user";
  return filter === "default" || role !== "toolResult";
}

/** The tool calls of a session: their arguments, and which of them have a result. */
interface ToolCalls {
  readonly made: ReadonlyMap<string, unknown>;
  readonly answered: ReadonlySet<string>;
}

const NO_CALLS: ToolCalls = { made: new Map(), answered: new Set() };

function toolCalls(roots: readonly SessionTreeNode[]): ToolCalls {
  const made = new Map<string, unknown>();
  const answered = new Set<string>();
  const pending = [...roots];
  for (let node = pending.pop(); node; node = pending.pop()) {
    pending.push(...node.children);
    const message = node.entry.type === "message" ? node.entry.message : undefined;
    if (message?.role === "toolResult") answered.add(message.toolCallId);
    if (message?.role !== "assistant") continue;
    for (const block of message.content) if (block.type === "toolCall") made.set(block.id, block.arguments);
  }
  return { made, answered };
}

/** Arguments that describe a call best, in order. */
const TELLING = ["command", "path", "file_path", "pattern", "query", "url"];

/** Returns, for example, `bash: npm test`. */
function callText(name: string, args: unknown): string {
  const values: Readonly<Record<string, unknown>> = typeof args === "object" && args !== null ? { ...args } : {};
  const texts = [...TELLING.map((key) => values[key]), ...Object.values(values)];
  const telling = texts.find((value) => typeof value === "string" && value !== "");
  return typeof telling === "string" ? `${name}: ${plainLine(telling)}` : name;
}

const MOST_OUTCOME = 60;

/** Describes the outcome. A failure usually says what it is in its last line. */
function outcomeText({ content, isError }: ToolResultMessage): string {
  const lines = contentText(content).trim().split("\n");
  const last = plainLine(lines.at(-1) ?? "").slice(0, MOST_OUTCOME);
  return isError ? `failed${last === "" ? "" : `: ${last}`}` : "ok";
}

/** Returns the whole text of an entry. */
export function entryText(entry: SessionEntry): string {
  if (entry.type === "compaction" || entry.type === "branch_summary") return entry.summary;
  if (entry.type === "custom_message") return contentText(entry.content);
  if (entry.type !== "message" || !("content" in entry.message)) return describeEntry(entry);
  return contentText(entry.message.content);
}

/** Returns the text of an entry on one line. */
export function describeEntry(entry: SessionEntry, calls: ToolCalls = NO_CALLS): string {
  switch (entry.type) {
    case "message":
      return describeMessage(entry, calls);
    case "custom_message":
      return `${entry.customType}: ${plainLine(contentText(entry.content))}`;
    case "custom":
      return plainLine(entry.customType);
    case "compaction":
      return `compacted: ${plainLine(entry.summary)}`;
    case "branch_summary":
      return `left a branch: ${plainLine(entry.summary)}`;
    case "model_change":
      return `model ${entry.provider}/${entry.modelId}`;
    case "thinking_level_change":
      return `thinking ${entry.thinkingLevel}`;
    case "session_info":
      return `named ${plainLine(entry.name ?? "")}`;
    case "label":
      return `label ${plainLine(entry.label ?? "removed")}`;
    default:
      return entry.type;
  }
}

function describeMessage({ message }: Extract<SessionEntry, { type: "message" }>, calls: ToolCalls): string {
  switch (message.role) {
    case "user":
      return `you: ${plainLine(asTyped(contentText(message.content)))}`;
    case "assistant": {
      const text = message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(" ");
      // A tool call with a result has its own row.
      const open = message.content.flatMap((block) =>
        block.type === "toolCall" && !calls.answered.has(block.id) ? [callText(block.name, block.arguments)] : [],
      );
      return plainLine(text) || (open.length > 0 ? `calls ${open.join(", ")}` : "");
    }
    case "toolResult":
      return `${callText(message.toolName, calls.made.get(message.toolCallId))} · ${outcomeText(message)}`;
    case "bashExecution":
      return `! ${plainLine(message.command)}`;
    default:
      return message.role;
  }
}
