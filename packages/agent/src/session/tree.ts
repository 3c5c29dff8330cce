import type { SessionEntry } from "./entries/entry.ts";

export interface SessionTreeNode {
  entry: SessionEntry;
  /** Oldest first. */
  children: SessionTreeNode[];
  label?: string;
  /** When the label was last set. */
  labelTimestamp?: string;
}

export interface EntryLabel {
  readonly label: string;
  readonly timestamp: string;
}

/**
 * Returns the roots of the tree, oldest first. `parentAt` returns the position of an entry's parent, -1 for a root; it is always smaller.
 */
export function buildTree(
  entries: readonly (SessionEntry | undefined)[],
  parentAt: (position: number) => number,
  labels: ReadonlyMap<string, EntryLabel>,
): SessionTreeNode[] {
  const nodes: (SessionTreeNode | undefined)[] = [];
  const roots: SessionTreeNode[] = [];
  for (const [position, entry] of entries.entries()) {
    // An unreadable entry has no node; its children move up to its nearest readable ancestor.
    let parent = parentAt(position);
    while (parent >= 0 && !nodes[parent]) parent = parentAt(parent);
    const node = entry && createNode(entry, labels.get(entry.id));
    nodes.push(node);
    if (node) (nodes[parent]?.children ?? roots).push(node);
  }
  for (const node of nodes) node?.children.sort(byTime);
  return roots.sort(byTime);
}

function createNode(entry: SessionEntry, label: EntryLabel | undefined): SessionTreeNode {
  if (!label) return { entry, children: [] };
  return { entry, children: [], label: label.label, labelTimestamp: label.timestamp };
}

/** The sort is stable: entries with equal times keep the order in which they were written. */
function byTime(a: SessionTreeNode, b: SessionTreeNode): number {
  if (a.entry.timestamp === b.entry.timestamp) return 0;
  return a.entry.timestamp < b.entry.timestamp ? -1 : 1;
}
