import type { SessionEntry, SessionLog, SessionTreeNode } from "@tau/agent";
import { contentText } from "@tau/ai";
import { plainLine } from "../../parts/plain-line.ts";

export type TreeFilter = "default" | "no-tools" | "user-only" | "labeled-only" | "all";

export const TREE_FILTERS: readonly TreeFilter[] = ["default", "no-tools", "user-only", "labeled-only", "all"];

/** One line of the tree: an entry, and what stands before it because of the branches around. */
export interface TreeRow {
  readonly node: SessionTreeNode;
  readonly indent: string;
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
 * The visible lines in order. Only a fork indents: a conversation without branches is a plain list, however long. Walks with a
 * stack of its own, since a session may be deeper than the call stack.
 */
export function treeRows(roots: readonly SessionTreeNode[], view: TreeView): TreeRow[] {
  const path = pathTo(roots, view.leafId);
  const rows: TreeRow[] = [];
  const pending = stacked(roots, roots.length > 1 ? "│ " : "", "");
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, indent, below } = next;
    const isFork = node.children.length > 1;
    if (isShown(node, view)) rows.push({ node, indent, isOnPath: path.has(node.entry.id), hasBranches: isFork });
    if (view.folded.has(node.entry.id)) continue;
    pending.push(...stacked(node.children, isFork ? `${below}│ ` : below, isFork ? `${below}├ ` : below));
  }
  return rows;
}

/** Behind an entry these make no other place of it: a name, a label, a note of an extension's. */
const ASIDE = new Set<SessionEntry["type"]>(["session_info", "label", "custom"]);

/** The entry of the conversation that one stands at. */
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

function isShown({ entry, label }: SessionTreeNode, { filter, query }: TreeView): boolean {
  const text = describeEntry(entry);
  if (query !== "" && !`${text} ${label ?? ""}`.toLowerCase().includes(query.toLowerCase())) return false;
  if (filter === "all") return true;
  if (filter === "labeled-only") return label !== undefined;
  if (BOOKKEEPING.has(entry.type) || text === "") return false;
  const role = entry.type === "message" ? entry.message.role : "";
  if (filter === "user-only") return role === "user";
  return filter === "default" || role !== "toolResult";
}

/** All that an entry says. */
export function entryText(entry: SessionEntry): string {
  if (entry.type === "compaction" || entry.type === "branch_summary") return entry.summary;
  if (entry.type === "custom_message") return contentText(entry.content);
  if (entry.type !== "message" || !("content" in entry.message)) return describeEntry(entry);
  return contentText(entry.message.content);
}

/** What an entry says, on one line. */
export function describeEntry(entry: SessionEntry): string {
  switch (entry.type) {
    case "message":
      return describeMessage(entry);
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

function describeMessage({ message }: Extract<SessionEntry, { type: "message" }>): string {
  switch (message.role) {
    case "user":
      return `you: ${plainLine(contentText(message.content))}`;
    case "assistant": {
      const text = message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(" ");
      const calls = message.content.flatMap((block) => (block.type === "toolCall" ? [block.name] : []));
      return plainLine(text) || (calls.length > 0 ? `calls ${calls.join(", ")}` : "");
    }
    case "toolResult":
      return `${message.toolName}: ${plainLine(contentText(message.content))}`;
    case "bashExecution":
      return `! ${plainLine(message.command)}`;
    default:
      return message.role;
  }
}
